/* Pages beside the overview and those of sources: criteria, what to test next, tests, and those that stand alone, of a
 * comparison and of trends. */
#ifndef REPORT_HTML_BODIES_H
#define REPORT_HTML_BODIES_H

#include "report/compare/compare.h"
#include "report/summary/trend.h"

/* Write the body of a page: all criteria, and how they imply each other; what to test next; the tests. */
void report_html_criteria_page(const ReportModel *model, FILE *out);
void report_html_next(const ReportModel *model, FILE *out);
void report_html_tests(const ReportModel *model, FILE *out);

/* Writes the pages of a comparison into a directory, index.html first. */
gboolean report_compare_html(const ReportComparison *comparison, const char *directory, GError **error);

/* Writes trend.html into the directory, with the style and the script that it needs. FALSE and *error, which names the
 * file, on failure. */
gboolean report_trend_html(const ReportTrend *trend, const char *project, const char *directory, GError **error);

#endif
