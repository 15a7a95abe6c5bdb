/* Finds a function's part of what was recorded; see runs.h. */
#include "prune/objectives/runs.h"

#include <string.h>

static const HtolFunction *built_function(const PruneRuns *runs, const AnnotSurveyed *surveyed)
{
    if (!runs || surveyed->index >= runs->table->n_functions)
        return NULL;
    const HtolFunction *function = &runs->table->functions[surveyed->index];
    gboolean same =
        function->row.slots == surveyed->rows->row.slots && strcmp(function->row.name, surveyed->rows->row.name) == 0;
    return same ? function : NULL;
}

const guint8 *const *prune_runs_of(const PruneRuns *runs, HtolArena *arena, const AnnotSurveyed *surveyed)
{
    const HtolFunction *function = built_function(runs, surveyed);
    if (!function)
        return NULL;
    const guint8 **slots = htol_arena_new0(arena, const guint8 *, runs->n);
    for (guint i = 0; i < runs->n; i++)
        slots[i] = runs->slots[i] + function->first_slot;
    return slots;
}
