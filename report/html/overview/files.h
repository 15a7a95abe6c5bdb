/* The table of files on the overview. */
#ifndef REPORT_HTML_FILES_H
#define REPORT_HTML_FILES_H

#include "report/html/parts/html.h"

/* Scores by file: the four numbers first, other criteria behind a choice of their family. */
void report_html_files(const ReportModel *model, FILE *out);

/* Criteria by family, folded. */
void report_html_families(const ReportModel *model, FILE *out);

#endif
