/* The hyperlabels of decisions, on pages of their own, each shape of a decision once: decisions whose
 * conditions are joined alike have the same ones, but for the decision's number. */
#ifndef REPORT_HTML_FORMS_H
#define REPORT_HTML_FORMS_H

#include "report/html/parts/html.h"

typedef struct ReportForms ReportForms;

/* Makes a collection without shapes; the model must outlive it. report_forms_free frees it. */
ReportForms *report_forms_new(const ReportModel *model);
void report_forms_free(ReportForms *forms);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportForms, report_forms_free)

/* Whether its decision's shape says the objective's hyperlabel. */
gboolean report_has_form(const HtolObjective *objective);

/* Writes the address of the decision's shape. The function must outlive `forms`. */
void report_forms_put_link(ReportForms *forms, const ReportFunction *function, guint32 decision, FILE *out);

/* How many pages there are for all that were linked to, and the names of them, to be freed: at least one. */
guint report_forms_pages(const ReportForms *forms);
char *report_forms_page_name(guint page);

/* Writes one of them. */
void report_forms(const ReportForms *forms, guint page, FILE *out);

#endif
