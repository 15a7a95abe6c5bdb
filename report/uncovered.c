/* What is not covered, a line each, as compilers write messages: PATH:LINE:COLUMN: CRITERION TEXT: WHAT IS
 * MISSING; behind the text of a mutant stands its level. What cannot be covered or judged is not in it. */
#include "report/renderers.h"

typedef struct {
    ReportWords *words;
    FILE *out;
} Writer;

static void put_objective(const ReportModel *model, const ReportFunction *function,
                          const ReportObjective *objective, gpointer writer)
{
    const Writer *w = writer;
    g_autofree char *path = report_plain(report_objective_path(function, objective));
    g_autofree char *sentence = report_sentence(w->words, model, function, objective);
    fprintf(w->out, "%s:%u:%u: %s\n", path, objective->objective->line, objective->objective->column,
            sentence);
}

void report_uncovered(const ReportModel *model, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new();
    Writer writer = {words, out};
    report_each_uncovered(model, put_objective, &writer);
}
