/* The panel under a line of source: truth tables of its decisions, then its objectives. It makes no page. */
#ifndef REPORT_HTML_PANEL_H
#define REPORT_HTML_PANEL_H

#include "report/html.h"

#define REPORT_ELSEWHERE G_MAXUINT32 /* the line of an objective that stands on no line of its page */

/* An objective at its line. */
typedef struct {
    guint32 line;
    guint order; /* among all of the page */
    const ReportFunction *function;
    const ReportObjective *objective;
} ReportEntry;

typedef struct {
    const ReportModel *model;
    ReportWords *words;
    FILE *out;
} ReportPanel;

/* All of a line: `count` entries, at least one. */
void report_html_panel(const ReportPanel *panel, const ReportEntry *entries, guint count);

/* Rows of a table of objectives; with the function if they are not all of one. */
void report_html_objectives(const ReportPanel *panel, const ReportEntry *entries, guint count);

/* The tables of the decisions that some of the entries are about; nothing if there are none. */
void report_html_decisions(const ReportPanel *panel, const ReportEntry *entries, guint count);

#endif
