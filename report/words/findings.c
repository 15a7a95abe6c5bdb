/* Lists findings; see findings.h. */
#include "report/words/findings.h"

#include "htol/base/plain.h"
#include "report/judge/objectives.h"
#include "report/model/tests.h"

static void add_findings(const ReportModel *model, const ReportFunction *function, GPtrArray *lines)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    for (guint i = 0; i < objectives->n_findings; i++) {
        const ReportObjective *finding = &objectives->findings[i];
        const HtolObjective *what = finding->objective;
        if (what->finding != HTOL_FINDING_ERROR || finding->status != REPORT_COVERED)
            continue;
        g_autofree char *tests = report_witness_words(model, finding);
        g_autofree char *text = g_strdup_printf("%s:%u:%u: in %s: %s: it happened%s%s",
                                                report_objective_path(function, finding), what->line, what->column,
                                                function->function->row.name, what->text, *tests ? ", by " : "", tests);
        g_ptr_array_add(lines, htol_plain(text));
    }
}

GPtrArray *report_findings(const ReportModel *model)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            if (model->files[i]->functions[k]->n_findings > 0)
                add_findings(model, model->files[i]->functions[k], lines);
    return lines;
}

char *report_findings_summary(const ReportModel *model)
{
    const ReportFound *found = &model->counts.found;
    if (!model->finds)
        return NULL;
    g_autofree char *unmeasured =
        found->unmeasured ? g_strdup_printf(", %u cannot be judged", found->unmeasured) : g_strdup("");
    return g_strdup_printf("%u may happen, %u did; of %u boundaries next to them %u were reached%s", found->errors,
                           found->happened, found->boundaries, found->reached, unmeasured);
}
