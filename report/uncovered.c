/* What is not covered, a line each, as compilers write messages: PATH:LINE:COLUMN: CRITERION TEXT: WHAT IS
 * MISSING. What cannot be covered or judged is not in it. */
#include "report/renderers.h"

static void put_plain(const char *before, const char *text, FILE *out)
{
    g_autofree char *plain = report_plain(text);
    fprintf(out, "%s%s", before, plain);
}

static void put_objective(const ReportModel *model, const ReportFunction *function,
                          const ReportObjective *objective, ReportWords *words, FILE *out)
{
    const HtolObjective *what = objective->objective;
    g_autofree char *why = report_why(words, function, objective);
    put_plain("", report_objective_path(function, objective), out);
    fprintf(out, ":%u:%u: %s", what->line, what->column,
            htol_selection_name(&model->selection, what->criterion));
    if (*what->text)
        put_plain(" ", what->text, out);
    if (what->value >= 0)
        fputs(what->value ? " true" : " false", out);
    if (*why)
        put_plain(": ", why, out);
    putc('\n', out);
}

void report_uncovered(const ReportModel *model, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new();
    for (guint i = 0; i < model->n_files; i++) {
        const ReportFile *file = model->files[i];
        for (guint j = 0; j < file->n_functions; j++) {
            const ReportFunction *function = file->functions[j];
            for (guint k = 0; k < function->n_objectives; k++)
                if (function->objectives[k].status == REPORT_UNCOVERED)
                    put_objective(model, function, &function->objectives[k], words, out);
        }
    }
}
