/* What is not covered, a line each, as compilers write messages: PATH:LINE:COLUMN: CRITERION TEXT: WHAT IS
 * MISSING; behind the text of a mutant stands its level. Then what cannot be judged, so too, and why. What cannot be
 * covered is not in it. */
#include "report/gaps/words.h"
#include "report/judge/each.h"
#include "report/make/opened.h"
#include "report/out/renderers.h"
#include "report/words/remarks.h"

typedef struct {
    ReportWords *words;  /* for the file that is written */
    GString *unmeasured; /* lines of what cannot be judged, of all files so far */
    FILE *out;
} Writer;

/* A line about an objective; to be freed. */
static char *line_of(const ReportFunction *function, const ReportObjective *objective, const char *sentence)
{
    g_autofree char *path = htol_plain(report_objective_path(function, objective));
    return g_strdup_printf("%s:%u:%u: %s\n", path, objective->objective->line, objective->objective->column, sentence);
}

/* A ReportVisit. */
static void put_objective(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                          gpointer data)
{
    (void)model;
    const Writer *writer = data;
    g_autofree char *sentence = report_sentence(writer->words, function, objective);
    g_autofree char *line = line_of(function, objective, sentence);
    fputs(line, writer->out);
}

/* A ReportVisit. */
static void add_unmeasured(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                           gpointer data)
{
    (void)model;
    const Writer *writer = data;
    g_autofree char *name = report_objective_name(writer->words, function, objective);
    g_autofree char *text = g_strdup_printf("%s: cannot be judged: %s", name, objective->why);
    g_autofree char *sentence = htol_plain(text);
    g_autofree char *line = line_of(function, objective, sentence);
    g_string_append(writer->unmeasured, line);
}

/* A ReportVisitFile. */
static void put_file(const ReportModel *of, const ReportFile *file, gpointer data)
{
    Writer *writer = data;
    g_autoptr(ReportWords) words = report_words_new(of);
    writer->words = words;
    report_each_uncovered_in(of, file, put_objective, writer);
    report_each_unmeasured_in(of, file, add_unmeasured, writer);
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

gboolean report_uncovered(const ReportModel *model, FILE *out, GError **error)
{
    g_autoptr(GString) unmeasured = g_string_new(NULL);
    Writer writer = {NULL, unmeasured, out};
    put_files(model, out);
    if (!report_each_file(model, NULL, put_file, &writer, error))
        return FALSE;
    fputs(unmeasured->str, out);
    return TRUE;
}
