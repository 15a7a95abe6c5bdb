/* Judges the objectives of functions by what one unit recorded; see elsewhere.h. */
#include "report/read/elsewhere.h"

#include "htol/expand/expansion.h"

#include <string.h>

#include "htol/judge/eval.h"
#include "report/read/reread.h"

struct ReportElsewhere {
    const HtolSelection *selection;
    const ReportUnit *unit; /* that was asked for last, its whole table, and where that lies if it was read again */
    const HtolTable *table;
    HtolArena *arena;
    GHashTable *functions; /* const HtolFunction of the table: GHashTable of names, to ReportThere */
};

ReportElsewhere *report_elsewhere_new(const HtolSelection *selection)
{
    ReportElsewhere *elsewhere = g_new(ReportElsewhere, 1);
    *elsewhere =
        (ReportElsewhere){.selection = selection,
                          .functions = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_hash_table_unref)};
    return elsewhere;
}

void report_elsewhere_free(ReportElsewhere *elsewhere)
{
    g_hash_table_unref(elsewhere->functions);
    htol_arena_free(elsewhere->arena);
    g_free(elsewhere);
}

/* Of a table that cannot be read again nothing is known. */
static void open_unit(ReportElsewhere *elsewhere, const ReportUnit *unit)
{
    if (elsewhere->unit == unit)
        return;
    g_hash_table_remove_all(elsewhere->functions);
    htol_arena_free(elsewhere->arena);
    elsewhere->arena = htol_arena_new();
    elsewhere->unit = unit;
    elsewhere->table = report_unit_table(elsewhere->arena, unit, NULL);
}

static const HtolFunction *function_of(const HtolTable *table, const char *name)
{
    for (guint32 i = 0; table && i < table->n_functions; i++)
        if (strcmp(table->functions[i].row.name, name) == 0)
            return &table->functions[i];
    return NULL;
}

static ReportThere status_of(const HtolObjective *objective, HtolObserved *observed)
{
    if (!objective->hyper || objective->unmeasured || objective->open || objective->by_name || objective->user)
        return REPORT_THERE_IS_NONE;
    return htol_covered(objective->hyper, observed) ? REPORT_THERE_COVERED : REPORT_THERE_UNCOVERED;
}

static GHashTable *judge(const HtolSelection *selection, const ReportUnit *unit, const HtolFunction *function)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    GHashTable *statuses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint n;
    const HtolObjective *objectives = htol_expand(scratch, function, selection, &n);
    HtolObserved *observed = htol_observed_new(scratch, function, unit->slots + function->first_slot);
    for (guint i = 0; i < n && function->row.skipped == HTOL_MEASURED; i++)
        g_hash_table_insert(statuses, htol_objective_name(selection, &objectives[i]),
                            GUINT_TO_POINTER(status_of(&objectives[i], observed)));
    return statuses;
}

ReportThere report_elsewhere_status(ReportElsewhere *elsewhere, const ReportUnit *unit, const char *function,
                                    const char *name)
{
    open_unit(elsewhere, unit);
    const HtolFunction *rows = function_of(elsewhere->table, function);
    if (!rows)
        return REPORT_THERE_IS_NONE;
    GHashTable *statuses = g_hash_table_lookup(elsewhere->functions, rows);
    if (!statuses) {
        statuses = judge(elsewhere->selection, unit, rows);
        g_hash_table_insert(elsewhere->functions, (gpointer)rows, statuses);
    }
    return GPOINTER_TO_UINT(g_hash_table_lookup(statuses, name));
}
