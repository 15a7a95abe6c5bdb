/* The parts that the page of a long source is cut into, and which of them has a line. It writes no page. */
#ifndef REPORT_HTML_PARTS_H
#define REPORT_HTML_PARTS_H

#include "report/model/model.h"

/* Cuts the file so that no page is above 2 MB by an estimate of lines and objectives: the first line of each part
 * (guint, to be unreferenced), the first of them 1. One part: the file has one page. */
GArray *report_html_parts(const ReportFile *file);

/* The name of the page that has the line: of a file of several parts that of a part, else that of the file. `parts` are
 * those of the file. To be freed. */
char *report_html_page_of_line(const ReportFile *file, const GArray *parts, guint32 line);

#endif
