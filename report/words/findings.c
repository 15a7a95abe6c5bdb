/* Lists findings; see findings.h. */
#include "report/words/findings.h"

#include "htol/base/plain.h"
#include "report/judge/objectives.h"
#include "report/make/opened.h"
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

/* A ReportVisitFile. */
static void add_file(const ReportModel *of, const ReportFile *file, gpointer lines)
{
    for (guint i = 0; i < file->n_functions; i++)
        if (file->functions[i]->n_findings > 0)
            add_findings(of, file->functions[i], lines);
}

GPtrArray *report_findings(const ReportModel *model)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    if (!report_each_telling(model, REPORT_TELLS_FINDINGS, add_file, lines, &error))
        g_ptr_array_add(lines, htol_plain(error->message));
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
