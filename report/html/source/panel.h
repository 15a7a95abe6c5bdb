/* The panel below a line of source: what would cover what is missing, by cause, then what is covered or impossible,
 * then criteria, ids and HTOL. It makes no page. */
#ifndef REPORT_HTML_PANEL_H
#define REPORT_HTML_PANEL_H

#include "report/html/source/told.h"

/* Whether there is more to tell of the line than stands beside it. */
gboolean report_html_has_panel(const ReportTold *told);

/* Writes the panel of a line: of each function that has objectives on it, `count` of them, at least one. */
void report_html_panel(const ReportPanel *panel, const ReportTold *told, guint count);

/* Writes words in which code stands in backquotes: "`a < b` never true". */
void report_html_words(FILE *out, const char *words);

#endif
