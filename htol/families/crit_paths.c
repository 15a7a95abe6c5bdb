/* Criteria over paths in one activation of a function: EPC, PPC, SRTC, CRTC, BPC, CPC, SPC. Which paths there
 * are is in the table already; those of loops are crit_loops.c's. */
#include "htol/expand/expand.h"
#include "htol/graph/graph.h"
#include "htol/graph/tour.h"

static void add_path(HtolExpansion *expansion, guint32 path)
{
    HtolObjective objective = htol_expand_at_node(expansion, htol_tour_start(expansion->function, path));
    objective.site = (HtolSite){HTOL_SITE_PATH, path};
    objective.hyper = htol_expand_any(expansion, HTOL_SITE_PATH, &path, 1);
    objective.text = htol_expand_path_lines(expansion, path);
    objective.id = htol_expand_path_id(expansion, path);
    htol_expand_add(expansion, objective);
}

/* Adds an objective for each path of the kind: that it is taken. */
static void add_paths(HtolExpansion *expansion, HtolPathKind kind)
{
    if (htol_expand_unpathed(expansion, kind))
        return;
    for (guint32 i = 0; i < expansion->function->n_paths; i++)
        if (expansion->function->paths[i].kinds & kind)
            add_path(expansion, i);
}

void htol_crit_epc(HtolExpansion *expansion)
{
    add_paths(expansion, HTOL_PATH_EDGE_PAIR);
}

void htol_crit_ppc(HtolExpansion *expansion)
{
    add_paths(expansion, HTOL_PATH_PRIME);
}

void htol_crit_bpc(HtolExpansion *expansion)
{
    add_paths(expansion, HTOL_PATH_BASIS);
}

void htol_crit_cpc(HtolExpansion *expansion)
{
    add_paths(expansion, HTOL_PATH_COMPLETE);
}

void htol_crit_spc(HtolExpansion *expansion)
{
    add_paths(expansion, HTOL_PATH_SPECIFIED);
}

/* ---- round trips ---- */

/* Whether the function can come back to some node; if not, it has no round trips, whatever was recorded of it. */
static gboolean has_round_trips(const HtolExpansion *expansion)
{
    const HtolGraph *graph = htol_graph_of(expansion->arena, expansion->function);
    return graph && htol_graph_has_cycle(graph);
}

void htol_crit_crtc(HtolExpansion *expansion)
{
    if (has_round_trips(expansion))
        add_paths(expansion, HTOL_PATH_ROUND_TRIP);
}

/* Adds the objective that one of `trips`, the round trips from `node`, is taken. */
static void add_node(HtolExpansion *expansion, guint32 node, const GArray *trips)
{
    HtolObjective objective = htol_expand_at_node(expansion, node);
    const guint32 *paths = (const guint32 *)trips->data;
    objective.site = (HtolSite){HTOL_SITE_PATH, *paths};
    objective.hyper = htol_expand_any(expansion, HTOL_SITE_PATH, paths, trips->len);
    objective.text = htol_arena_printf(expansion->arena, "back to line %u", objective.line);
    objective.id = htol_arena_printf(expansion->arena, "%u", node);
    htol_expand_add(expansion, objective);
}

void htol_crit_srtc(HtolExpansion *expansion)
{
    const HtolFunction *function = expansion->function;
    g_autoptr(GArray) trips = g_array_new(FALSE, FALSE, sizeof(guint32));
    if (!has_round_trips(expansion) || htol_expand_unpathed(expansion, HTOL_PATH_ROUND_TRIP))
        return;
    for (guint32 i = 0; i < function->n_paths; i++) {
        if (!(function->paths[i].kinds & HTOL_PATH_ROUND_TRIP))
            continue;
        guint32 last = trips->len > 0 ? g_array_index(trips, guint32, trips->len - 1) : i;
        guint32 node = htol_tour_start(function, last);
        if (node != htol_tour_start(function, i)) {
            add_node(expansion, node, trips);
            g_array_set_size(trips, 0);
        }
        g_array_append_val(trips, i);
    }
    if (trips->len > 0)
        add_node(expansion, htol_tour_start(function, g_array_index(trips, guint32, 0)), trips);
}
