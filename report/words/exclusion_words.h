/* What comments exclude, in words that the renderers share. It escapes for no format. */
#ifndef REPORT_EXCLUSION_WORDS_H
#define REPORT_EXCLUSION_WORDS_H

#include "report/model/model.h"

/* How a claim stands: "disproved", "holds", or "idle" if it is about no objective. */
const char *report_exclusion_state(const ReportExclusion *exclusion);

/* "a.c:12: justify CC `x == y` true: REASON (2 excluded)", one line, fit to be shown. To be freed. */
char *report_exclusion_line(const ReportExclusion *exclusion);

/* What disproves it: an objective, by which tests, and how many more: "CC x == y true (line 12) is covered by test
 * first, and 2 more objectives are"; or "a vector TF was seen (line 12)". "" if nothing does. Fit to be shown; to be
 * freed. */
char *report_exclusion_disproof(const ReportModel *model, const ReportExclusion *exclusion);

/* The claims that tests disprove, a sentence each, fit to be shown (char *, to be freed with the array):
 * "a.c:12: `justify CC` is disproved: ...". */
GPtrArray *report_exclusion_faults(const ReportModel *model);

/* How many objectives plain markers exclude, and how many such markers there are. */
guint report_exclusion_markers(const ReportModel *model, guint *excluded);

#endif
