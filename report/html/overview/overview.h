/* The overview: what a reader of the pages sees first. */
#ifndef REPORT_HTML_OVERVIEW_H
#define REPORT_HTML_OVERVIEW_H

#include "report/model/model.h"

/* Writes the body of index.html. */
void report_html_index(const ReportModel *model, FILE *out);

#endif
