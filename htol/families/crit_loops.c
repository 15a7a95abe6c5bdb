/* Criteria over loops: ELO, SLO, MLO. Each asks that one of some paths into a loop, past it or once more
 * round it be taken. */
#include "htol/expand/expand.h"

/* Adds the objective that a path of that kind is taken at the loop, if the graph has one. */
static void add_loop(HtolExpansion *expansion, guint32 loop, HtolPathKind kind)
{
    const HtolFunction *function = expansion->function;
    const HtolRowLoop *row = &function->loops[loop];
    g_autoptr(GArray) paths = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 i = 0; i < function->n_paths; i++)
        if (function->paths[i].kinds & kind && function->paths[i].loop == 1 + loop)
            g_array_append_val(paths, i);
    if (paths->len == 0)
        return;
    const guint32 *first = (const guint32 *)paths->data;
    htol_expand_add(expansion, (HtolObjective){.hyper = htol_expand_one_event(expansion, first, paths->len),
                                               .site = {HTOL_SITE_PATH, *first},
                                               .value = -1,
                                               .file = row->file,
                                               .line = row->line,
                                               .column = row->column,
                                               .text = row->text,
                                               .id = htol_arena_printf(expansion->arena, "l%u", loop)});
}

static void add_loops(HtolExpansion *expansion, HtolPathKind kind)
{
    const HtolFunction *function = expansion->function;
    if (function->n_loops == 0 || htol_expand_unpathed(expansion, kind))
        return;
    for (guint32 i = 0; i < function->n_loops; i++)
        add_loop(expansion, i, kind);
}

void htol_crit_elo(HtolExpansion *expansion)
{
    add_loops(expansion, HTOL_PATH_ENTERED);
}

void htol_crit_slo(HtolExpansion *expansion)
{
    add_loops(expansion, HTOL_PATH_SKIPPED);
}

void htol_crit_mlo(HtolExpansion *expansion)
{
    add_loops(expansion, HTOL_PATH_REPEATED);
}
