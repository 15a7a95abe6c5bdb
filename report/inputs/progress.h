/* How far something has come that may take long: libraries tell whoever asked to be told. Nothing is printed here, and
 * no time is known. */
#ifndef REPORT_PROGRESS_H
#define REPORT_PROGRESS_H

#include <glib.h>

/* Who is told. `doing` says what is done, in a few words that stay valid: "reading files"; `done` parts are done of
 * `of`, or of nobody knows how many if that is 0. Called often, by the thread that does it. */
typedef struct {
    void (*tell)(gpointer user, const char *doing, guint done, guint of);
    gpointer user;
} ReportProgress;

/* Tells; `progress` may be NULL: nobody asked. */
void report_progress_tell(const ReportProgress *progress, const char *doing, guint done, guint of);

#endif
