/* Finds who calls functions that were never called; see callers.h. */
#include "report/model/callers.h"

#include <string.h>

/* Functions of one name that were never called. */
typedef struct {
    GPtrArray *functions; /* ReportFunction */
    gboolean shared;      /* others have the name, too */
} Namesakes;

static void free_namesakes(gpointer data)
{
    Namesakes *namesakes = data;
    g_ptr_array_unref(namesakes->functions);
    g_free(namesakes);
}

static void add_function(GHashTable *by_name, ReportFunction *function)
{
    Namesakes *namesakes = g_hash_table_lookup(by_name, function->function->row.name);
    if (!namesakes) {
        namesakes = g_new0(Namesakes, 1);
        namesakes->functions = g_ptr_array_new();
        g_hash_table_insert(by_name, (gpointer)function->function->row.name, namesakes);
    } else {
        namesakes->shared = TRUE;
    }
    if (!function->called)
        g_ptr_array_add(namesakes->functions, function);
}

static gboolean is_known(const ReportFunction *function, const ReportFunction *caller)
{
    for (guint i = 0; i < function->n_callers; i++)
        if (function->callers[i].function == caller)
            return TRUE;
    return FALSE;
}

static void add_caller(HtolArena *arena, ReportFunction *function, const ReportFunction *caller, guint32 line)
{
    if (function == caller || function->n_callers == REPORT_MOST_CALLERS || is_known(function, caller))
        return;
    ReportCaller *callers = (ReportCaller *)function->callers;
    if (!callers)
        function->callers = callers = htol_arena_new0(arena, ReportCaller, REPORT_MOST_CALLERS);
    callers[function->n_callers++] = (ReportCaller){caller, line};
}

static void add_calls(HtolArena *arena, GHashTable *by_name, const ReportFunction *caller)
{
    for (guint32 i = 0; i < caller->function->n_calls; i++) {
        const HtolRowCall *call = &caller->function->calls[i];
        const Namesakes *namesakes = *call->callee ? g_hash_table_lookup(by_name, call->callee) : NULL;
        for (guint k = 0; namesakes && k < namesakes->functions->len; k++) {
            ReportFunction *function = namesakes->functions->pdata[k];
            if (!namesakes->shared || strcmp(function->path, caller->path) == 0)
                add_caller(arena, function, caller, call->line);
        }
    }
}

void report_find_callers(ReportModel *model)
{
    g_autoptr(GHashTable) by_name = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_namesakes);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            add_function(by_name, model->files[i]->functions[k]);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            add_calls(model->arena, by_name, model->files[i]->functions[k]);
}
