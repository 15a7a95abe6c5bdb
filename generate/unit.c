/* The course of a unit; see unit.h. */
#include "generate/unit.h"

#include <fnmatch.h>

#include "generate/harness.h"

enum { PLATEAU = 60000 };

void generate_unit_look(gpointer data, const AnnotSurveyed *surveyed)
{
    GenerateUnit *unit = data;
    if (!unit->surveyed)
        unit->surveyed = g_array_new(FALSE, FALSE, sizeof(AnnotSurveyed));
    g_array_append_val(unit->surveyed, *surveyed);
}

gboolean generate_is_wanted(const GenerateUnit *unit, const AnnotFunction *function)
{
    for (const char *const *glob = unit->wanted; glob && *glob; glob++)
        if (fnmatch(*glob, function->name, 0) == 0)
            return TRUE;
    return !unit->wanted;
}

static gboolean search_all(GenerateUnit *unit, GError **error)
{
    for (guint i = 0; i < unit->contracts->contracts->len; i++) {
        const GenerateContract *contract = unit->contracts->contracts->pdata[i];
        if (contract->refused || !generate_is_wanted(unit, contract->function))
            continue;
        if (unit->progress)
            unit->progress(unit->data, unit, contract);
        if (!generate_search(unit->search, contract, NULL, (GenerateBudget){unit->time, PLATEAU}, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean shrink_needed(GenerateUnit *unit, GError **error)
{
    for (guint i = 0; i < unit->search->found->len; i++) {
        GenerateFound *found = unit->search->found->pdata[i];
        if (found->needed &&
            !generate_shrink(unit->search, unit->contracts->contracts->pdata[found->function], found, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean run_program(GenerateUnit *unit, GError **error)
{
    g_autoptr(GenerateChooser) chooser = generate_chooser_new(unit->contracts, unit->seed);
    unit->server = generate_server_new(unit->program, unit->environment, error);
    if (!unit->server)
        return FALSE;
    unit->search = generate_search_new(unit->server, chooser);
    gboolean good = search_all(unit, error) && unit->judge(unit->data, unit, error) && shrink_needed(unit, error) &&
                    unit->finish(unit->data, unit, error);
    generate_search_free(unit->search);
    generate_server_free(unit->server);
    return good;
}

static gboolean run_unit(GenerateUnit *unit, GError **error)
{
    const AnnotSurveyed *first = &g_array_index(unit->surveyed, AnnotSurveyed, 0);
    g_autoptr(HtolArena) arena = htol_arena_new();
    unit->contracts = generate_contracts_new(arena, first->text, first->tree);
    g_autofree char *harness = generate_harness(unit->contracts, unit->source, unit->path);
    g_autofree char *inside = generate_inside();
    unit->program = unit->build(unit->data, unit, harness, inside, error);
    gboolean good = unit->program && run_program(unit, error);
    g_clear_pointer(&unit->program, g_free);
    generate_contracts_free(unit->contracts);
    return good;
}

void generate_unit_end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    GenerateUnit *unit = data;
    (void)id;
    if (!unit->surveyed)
        return;
    run_unit(unit, &unit->error);
    g_clear_pointer(&unit->surveyed, g_array_unref);
}
