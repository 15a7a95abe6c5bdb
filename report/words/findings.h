/* What a report says of run-time errors (RTE), apart from scores: which happened. Lists and words for
 * renderers, which all say the same; verdicts are the model's. */
#ifndef REPORT_FINDINGS_H
#define REPORT_FINDINGS_H

#include "report/model/model.h"

/* Returns the errors that happened as lines `FILE:LINE:COLUMN: in FUNCTION: TEXT: it happened, by test NAME` (char *,
 * which the array frees), in the order of files, functions and their text; to be freed. Tests are named where they are
 * known. */
GPtrArray *report_findings(const ReportModel *model);

/* How many may happen, did, and only just did not: one line, to be freed. NULL if RTE is not reported. */
char *report_findings_summary(const ReportModel *model);

#endif
