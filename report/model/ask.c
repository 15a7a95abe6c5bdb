/* Answers what is asked of a model; see model.h. It makes and judges none. */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "htol/base/plain.h"
#include "report/model/model.h"

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

gboolean report_function_is_spread(const ReportFunction *function)
{
    const HtolFunction *rows = function->function;
    gboolean spread = FALSE;
    for (guint32 i = 0; i < rows->n_files && !spread; i++)
        spread = strcmp(rows->files[i].path, function->path) != 0;
    return spread;
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

void report_model_keep(const ReportModel *model, gpointer data, GDestroyNotify free)
{
    const ReportKept kept = {data, free};
    g_array_append_val(model->kept, kept);
}

gboolean report_path_matches(const char *path, const char *const *globs)
{
    for (; *globs; globs++)
        if (fnmatch(*globs, path, 0) == 0)
            return TRUE;
    return FALSE;
}
