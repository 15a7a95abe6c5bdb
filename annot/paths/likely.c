/* Walks through an automaton with weights; see likely.h. */
#include "annot/paths/likely.h"

#include <string.h>

enum {
    STEPS = 100,
    STAYS = 8, /* how often a loop repeats for each time that it is left */
    SHORT = 3,
    LONG = 2 /* how often an optional part is skipped, and how often done */
};

/* Whether the edge from `from` to `to` skips a node: one that another edge from `from` leads to, and that leads to
 * `to`. */
static gboolean is_short(const HtolGraph *graph, guint32 from, guint32 to)
{
    for (guint32 e = graph->first[from]; e < graph->first[from + 1]; e++)
        if (graph->edges[e].to != to && htol_graph_has_edge(graph, graph->edges[e].to, to))
            return TRUE;
    return FALSE;
}

static void weigh_edges(const HtolGraph *graph, const guint8 *depth, guint32 node, double *edges)
{
    double all = 0;
    for (guint32 e = graph->first[node]; e < graph->first[node + 1]; e++) {
        guint32 to = graph->edges[e].to;
        edges[e] = (is_short(graph, node, to) ? SHORT : LONG) * (depth[to] < depth[node] ? 1 : STAYS);
        all += edges[e];
    }
    for (guint32 e = graph->first[node]; e < graph->first[node + 1]; e++)
        edges[e] /= all;
}

/* Spreads the likelihood `much` of the state to those that its edges lead to; the exit leads back to the start. */
static void spread_likelihood(const HtolGraph *graph, const HtolTour *tour, const double *edges, guint32 state,
                              double much, double *after)
{
    guint32 node = tour->states[state].node;
    if (graph->first[node] == graph->first[node + 1])
        after[0] += much;
    for (guint32 e = graph->first[node]; e < graph->first[node + 1]; e++)
        after[htol_tour_next(tour, state, graph->edges[e].to)] += much * edges[e];
}

AnnotLikely annot_likely(HtolArena *arena, const HtolGraph *graph, const HtolTour *tour, const guint8 *depth)
{
    guint32 n = tour->n_states;
    double *edges = htol_arena_new0(arena, double, graph->n_edges), *sum = htol_arena_new0(arena, double, n);
    g_autofree double *before = g_new0(double, n), *after = g_new0(double, n);
    for (guint32 node = 0; node < graph->n_nodes; node++)
        weigh_edges(graph, depth, node, edges);
    before[0] = 1;
    for (guint step = 0; step < STEPS; step++) {
        memset(after, 0, n * sizeof *after);
        for (guint32 state = 0; state < n; state++)
            if (before[state] > 0)
                spread_likelihood(graph, tour, edges, state, before[state], after);
        for (guint32 state = 0; state < n; state++)
            sum[state] += after[state];
        memcpy(before, after, n * sizeof *after);
    }
    return (AnnotLikely){sum, edges};
}
