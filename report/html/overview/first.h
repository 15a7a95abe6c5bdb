/* What stands first on the overview: project, gates, four numbers. It judges nothing. */
#ifndef REPORT_HTML_FIRST_H
#define REPORT_HTML_FIRST_H

#include "report/html/parts/html.h"

/* What the report is of: project, revision, date, tests. */
void report_html_hero(const ReportModel *model, FILE *out);

/* Gates, failed ones first; nothing without gates. */
void report_html_gates(const ReportModel *model, FILE *out);

/* Four numbers with their change and their gate. */
void report_html_numbers(const ReportModel *model, FILE *out);

#endif
