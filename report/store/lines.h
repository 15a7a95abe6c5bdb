/* Trials of mutants from several files and shards, put together: each line once. It does not ask what they say of
 * mutants. */
#ifndef REPORT_TRIED_H
#define REPORT_TRIED_H

#include <glib.h>

typedef struct ReportTried ReportTried;

/* Makes an empty collection; to be freed with report_tried_free. */
ReportTried *report_tried_new(void);
void report_tried_free(ReportTried *tried);

/* Adds the trials of `text`, `size` bytes that need not end with a zero. Returns how many of its lines are damaged:
 * they are left out. */
guint report_tried_add(ReportTried *tried, const char *text, gsize size);

/* Returns all lines; to be freed. Those of tests that noticed a mutant come last, as who reads them takes the last of a
 * test; the rest of their order depends on nothing but the lines. "" if there are none. */
char *report_tried_text(const ReportTried *tried);

#endif
