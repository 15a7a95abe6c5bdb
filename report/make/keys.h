/* Names what a file's verdicts depend on by one hash: its text, the tables that have functions of it, what was recorded
 * and proved of these, the criteria asked for, and this program. It judges nothing. */
#ifndef REPORT_KEYS_H
#define REPORT_KEYS_H

#include "report/model/model.h"

/* A file and its key. */
typedef struct {
    const char *path; /* the unit's own text of it: see ReportUnit.paths */
    guint n_units;    /* that have functions of it */
    int cause;        /* what report_source_read returned of it */
    guint8 key[HTOL_JUDGED_KEY];
} ReportKeyed;

/* Returns the keys (ReportKeyed) of all files that the request of the model asks for, by path; its tables were dropped.
 * To be unreferenced. */
GArray *report_keys(const ReportModel *model);

#endif
