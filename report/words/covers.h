/* What a covered objective says of a run, in words for people: "`b <= 0` decides the outcome". Its counterpart, what an
 * uncovered one lacks, is gaps.h's. */
#ifndef REPORT_COVERS_H
#define REPORT_COVERS_H

#include "report/gaps/words.h"
#include "report/model/model.h"

/* Says what a run did that covers the objective; code stands between backquotes. To be freed. */
char *report_covers_words(ReportWords *words, const ReportFunction *function, const ReportObjective *objective);

/* Whether the objective says no more than that something ran. */
gboolean report_covers_little(const ReportObjective *objective);

#endif
