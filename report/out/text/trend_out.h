/* Draws trends for a terminal, a line of blocks each. What is drawn is report/summary/trend.h's. */
#ifndef REPORT_TREND_OUT_H
#define REPORT_TREND_OUT_H

#include "report/summary/trend.h"

/* Appends a head, with the name of the `project` if that is not NULL, and for each criterion a line of blocks, the last
 * score, its change since the first one, and the least and the most; of digits if `plain`, for terminals without
 * Unicode. */
void report_trend_text(const ReportTrend *trend, const char *project, gboolean plain, GString *out);

#endif
