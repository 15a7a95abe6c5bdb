/* Visits objectives; see each.h. */
#include "report/judge/each.h"

#include "report/judge/objectives.h"

typedef gboolean (*IsWanted)(const ReportObjective *objective);

static void each_in(const ReportModel *model, const ReportFunction *function, const ReportObjective *list, guint n,
                    IsWanted is_wanted, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < n; i++)
        if (is_wanted(&list[i]))
            visit(model, function, &list[i], data);
}

static void each_of(const ReportModel *model, const ReportFunction *function, IsWanted is_wanted, ReportVisit visit,
                    gpointer data)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    each_in(model, function, objectives->list, objectives->n, is_wanted, visit, data);
}

static gboolean is_uncovered(const ReportObjective *objective)
{
    return objective->status == REPORT_UNCOVERED;
}

void report_each_uncovered_in(const ReportModel *model, const ReportFile *file, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < file->n_functions; i++)
        if (report_function_open(file->functions[i]) > 0)
            each_of(model, file->functions[i], is_uncovered, visit, data);
}

static gboolean is_unmeasured(const ReportObjective *objective)
{
    return objective->status == REPORT_UNMEASURED;
}

static gboolean has_unmeasured(const ReportFunction *function)
{
    gboolean any = function->n_findings > 0;
    for (guint i = 0; i < function->n_objectives && !any; i++)
        any = function->judged[i].status == REPORT_UNMEASURED;
    return any;
}

static void each_unmeasured_of(const ReportModel *model, const ReportFunction *function, ReportVisit visit,
                               gpointer data)
{
    if (!has_unmeasured(function))
        return;
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    each_in(model, function, objectives->list, objectives->n, is_unmeasured, visit, data);
    each_in(model, function, objectives->findings, objectives->n_findings, is_unmeasured, visit, data);
}

void report_each_unmeasured_in(const ReportModel *model, const ReportFile *file, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < file->n_functions; i++)
        each_unmeasured_of(model, file->functions[i], visit, data);
    if (file->outside)
        each_unmeasured_of(model, file->outside, visit, data);
}

static gboolean is_claimed(const ReportObjective *objective)
{
    return objective->exclusion && report_claim_asserts(objective->exclusion->claim);
}

void report_each_claimed_in(const ReportModel *model, const ReportFile *file, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < file->n_functions; i++)
        if (file->functions[i]->n_special > 0)
            each_of(model, file->functions[i], is_claimed, visit, data);
}
