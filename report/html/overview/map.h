/* The map of gaps: a cell for each file, as large as what is not covered in it. */
#ifndef REPORT_HTML_MAP_H
#define REPORT_HTML_MAP_H

#include "report/html/parts/html.h"

/* Nothing if all is covered. */
void report_html_map(const ReportModel *model, FILE *out);

#endif
