/* Words for objectives that are not covered: a function's at a time, so that little is kept. What is missing
 * is found by htol/missing.h. */
#include "htol/missing.h"
#include "report/renderers.h"
#include "report/user_words.h"

struct ReportWords {
    const ReportFunction *function;
    HtolArena *arena; /* of what is known of the function; NULL: of none */
    HtolObserved *observed;
    HtolMissing *missing;
};

ReportWords *report_words_new(void)
{
    return g_new0(ReportWords, 1);
}

void report_words_free(ReportWords *words)
{
    htol_arena_free(words->arena);
    g_free(words);
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
    return htol_observed_at(words->observed, (HtolSite){HTOL_SITE_DECISION, decision});
}

char *report_why(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    if (objective->status != REPORT_UNCOVERED)
        return g_strdup(objective->why);
    if (objective->objective->user)
        return report_user_evidence(objective);
    turn_to(words, function);
    return htol_missing_words(words->missing, objective->objective);
}

char *report_objective_name(const ReportModel *model, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    g_autofree char *level = what->level ? g_strdup_printf(" [%s]", what->level) : g_strdup("");
    return g_strdup_printf("%s%s%s%s%s", htol_selection_name(&model->selection, what->criterion),
                           *what->text ? " " : "", what->text,
                           what->value < 0 ? "" : what->value ? " true" : " false", level);
}

char *report_sentence(ReportWords *words, const ReportModel *model, const ReportFunction *function,
                      const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    g_autofree char *why = report_why(words, function, objective);
    if (!*why && (what->site.kind == HTOL_SITE_BLOCK || what->site.kind == HTOL_SITE_ARM)) {
        g_free(why);
        why = g_strdup("never reached");
    }
    g_autofree char *name = report_objective_name(model, objective);
    g_autofree char *sentence = g_strdup_printf("%s%s%s", name, *why ? ": " : "", why);
    return report_plain(sentence);
}
