/* Scores: sums of totals, and how they become percentages. */
#include "report/model/model.h"

const char *const report_status_names[REPORT_STATUSES] = {"uncovered",  "covered",   "excluded", "infeasible",
                                                          "unmeasured", "duplicate", "subsumed"};

gboolean report_is_shown(const ReportModel *model, HtolCriterion criterion)
{
    const ReportTotals *totals = &model->totals[criterion];
    return model->selection.wanted[criterion] &&
           (model->selection.named[criterion] || totals->objectives + totals->unmeasured > 0);
}

guint report_wanted(const ReportTotals *totals)
{
    return totals->objectives - totals->excluded - totals->infeasible;
}

guint report_open(const ReportTotals totals[HTOL_CRITERIA])
{
    guint open = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        open += report_wanted(&totals[i]) - totals[i].covered;
    return open;
}

int report_score(const ReportTotals *totals)
{
    return report_wanted(totals) ? (int)((guint64)totals->covered * 1000 / report_wanted(totals)) : -1;
}

char *report_score_text(const ReportTotals *totals)
{
    int score = report_score(totals);
    if (score < 0)
        return g_strdup("n/a");
    return score == 1000 ? g_strdup("100%") : g_strdup_printf("%d.%d%%", score / 10, score % 10);
}

guint report_pruned(const ReportTotals *totals)
{
    guint pruned = 0;
    for (guint i = 0; i < HTOL_PROOFS; i++)
        pruned += totals->pruned[i];
    return pruned;
}

char *report_pruned_score_text(const ReportTotals *totals)
{
    ReportTotals left = *totals;
    left.objectives -= report_pruned(totals);
    left.covered -= totals->pruned_covered;
    return report_score_text(&left);
}

void report_totals_count(ReportTotals *totals, ReportStatus status)
{
    totals->objectives += status != REPORT_UNMEASURED;
    switch (status) {
    case REPORT_COVERED: totals->covered++; break;
    case REPORT_EXCLUDED: totals->excluded++; break;
    case REPORT_INFEASIBLE: totals->infeasible++; break;
    case REPORT_UNMEASURED: totals->unmeasured++; break;
    default: break;
    }
}

void report_totals_add(ReportTotals *sum, const ReportTotals *totals)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        sum[i].objectives += totals[i].objectives;
        sum[i].covered += totals[i].covered;
        sum[i].excluded += totals[i].excluded;
        sum[i].infeasible += totals[i].infeasible;
        sum[i].unmeasured += totals[i].unmeasured;
        sum[i].pruned_covered += totals[i].pruned_covered;
        for (guint kind = 0; kind < HTOL_PROOFS; kind++)
            sum[i].pruned[kind] += totals[i].pruned[kind];
    }
}

/* A proof takes no objective out of the score. */
static void count_proof(ReportTotals *totals, HtolProofKind kind, ReportStatus status)
{
    totals->pruned[kind]++;
    totals->pruned_covered += status == REPORT_COVERED;
    totals->infeasible -= status == REPORT_INFEASIBLE;
}

void report_totals_add_function(ReportTotals sum[HTOL_CRITERIA], const ReportFunction *function)
{
    for (guint i = 0; i < function->n_objectives; i++)
        report_totals_count(&sum[function->judged[i].criterion], function->judged[i].status);
    for (guint i = 0; i < function->n_special; i++) {
        const ReportSpecial *special = &function->special[i];
        const ReportJudged *judged = &function->judged[special->index];
        if (special->proof)
            count_proof(&sum[judged->criterion], special->proof->kind, judged->status);
    }
}

ReportTotals report_function_totals(const ReportFunction *function, HtolCriterion criterion)
{
    ReportTotals totals[HTOL_CRITERIA] = {0};
    report_totals_add_function(totals, function);
    return totals[criterion];
}

guint report_function_open(const ReportFunction *function)
{
    ReportTotals totals[HTOL_CRITERIA] = {0};
    report_totals_add_function(totals, function);
    return report_open(totals);
}
