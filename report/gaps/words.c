/* Words for objectives that are not covered: a function's at a time, so that little is kept. What is missing
 * is found by htol/words/missing.h. */
#include "report/gaps/words.h"

#include <string.h>

#include "htol/base/plain.h"
#include "htol/words/missing.h"
#include "report/gaps/mutant_words.h"
#include "report/gaps/respell.h"
#include "report/gaps/user_words.h"
#include "report/judge/objectives.h"

enum { LONGEST_LINE = 160 };

struct ReportWords {
    const ReportModel *model;
    ReportRespell *respell;
    const ReportFunction *function;
    HtolArena *arena; /* of what is known of the function; NULL: of none */
    HtolObserved *observed;
    HtolMissing *missing;
    ReportObjectives *objectives; /* that were asked for last; NULL: none */
    const char *path;             /* of the file whose lines are known; NULL: of none */
    GArray *lines;                /* const char *, where they begin */
};

ReportWords *report_words_new(const ReportModel *model)
{
    ReportWords *words = g_new0(ReportWords, 1);
    words->model = model;
    words->respell = report_respell_new(model);
    return words;
}

void report_words_free(ReportWords *words)
{
    report_respell_free(words->respell);
    htol_arena_free(words->arena);
    g_clear_pointer(&words->objectives, report_objectives_free);
    g_clear_pointer(&words->lines, g_array_unref);
    g_free(words);
}

const ReportObjectives *report_words_objectives(ReportWords *words, const ReportFunction *function)
{
    if (words->objectives && words->objectives->function == function)
        return words->objectives;
    g_clear_pointer(&words->objectives, report_objectives_free);
    return words->objectives = report_objectives(words->model, function);
}

static void turn_to(ReportWords *words, const ReportFunction *function)
{
    if (words->function == function)
        return;
    htol_arena_free(words->arena);
    words->function = function;
    words->arena = htol_arena_new();
    words->observed = htol_observed_of(words->arena, function->recorded);
    words->missing = htol_missing_new(words->arena, function->function, words->observed);
}

HtolMissing *report_words_missing(ReportWords *words, const ReportFunction *function)
{
    turn_to(words, function);
    return words->missing;
}

HtolEnvs report_words_seen(ReportWords *words, const ReportFunction *function, guint32 decision)
{
    turn_to(words, function);
    HtolEnvs seen = htol_observed_at(words->observed, (HtolSite){HTOL_SITE_DECISION, decision});
    return htol_envs_told(words->arena, &function->function->decisions[decision], seen);
}

gboolean report_words_ran(ReportWords *words, const ReportFunction *function, guint32 block)
{
    turn_to(words, function);
    return htol_observed_at(words->observed, (HtolSite){HTOL_SITE_BLOCK, block}).rows > 0;
}

char *report_why(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    if (objective->status != REPORT_UNCOVERED)
        return g_strdup(objective->why);
    if (objective->objective->user)
        return report_user_evidence(objective);
    char *mutant = report_mutant_why(function, objective->objective);
    if (mutant)
        return mutant;
    turn_to(words, function);
    g_autofree char *why = htol_missing_words(words->missing, objective->objective);
    return report_respelled(words->respell, function, objective->objective, why);
}

static const char *find_source(const ReportModel *model, const char *path)
{
    const ReportFile *file = report_file_at(model, path);
    return file && file->state == REPORT_SOURCE_OK ? file->source : NULL;
}

static void turn_to_file(ReportWords *words, const char *path)
{
    if (words->path && strcmp(words->path, path) == 0)
        return;
    words->path = path;
    g_clear_pointer(&words->lines, g_array_unref);
    words->lines = g_array_new(FALSE, FALSE, sizeof(const char *));
    for (const char *line = find_source(words->model, path); line; line = strchr(line, '\n')) {
        line += words->lines->len > 0;
        g_array_append_val(words->lines, line);
    }
}

char *report_line_text(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    guint number = objective->objective->line;
    turn_to_file(words, report_objective_path(function, objective));
    if (number == 0 || number > words->lines->len)
        return g_strdup("");
    const char *line = g_array_index(words->lines, const char *, number - 1);
    g_autofree char *text = g_strndup(line, MIN(strcspn(line, "\n"), LONGEST_LINE));
    return g_utf8_make_valid(g_strstrip(text), -1);
}

char *report_named(const char *criterion, const char *text, int value, const char *level)
{
    g_autofree char *in = level ? g_strdup_printf(" [%s]", level) : g_strdup("");
    return g_strdup_printf("%s%s%s%s%s", criterion, *text ? " " : "", text,
                           value < 0 ? ""
                           : value   ? " true"
                                     : " false",
                           in);
}

char *report_objective_text(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    return report_respelled(words->respell, function, objective->objective, objective->objective->text);
}

char *report_objective_name(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    const char *criterion = htol_selection_name(&words->model->selection, what->criterion);
    g_autofree char *text = report_objective_text(words, function, objective);
    return report_named(criterion, text, what->value, what->level);
}

char *report_sentence(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    g_autofree char *why = report_why(words, function, objective);
    if (!*why && (what->site.kind == HTOL_SITE_BLOCK || what->site.kind == HTOL_SITE_ARM)) {
        g_free(why);
        why = g_strdup("never reached");
    }
    g_autofree char *name = report_objective_name(words, function, objective);
    g_autofree char *sentence = g_strdup_printf("%s%s%s", name, *why ? ": " : "", why);
    return htol_plain(sentence);
}
