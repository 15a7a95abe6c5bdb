/* What is not covered, a line each, as compilers write messages: PATH:LINE:COLUMN: CRITERION TEXT: WHAT IS
 * MISSING; behind the text of a mutant stands its level. Then what cannot be judged, so too, and why. What cannot be
 * covered is not in it. */
#include "report/gaps/words.h"
#include "report/judge/each.h"
#include "report/out/renderers.h"
#include "report/words/remarks.h"

typedef struct {
    ReportWords *words;
    FILE *out;
} Writer;

static void put_line(const ReportFunction *function, const ReportObjective *objective, const char *sentence, FILE *out)
{
    g_autofree char *path = htol_plain(report_objective_path(function, objective));
    fprintf(out, "%s:%u:%u: %s\n", path, objective->objective->line, objective->objective->column, sentence);
}

static void put_objective(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                          gpointer writer)
{
    (void)model;
    const Writer *w = writer;
    g_autofree char *sentence = report_sentence(w->words, function, objective);
    put_line(function, objective, sentence, w->out);
}

static void put_unmeasured(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                           gpointer writer)
{
    (void)model;
    const Writer *w = writer;
    g_autofree char *name = report_objective_name(w->words, function, objective);
    g_autofree char *text = g_strdup_printf("%s: cannot be judged: %s", name, objective->why);
    g_autofree char *sentence = htol_plain(text);
    put_line(function, objective, sentence, w->out);
}

/* Nobody knows which objectives it would have. */
static void put_files(const ReportModel *model, FILE *out)
{
    for (guint i = 0; i < model->n_files; i++) {
        if (!model->files[i]->unmeasured)
            continue;
        g_autofree char *path = htol_plain(model->files[i]->path), *why = report_unmeasured_text(model->files[i]);
        fprintf(out, "%s:1:1: %s\n", path, why);
    }
}

void report_uncovered(const ReportModel *model, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new(model);
    Writer writer = {words, out};
    put_files(model, out);
    report_each_uncovered(model, put_objective, &writer);
    report_each_unmeasured(model, put_unmeasured, &writer);
}
