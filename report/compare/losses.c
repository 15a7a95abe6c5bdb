/* What a change lost on lines that it left alone; see losses.h. Which lines changed diff.c knows. */
#include "report/compare/losses.h"

#include "report/judge/objectives.h"

ReportLosses *report_losses_new(const ReportComparison *comparison, const ReportDiff *diff)
{
    ReportLosses *losses = g_new0(ReportLosses, 1);
    losses->comparison = comparison;
    losses->changes = g_new(ReportChange, MAX(comparison->counts[REPORT_LOST], 1));
    for (guint i = 0; i < comparison->n_changes; i++) {
        const ReportChange *change = &comparison->changes[i];
        if (change->kind == REPORT_LOST &&
            !report_diff_touches(diff, change->b->of, report_said_objective(comparison->b, change->b)->objective))
            losses->changes[losses->n++] = *change;
    }
    return losses;
}

void report_losses_free(ReportLosses *losses)
{
    g_free(losses->changes);
    g_free(losses);
}
