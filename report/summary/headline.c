/* Chooses the criteria of the four numbers; see headline.h. */
#include "report/summary/headline.h"

static const struct {
    HtolCriterion criterion;
    const char *title, *one, *several;
} known[] = {{HTOL_CRIT_fc, "functions", "function", "functions"},
             {HTOL_CRIT_stmt, "statements", "statement", "statements"},
             {HTOL_CRIT_bc, "branches", "branch", "branches"},
             {HTOL_CRIT_racc, "MC/DC", "MC/DC pair", "MC/DC pairs"},
             {HTOL_CRIT_cacc, "MC/DC", "MC/DC pair", "MC/DC pairs"}};

/* Masking MC/DC stands for MC/DC where the unique-cause form, which the name means to other tools, was not asked for.
 */
static gboolean is_headline(const ReportModel *model, HtolCriterion criterion)
{
    gboolean second = criterion == HTOL_CRIT_cacc && report_is_shown(model, HTOL_CRIT_racc);
    return report_is_shown(model, criterion) && !second;
}

guint report_headlines(const ReportModel *model, HtolCriterion criteria[REPORT_MOST_HEADLINES])
{
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (is_headline(model, known[i].criterion))
            criteria[n++] = known[i].criterion;
    for (guint i = 0, any = n; any == 0 && i < HTOL_CRITERIA && n < REPORT_MOST_HEADLINES; i++)
        if (report_is_shown(model, i))
            criteria[n++] = i;
    return n;
}

void report_headlines_may(const HtolSelection *selection, gboolean criteria[HTOL_CRITERIA])
{
    gboolean any = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
        criteria[known[i].criterion] = TRUE;
        any |= selection->wanted[known[i].criterion];
    }
    for (guint i = 0; !any && i < HTOL_CRITERIA; i++)
        criteria[i] = TRUE;
}

const char *report_headline_title(HtolCriterion criterion)
{
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (known[i].criterion == criterion)
            return known[i].title;
    return htol_criteria[criterion].title;
}

const char *report_title_in(const ReportModel *model, HtolCriterion criterion)
{
    return is_headline(model, criterion) ? report_headline_title(criterion) : htol_criteria[criterion].title;
}

const char *report_headline_unit(HtolCriterion criterion, gboolean one)
{
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (known[i].criterion == criterion)
            return one ? known[i].one : known[i].several;
    if (criterion == HTOL_CRIT_sm)
        return one ? "mutant" : "mutants";
    return htol_criteria[criterion].title;
}
