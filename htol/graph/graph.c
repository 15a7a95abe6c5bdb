/* Plain graphs; see graph.h. */
#include "htol/graph/graph.h"

#include "htol/base/sorted.h"

#include <stdlib.h>
#include <string.h>

/* ---- making them ---- */

static int compare_edges(gconstpointer one, gconstpointer other)
{
    const HtolGraphEdge *a = one, *b = other;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

/* Sorts the edges and keeps each once, if the entry leads to where it begins; returns how many. */
static guint32 tidy_edges(HtolGraphEdge *edges, guint32 n_edges, const guint8 *reached)
{
    guint32 kept = 0;
    if (n_edges > 0)
        qsort(edges, n_edges, sizeof *edges, compare_edges);
    for (guint32 i = 0; i < n_edges; i++)
        if (!reached || reached[edges[i].from])
            if (kept == 0 || compare_edges(&edges[kept - 1], &edges[i]) != 0)
                edges[kept++] = edges[i];
    return kept;
}

/* A graph of these edges, which it keeps and puts in order. */
static HtolGraph *make_graph(HtolArena *arena, guint32 n_nodes, HtolGraphEdge *edges, guint32 n_edges,
                             const guint8 *reached)
{
    HtolGraph *graph = htol_arena_new0(arena, HtolGraph, 1);
    guint32 *first = htol_arena_new0(arena, guint32, (gsize)n_nodes + 1), at = 0;
    n_edges = tidy_edges(edges, n_edges, reached);
    for (guint32 node = 0; node <= n_nodes; node++) {
        while (at < n_edges && edges[at].from < node)
            at++;
        first[node] = at;
    }
    *graph = (HtolGraph){n_nodes, n_edges, edges, first, reached};
    return graph;
}

HtolGraph *htol_graph_new(HtolArena *arena, guint32 n_nodes, const HtolGraphEdge *edges, guint32 n_edges)
{
    HtolGraphEdge *copy = htol_arena_memdup(arena, edges, n_edges * sizeof *edges);
    guint8 *reached = htol_arena_alloc(arena, n_nodes);
    g_assert(n_nodes > 0);
    htol_graph_mark(make_graph(arena, n_nodes, copy, n_edges, NULL), 0, NULL, reached);
    return make_graph(arena, n_nodes, copy, n_edges, reached);
}

HtolGraph *htol_graph_of(HtolArena *arena, const HtolFunction *function)
{
    if (function->n_nodes == 0)
        return NULL;
    return htol_graph_new(arena, function->n_nodes, function->edges, function->n_edges);
}

HtolGraph *htol_graph_turned(HtolArena *arena, const HtolGraph *graph)
{
    HtolGraphEdge *edges = htol_arena_new0(arena, HtolGraphEdge, graph->n_edges);
    for (guint32 i = 0; i < graph->n_edges; i++)
        edges[i] = (HtolGraphEdge){graph->edges[i].to, graph->edges[i].from};
    return make_graph(arena, graph->n_nodes, edges, graph->n_edges, graph->reached);
}

/* ---- asking them ---- */

gboolean htol_graph_has_edge(const HtolGraph *graph, guint32 from, guint32 to)
{
    const HtolGraphEdge *edges = graph->edges + graph->first[from];
    guint32 n = graph->first[from + 1] - graph->first[from], i = HTOL_SORTED_FROM(edges, n, HtolGraphEdge, to, to);
    return i < n && edges[i].to == to;
}

static guint32 pop_number(GArray *numbers)
{
    guint32 last = g_array_index(numbers, guint32, numbers->len - 1);
    g_array_set_size(numbers, numbers->len - 1);
    return last;
}

void htol_graph_mark(const HtolGraph *graph, guint32 start, const guint8 *through, guint8 *marks)
{
    g_autoptr(GArray) pending = g_array_new(FALSE, FALSE, sizeof(guint32));
    marks[start] = TRUE;
    g_array_append_val(pending, start);
    while (pending->len > 0) {
        guint32 node = pop_number(pending);
        for (guint32 i = graph->first[node]; i < graph->first[node + 1]; i++) {
            guint32 to = graph->edges[i].to;
            if (!marks[to] && (!through || through[to]))
                g_array_append_val(pending, to);
            marks[to] = TRUE;
        }
    }
}

/* Not recursive: functions of thousands of nodes in a row are met. */
guint32 htol_graph_finish_order(const HtolGraph *graph, guint32 *order)
{
    g_autofree guint32 *stack = g_new(guint32, graph->n_nodes), *next = g_new(guint32, graph->n_nodes);
    g_autofree guint8 *seen = g_new0(guint8, graph->n_nodes);
    guint32 depth = 0, done = 0;
    memcpy(next, graph->first, graph->n_nodes * sizeof *next);
    stack[depth++] = 0;
    seen[0] = TRUE;
    while (depth > 0) {
        guint32 node = stack[depth - 1];
        if (next[node] == graph->first[node + 1]) {
            order[done++] = node;
            depth--;
            continue;
        }
        guint32 to = graph->edges[next[node]++].to;
        if (seen[to])
            continue;
        seen[to] = TRUE;
        stack[depth++] = to;
    }
    return done;
}

/* Gives the component's number to what leads to `root` and has none yet. */
static void number_component(const HtolGraph *turned, guint32 root, guint32 number, guint32 *components)
{
    g_autoptr(GArray) pending = g_array_new(FALSE, FALSE, sizeof(guint32));
    components[root] = number;
    g_array_append_val(pending, root);
    while (pending->len > 0) {
        guint32 node = pop_number(pending);
        for (guint32 i = turned->first[node]; i < turned->first[node + 1]; i++) {
            guint32 from = turned->edges[i].to;
            if (components[from] != HTOL_NO_COMPONENT)
                continue;
            components[from] = number;
            g_array_append_val(pending, from);
        }
    }
}

/* Kosaraju's algorithm (Aho, Hopcroft, Ullman, "Data Structures and Algorithms", 1983). */
guint32 *htol_graph_components(HtolArena *arena, const HtolGraph *graph)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    const HtolGraph *turned = htol_graph_turned(scratch, graph);
    guint32 *components = htol_arena_new0(arena, guint32, graph->n_nodes);
    g_autofree guint32 *order = g_new(guint32, graph->n_nodes);
    memset(components, 0xff, graph->n_nodes * sizeof *components);
    for (guint32 i = htol_graph_finish_order(graph, order); i-- > 0;)
        if (components[order[i]] == HTOL_NO_COMPONENT)
            number_component(turned, order[i], i, components);
    return components;
}

gboolean htol_graph_has_cycle(const HtolGraph *graph)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    const guint32 *components = htol_graph_components(scratch, graph);
    for (guint32 i = 0; i < graph->n_edges; i++)
        if (components[graph->edges[i].from] == components[graph->edges[i].to])
            return TRUE;
    return FALSE;
}
