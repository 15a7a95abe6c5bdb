/* Draws trends: a line of blocks for a terminal, a page of curves. What is drawn is report/summary/trend.h's. */
#ifndef REPORT_TREND_OUT_H
#define REPORT_TREND_OUT_H

#include "report/summary/trend.h"

/* Appends a head, with the name of the `project` if that is not NULL, and for each criterion a line of blocks, the last
 * score, its change since the first one, and the least and the most; of digits if `plain`, for terminals without
 * Unicode. */
void report_trend_text(const ReportTrend *trend, const char *project, gboolean plain, GString *out);

/* Writes trend.html into the directory, with the style and the script that it needs. FALSE and *error, which names the
 * file, on failure. It is report/html/trend.c's. */
gboolean report_trend_html(const ReportTrend *trend, const char *project, const char *directory, GError **error);

#endif
