/* Answers what is asked of a model; see model.h. It makes none. */
#include <errno.h>
#include <string.h>

#include "htol/base/plain.h"
#include "report/model/objectives.h"

gboolean report_is_constant(const HtolRowCondition *condition)
{
    return condition->state != HTOL_CONDITION_LIVE && condition->state != HTOL_CONDITION_ALONE;
}

gboolean report_criterion_find(const HtolSelection *selection, const char *name, HtolCriterion *criterion)
{
    name = htol_criterion_of_alias(name);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        *criterion = i;
        if (selection->wanted[i] && (g_ascii_strcasecmp(name, htol_selection_name(selection, i)) == 0 ||
                                     g_ascii_strcasecmp(name, htol_criteria[i].name) == 0))
            return TRUE;
    }
    return FALSE;
}

/* That a file is not there, or of somebody else, is a state of it; all other causes are trouble. */
void report_name_unread(const ReportModel *model, const char *path, int cause)
{
    if (cause == 0 || cause == ENOENT || cause == ENOTDIR || cause == EACCES)
        return;
    g_autofree char *words = g_strdup_printf("%s: cannot be read: %s", path, g_strerror(cause));
    g_autofree char *plain = htol_plain(words);
    for (guint i = 0; i < model->unread->len; i++)
        if (strcmp(model->unread->pdata[i], plain) == 0)
            return;
    g_ptr_array_add(model->unread, htol_arena_strndup(model->arena, plain, strlen(plain)));
}

const ReportFile *report_file_at(const ReportModel *model, const char *path)
{
    for (guint i = 0; i < model->n_files; i++)
        if (strcmp(model->files[i]->path, path) == 0)
            return model->files[i];
    return NULL;
}

char *report_objective_id(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    return g_strdup_printf("%s:%s:%s", function->id, htol_selection_name(&model->selection, what->criterion), what->id);
}

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

void report_each_uncovered(const ReportModel *model, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            if (report_function_open(model->files[i]->functions[k]) > 0)
                each_of(model, model->files[i]->functions[k], is_uncovered, visit, data);
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

void report_each_unmeasured(const ReportModel *model, ReportVisit visit, gpointer data)
{
    for (guint i = 0; i < model->n_files; i++) {
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            each_unmeasured_of(model, model->files[i]->functions[k], visit, data);
        if (model->files[i]->outside)
            each_unmeasured_of(model, model->files[i]->outside, visit, data);
    }
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

const char *report_objective_path(const ReportFunction *function, const ReportObjective *objective)
{
    guint32 file = objective->objective->file;
    return file < function->function->n_files ? function->function->files[file].path : function->path;
}

HtolCriterion report_headline(const ReportModel *model)
{
    if (model->selection.wanted[HTOL_CRIT_stmt])
        return HTOL_CRIT_stmt;
    HtolCriterion first = 0;
    while (first + 1 < HTOL_CRITERIA && !model->selection.wanted[first])
        first++;
    return first;
}
