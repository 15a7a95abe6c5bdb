/* Gathers users' objectives and the warnings about them; see users.h. */
#include "report/merge/users.h"

#include <string.h>

#include "report/read/reread.h"

enum { MOST_NAMES = 5 }; /* of labels in one warning */

/* Gathering
 * ---------------------------------------------------------------------------------------------------- */

static void add_texts(HtolUsers *users, const ReportScripts *scripts, const HtolTable *table)
{
    gboolean all;
    g_autoptr(GHashTable) current = report_scripts_current(scripts, table, &all);
    for (guint32 i = 0; i < table->n_scripts; i++)
        if (report_script_is_current(scripts, &table->scripts[i]))
            htol_users_add_script(users, &table->scripts[i]);
    for (guint32 i = 0; i < table->n_faults; i++)
        if (g_hash_table_contains(current, table->faults[i].path))
            htol_users_add_fault(users, &table->faults[i]);
}

static void add_functions(HtolUsers *users, const ReportSource *source)
{
    for (guint i = 0; i < source->n_functions; i++)
        htol_users_add_function(users, &source->functions[i]->recorded);
}

HtolUserVerdicts report_users_judge(HtolArena *arena, const ReportInputs *inputs, const ReportMerge *merge,
                                    const ReportScripts *scripts)
{
    g_autoptr(HtolUsers) users = htol_users_new(arena);
    for (guint i = 0; i < inputs->units->len; i++)
        add_texts(users, scripts, ((ReportUnit *)inputs->units->pdata[i])->table);
    for (guint i = 0; i < scripts->n_scripts; i++)
        if (scripts->scripts[i].asked)
            htol_users_ask(users, scripts->scripts[i].asked);
    for (guint i = 0; i < merge->n_sources; i++)
        add_functions(users, &merge->sources[i]);
    return htol_users_judge(users);
}

/* Warnings
 * ---------------------------------------------------------------------------------------------------- */

static void G_GNUC_PRINTF(4, 5) warn(HtolArena *arena, GArray *warnings, const char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    const HtolFault warning = {.where = {.file = path}, .message = htol_arena_strndup(arena, message, strlen(message))};
    g_array_append_val(warnings, warning);
}

/* Of a source file it is said once, of the file. */
static void warn_of_script(HtolArena *arena, GArray *warnings, const ReportScript *script)
{
    gboolean source = script->kind == HTOL_SCRIPT_COMMENT || script->kind == HTOL_SCRIPT_MARKS;
    if (script->state == REPORT_SOURCE_CHANGED && !source)
        warn(arena, warnings, script->path, "has changed since it was compiled: build and run again");
    if (script->n_others > 0)
        warn(arena, warnings, script->path,
             "units were compiled with several texts of its objectives: what %u of %u recorded for them does "
             "not "
             "count",
             script->n_others, script->n_units + script->n_others);
}

/* The names of the unit's labels with environments, as far as there is room for them: each once. */
static char *names_of(const HtolTable *table)
{
    g_autoptr(GHashTable) set = g_hash_table_new(g_str_hash, g_str_equal);
    GString *names = g_string_new(NULL);
    for (guint i = 0; i < table->n_functions; i++) {
        const HtolFunction *function = &table->functions[i];
        for (guint32 l = 0; l < function->n_labels; l++) {
            const char *name = function->labels[l].name;
            if (function->labels[l].source == 0 || !g_hash_table_add(set, (gpointer)name))
                continue;
            if (g_hash_table_size(set) <= MOST_NAMES)
                g_string_append_printf(names, "%s%s", names->len ? ", " : "", name);
        }
    }
    if (g_hash_table_size(set) > MOST_NAMES)
        g_string_append_printf(names, " and %u more", g_hash_table_size(set) - MOST_NAMES);
    return g_string_free(names, FALSE);
}

static guint count_over_cap(const HtolTable *table)
{
    guint count = 0;
    for (guint i = 0; i < table->n_functions; i++)
        for (guint32 d = 0; d < table->functions[i].n_decisions; d++)
            count += table->functions[i].decisions[d].source > 0;
    return count;
}

/* What may be missing if the unit lost tuples. */
static char *losses_of(const HtolTable *table)
{
    guint decisions = count_over_cap(table);
    g_autofree char *names = names_of(table);
    GString *losses = g_string_new("coverage");
    if (decisions > 0)
        g_string_printf(losses, "vectors of decisions with too many ways (%u; their DC and CC are exact all the same)",
                        decisions);
    if (*names)
        g_string_append_printf(losses, "%s of labels %s", decisions > 0 ? ", and coverage" : "", names);
    return g_string_free(losses, FALSE);
}

static void warn_of_lost(HtolArena *arena, GArray *warnings, const ReportUnit *unit)
{
    if (unit->lost == 0)
        return;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    const HtolTable *table = report_unit_table(scratch, unit, NULL);
    g_autofree char *losses = losses_of(table ? table : unit->table);
    warn(arena, warnings, unit->table->row.path,
         "its room for environments was used up, and %" G_GUINT64_FORMAT
         " times one could not be kept: %s may be missing; hlcov cc --tuples=KIB gives more",
         unit->lost, losses);
}

const HtolFault *report_users_warnings(HtolArena *arena, const ReportInputs *inputs, const HtolUserVerdicts *verdicts,
                                       const ReportScripts *scripts, guint *count)
{
    g_autoptr(GArray) warnings = g_array_new(FALSE, FALSE, sizeof(HtolFault));
    for (guint i = 0; i < scripts->n_scripts; i++)
        warn_of_script(arena, warnings, &scripts->scripts[i]);
    g_array_append_vals(warnings, verdicts->warnings, verdicts->n_warnings);
    for (guint i = 0; i < inputs->units->len; i++)
        warn_of_lost(arena, warnings, inputs->units->pdata[i]);
    *count = warnings->len;
    return htol_arena_memdup(arena, warnings->data, warnings->len * sizeof(HtolFault));
}
