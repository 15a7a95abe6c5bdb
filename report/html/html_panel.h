/* The panel under a line of source: truth tables of its decisions, then its objectives, those that say the
 * same in one row, which links can lead to. It makes no page. */
#ifndef REPORT_HTML_PANEL_H
#define REPORT_HTML_PANEL_H

#include "report/html/html.h"
#include "report/html/html_forms.h"
#include "report/html/html_template.h"
#include "report/model/objectives.h"
#include "report/words/wanted.h"

#define REPORT_ELSEWHERE G_MAXUINT32 /* the line of an objective that stands on no line of its page */

/* An objective at its line. */
typedef struct {
    guint32 line;
    guint order;                      /* among all of the page */
    const ReportObjectives *of;       /* of its function */
    const ReportObjective *objective; /* NULL of one of a decision that is known: see ReportFunction.logic */
    guint8 criterion, status;         /* of it, to be asked of many without looking at each */
    guint32 decision; /* if `objective` is NULL; those of one are beside each other, behind all others */
} ReportEntry;

typedef struct ReportGroups ReportGroups; /* report/html/html_groups.h */

typedef struct {
    const ReportModel *model;
    ReportWords *words;
    ReportForms *forms; /* of the page: what a row leaves out of its hyperlabel */
    ReportGroups *groups;
    ReportWanted *wanted;
    ReportTemplates *templates;
    const ReportFunction *function; /* that the line is of, so that objectives of it need not say so; or NULL */
    guint *n_rows;                  /* that were written of the line; of those elsewhere, of all */
    FILE *out;
} ReportPanel;

/* Whether all of a line is said by a few words beside it: that one place is reached, or is not, and nothing else. Of
 * others there is a panel. `count` entries, at least one. */
gboolean report_html_is_brief(const ReportPanel *panel, const ReportEntry *entries, guint count);
void report_html_brief(const ReportPanel *panel, const ReportEntry *entries, guint count);

/* All of a line: `count` entries, at least one, those of a function beside each other. */
void report_html_panel(const ReportPanel *panel, const ReportEntry *entries, guint count);

/* Rows of such a list: the name of a function, and objectives of it that stand on no line of the page. */
void report_html_elsewhere(const ReportPanel *panel, const ReportEntry *entries, guint count);

/* The tables of the decisions that begin in the line of the entries, all of one line, and that some of them
 * are about; nothing if there are none. */
void report_html_decisions(const ReportPanel *panel, const ReportEntry *entries, guint count);

#endif
