/* The end of a panel: what is covered, impossible, excluded or not measured in a line each, names of criteria, and
 * behind "details" ids and HTOL. */
#ifndef REPORT_HTML_DETAILS_H
#define REPORT_HTML_DETAILS_H

#include "report/html/source/told.h"

/* Writes the end of the panel of the line `told` to panel->out. */
void report_html_fin(const ReportPanel *panel, const ReportTold *told);

#endif
