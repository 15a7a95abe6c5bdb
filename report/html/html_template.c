/* Keeps what was written of decisions; see html_template.h. */
#include "report/html/html_template.h"

struct ReportTemplates {
    GHashTable *known;      /* GBytes: ReportTemplate */
    ReportObjectives *last; /* that were asked for; NULL: none */
    guint32 decision;       /* of these */
};

static void free_row(gpointer row)
{
    g_free(((ReportRowText *)row)->text);
}

GArray *report_row_texts_new(void)
{
    GArray *texts = g_array_new(FALSE, FALSE, sizeof(ReportRowText));
    g_array_set_clear_func(texts, free_row);
    return texts;
}

void report_template_clear(ReportTemplate *template)
{
    g_clear_pointer(&template->rows, g_array_unref);
    g_clear_pointer(&template->conditions, g_ptr_array_unref);
    g_free(template->vectors);
}

static void free_template(gpointer template)
{
    report_template_clear(template);
    g_free(template);
}

ReportTemplates *report_templates_new(void)
{
    ReportTemplates *templates = g_new0(ReportTemplates, 1);
    templates->known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, free_template);
    return templates;
}

void report_templates_free(ReportTemplates *templates)
{
    g_hash_table_unref(templates->known);
    g_clear_pointer(&templates->last, report_objectives_free);
    g_free(templates);
}

const ReportObjectives *report_template_objectives(ReportTemplates *templates, const ReportModel *model,
                                                   const ReportFunction *function, guint32 decision)
{
    if (templates->last && templates->last->function == function && templates->decision == decision)
        return templates->last;
    g_clear_pointer(&templates->last, report_objectives_free);
    templates->decision = decision;
    return templates->last = report_objectives_of_decision(model, function, decision);
}

/* What is asked and recorded of it, and which of its conditions stand on the line. */
static GBytes *key_of(const ReportFunction *function, guint32 decision, guint32 line)
{
    const HtolRowDecision *row = &function->function->decisions[decision];
    const HtolRowCondition *conditions = function->function->conditions + row->first_condition;
    g_autoptr(GByteArray) key = g_byte_array_new();
    guint8 here[] = {row->line == line, row->end_line == row->line};
    g_byte_array_append(key, (const guint8 *)&function->logic[decision], sizeof *function->logic);
    g_byte_array_append(key, here, sizeof here);
    for (guint32 i = 0; i < row->conditions; i++) {
        here[0] = conditions[i].line == line;
        g_byte_array_append(key, here, 1);
    }
    return g_byte_array_free_to_bytes(g_steal_pointer(&key));
}

ReportTemplate *report_template_of(ReportTemplates *templates, const ReportFunction *function, guint32 decision,
                                   guint32 line)
{
    GBytes *key = key_of(function, decision, line);
    ReportTemplate *template = g_hash_table_lookup(templates->known, key);
    if (template) {
        g_bytes_unref(key);
        return template;
    }
    template = g_new0(ReportTemplate, 1);
    g_hash_table_insert(templates->known, key, template);
    return template;
}
