/* Words for what is covered; see covers.h. */
#include "report/words/covers.h"

#include "htol/base/plain.h"

static gboolean is_one_of(HtolCriterion criterion, const HtolCriterion *list, gsize n)
{
    for (gsize i = 0; i < n; i++)
        if (list[i] == criterion)
            return TRUE;
    return FALSE;
}

gboolean report_covers_little(const ReportObjective *objective)
{
    static const HtolCriterion little[] = {HTOL_CRIT_fc, HTOL_CRIT_stmt, HTOL_CRIT_bbc};
    return is_one_of(objective->objective->criterion, little, G_N_ELEMENTS(little));
}

static gboolean has_outcome(const HtolObjective *what)
{
    static const HtolCriterion outcomes[] = {HTOL_CRIT_bc, HTOL_CRIT_dc, HTOL_CRIT_cc, HTOL_CRIT_dcc};
    return is_one_of(what->criterion, outcomes, G_N_ELEMENTS(outcomes)) && *what->text && what->value >= 0;
}

static gboolean has_decider(const HtolObjective *what)
{
    static const HtolCriterion deciders[] = {HTOL_CRIT_gacc, HTOL_CRIT_cacc, HTOL_CRIT_racc};
    return is_one_of(what->criterion, deciders, G_N_ELEMENTS(deciders)) && *what->text;
}

char *report_covers_words(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    g_autofree char *said = NULL;
    if (what->criterion == HTOL_CRIT_fc)
        return g_strdup("it is called");
    if (report_covers_little(objective))
        return g_strdup("it runs");
    g_autofree char *text = report_objective_text(words, function, objective);
    if (has_outcome(what))
        said = g_strdup_printf("`%s` is %s", text, what->value ? "true" : "false");
    else if (has_decider(what))
        said = g_strdup_printf("`%s` decides the outcome", text);
    else
        said = report_objective_name(words, function, objective);
    return htol_plain(said);
}
