/* Reads what tests recorded: a data file, and the journal beside it if its process ran many tests. What is made of it
 * is the business of the callers. */
#ifndef REPORT_RECORDED_H
#define REPORT_RECORDED_H

#include "htol/files/data.h"

/* Completes the notes of crashes in the bytes of a data file before they are read: report_unwind, or what calls it.
 * Returns why it is not known who called what crashed, or NULL. */
typedef const char *ReportComplete(const char *path, guint8 *bytes, gsize size);

/* Who is told. */
typedef struct {
    void *user;
    ReportComplete *complete; /* NULL: notes stay as they are */

    /* What was recorded in one test, or in none; valid during the call. */
    void (*data)(void *user, const HtolData *data);

    /* What is damaged, and so was not read: a sentence without the path. */
    void (*damage)(void *user, const char *message);

    /* What `complete` returned. NULL: nobody asks. */
    void (*obstacle)(void *user, const char *message);
} ReportRecordedVisitor;

/* Reads the data file at that path, whose program may go on writing it. On failure sets *error, which does not name the
 * path; its code is what errno was. Damage is no failure. */
gboolean report_recorded_read(const char *path, const ReportRecordedVisitor *visitor, GError **error);

/* Returns where the journal beside a data file lies, if there is one; to be freed. */
char *report_recorded_journal(const char *path);

#endif
