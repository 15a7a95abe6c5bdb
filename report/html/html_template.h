/* What panels say of decisions that are alike, where the same was recorded: kept as it was written first. It writes
 * nothing. */
#ifndef REPORT_HTML_TEMPLATE_H
#define REPORT_HTML_TEMPLATE_H

#include "report/model/objectives.h"

/* Of a row: what and why (report/html/html_row.h). */
typedef struct {
    const char *class; /* of its mark */
    gboolean with_why;
    char *text;
} ReportRowText;

/* An array of them. */
GArray *report_row_texts_new(void);

/* Who writes something first leaves it here. */
typedef struct {
    GArray *rows;          /* ReportRowText: of objectives that stand on the line. NULL: not written yet */
    char *vectors;         /* the table of vectors. NULL: not written yet */
    GPtrArray *conditions; /* char *: of each condition what is said of it behind its text. NULL: as above */
} ReportTemplate;

void report_template_clear(ReportTemplate *template);

typedef struct ReportTemplates ReportTemplates;
ReportTemplates *report_templates_new(void);
void report_templates_free(ReportTemplates *templates);

/* The objectives of such a decision, until others are asked for. */
const ReportObjectives *report_template_objectives(ReportTemplates *templates, const ReportModel *model,
                                                   const ReportFunction *function, guint32 decision);

/* That of a decision of a function that has `logic`, on a line where some of its objectives stand. */
ReportTemplate *report_template_of(ReportTemplates *templates, const ReportFunction *function, guint32 decision,
                                   guint32 line);

#endif
