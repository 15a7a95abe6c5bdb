/* Processes that share some work with the one that starts them: copies of it, each with a part, which send what they
 * find. It does not know what the work is. */
#ifndef REPORT_WORKERS_H
#define REPORT_WORKERS_H

#include <glib.h>
#include <stdio.h>

/* A process that works, or has ended. */
typedef struct {
    int pid;    /* -1: it could not be started */
    FILE *sent; /* what it sends; NULL: there was no room for that */
} ReportWorker;

/* Does a part of the work in a process of its own, which ends then. Returns whether that was done; what was written to
 * `out` arrives in both cases. */
typedef gboolean (*ReportWork)(gpointer data, guint part, FILE *out);

/* Starts a process. It sees everything as it is now, and changes nothing here. */
ReportWorker report_worker_start(ReportWork work, gpointer data, guint part);

/* Waits for its end and appends what it sent. Returns FALSE if it did not do its part, or not all of it arrived. */
gboolean report_worker_end(ReportWorker *worker, GByteArray *sent);

#endif
