/* Visits objectives; see each.h. */
#include "report/judge/each.h"

#include "report/judge/objectives.h"

static void each_of(const ReportModel *model, const ReportFunction *function,
                    gboolean (*is_wanted)(const ReportObjective *), ReportVisit visit, gpointer data)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    for (guint i = 0; i < objectives->n; i++)
        if (is_wanted(&objectives->list[i]))
            visit(model, function, &objectives->list[i], data);
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

void report_each_uncovered(const ReportModel *model, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < model->n_files; i++)
        report_each_uncovered_in(model, model->files[i], visit, data);
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
    each_of(model, function, is_unmeasured, visit, data);
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    for (guint i = 0; i < objectives->n_findings; i++)
        if (is_unmeasured(&objectives->findings[i]))
            visit(model, function, &objectives->findings[i], data);
}

void report_each_unmeasured_in(const ReportModel *model, const ReportFile *file, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < file->n_functions; i++)
        each_unmeasured_of(model, file->functions[i], visit, data);
    if (file->outside)
        each_unmeasured_of(model, file->outside, visit, data);
}

void report_each_unmeasured(const ReportModel *model, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < model->n_files; i++)
        report_each_unmeasured_in(model, model->files[i], visit, data);
}

static gboolean is_claimed(const ReportObjective *objective)
{
    return objective->exclusion && report_claim_asserts(objective->exclusion->claim);
}

void report_each_claimed(const ReportModel *model, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            if (model->files[i]->functions[k]->n_special > 0)
                each_of(model, model->files[i]->functions[k], is_claimed, visit, data);
}
