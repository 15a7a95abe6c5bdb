/* The hyperlabels of decisions, a page for each shape of a decision: decisions whose conditions are joined alike have
 * the same ones, but for the decision's number. */
#ifndef REPORT_HTML_FORMS_H
#define REPORT_HTML_FORMS_H

#include "report/html/parts/html.h"

typedef struct ReportForms ReportForms;

/* Makes a collection without shapes, whose pages go to the directory; model and directory must outlive it.
 * report_forms_free frees it. */
ReportForms *report_forms_new(const ReportModel *model, const char *directory);
void report_forms_free(ReportForms *forms);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportForms, report_forms_free)

/* Whether its decision's shape says the objective's hyperlabel. */
gboolean report_has_form(const HtolObjective *objective);

/* Writes the address of the page of the decision's shape, and that page, if it was not written yet. Several processes
 * may write it: it is the same. */
void report_forms_put_link(ReportForms *forms, const ReportFunction *function, guint32 decision, FILE *out);

/* FALSE, and what went wrong first, if a page could not be written. */
gboolean report_forms_good(ReportForms *forms, GError **error);

#endif
