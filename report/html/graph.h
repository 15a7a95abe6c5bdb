/* Which criterion implies which, as a picture. It says nothing of files. */
#ifndef REPORT_HTML_GRAPH_H
#define REPORT_HTML_GRAPH_H

#include "report/html/html.h"

/* Whether the criterion was selected, and there is something to cover. */
gboolean report_html_is_measured(const ReportModel *model, HtolCriterion criterion);

/* Draws the measured criteria that imply others or are implied, with their scores. Returns whether there are any. */
gboolean report_html_graph(const ReportModel *model, FILE *out);

#endif
