/* The first sentences of a panel: what a line lacks, what was seen of it, what runs once it is covered. Templates
 * filled with what the model knows; never a guess about the program. */
#ifndef REPORT_LEAD_H
#define REPORT_LEAD_H

#include "report/gaps/gaps.h"
#include "report/judge/rows.h"

/* The first phrase of the line as a sentence, "Never false."; of a line that lacks nothing "All that is asked here is
 * covered."; code in backquotes. To be freed. */
char *report_lead_head(const ReportGapLine *line);

/* What is known behind that: "`L->errorJmp` was true in all 4 tests that came here. Once it is false, lines 121 to 131
 * run." `rows` are those of the line's first decision, NULL if it has none. "" if there is nothing to add. To be freed.
 */
char *report_lead_rest(const ReportModel *model, const ReportGaps *gaps, const ReportGapLine *line, const GArray *rows);

/* The heading of a cause that is told below: "A value never got here", "3 changes would make no difference". To be
 * freed. */
char *report_cause_heading(const ReportGap *gap);

#endif
