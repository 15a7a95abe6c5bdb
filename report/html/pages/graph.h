/* Which criterion implies which, as a picture. It says nothing of files. */
#ifndef REPORT_HTML_GRAPH_H
#define REPORT_HTML_GRAPH_H

#include "report/html/parts/html.h"

/* Whether the criterion was selected, and there is something to cover. */
gboolean report_html_is_measured(const ReportModel *model, HtolCriterion criterion);

/* How wide the picture would be drawn, in pixels; 0: there is none. */
guint report_html_graph_width(const ReportModel *model);

/* Draws the measured criteria with their scores, and which imply others. Returns whether any do: else there is nothing
 * to draw. */
gboolean report_html_graph(const ReportModel *model, FILE *out);

#endif
