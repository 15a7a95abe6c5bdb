/* Enumerates paths; see paths.h. All but edge pairs and bases come from one depth-first search, which differs
 * in the nodes that it may go through and end at. Sets of paths are kept by path_set.c. */
#include "htol/graph/paths.h"

#include <string.h>

/* Edges that an enumeration looks at and nodes that it copies, at most; and where that is enough when it is
 * known that there are too many paths. */
enum { MOST_STEPS = 1 << 22, FEWER_STEPS = 1 << 18 };

/* ---- what an enumeration adds to: a set, until there is too much ---- */

typedef struct {
    HtolPathSet *set;
    guint32 cap;
    guint n_paths, n_nodes; /* of the set before */
    guint32 found, steps;
} Output;

static Output output_to(HtolPathSet *set, guint32 cap)
{
    return (Output){set, cap, set->paths->len, set->nodes->len, 0, 0};
}

static void add_path(Output *output, const guint32 *nodes, HtolPath path)
{
    if (output->found < output->cap)
        htol_path_set_add(output->set, nodes, path);
    output->steps += path.n_nodes;
    output->found++;
}

static gboolean is_exhausted(const Output *output)
{
    return output->steps > (output->found > output->cap ? FEWER_STEPS : MOST_STEPS);
}

static HtolPathCount finish_output(Output *output)
{
    if (output->found <= output->cap && !is_exhausted(output))
        return (HtolPathCount){.paths = output->found, .all = TRUE};
    g_array_set_size(output->set->paths, output->n_paths);
    g_array_set_size(output->set->nodes, output->n_nodes);
    return (HtolPathCount){.paths = output->found,
                           .why = is_exhausted(output) ? HTOL_UNPATHED_UNCOUNTED : HTOL_UNPATHED_MANY};
}

/* ---- the search for paths ---- */

typedef struct {
    const HtolGraph *graph;
    const guint8 *through;   /* of each node, whether a path may go through it */
    const guint8 *ends;      /* of each node, whether a path that comes to it is wanted */
    const HtolGraph *turned; /* NULL, or: paths that cannot be prolonged at either end are wanted too */
    guint32 most;            /* how often a path may go through a node, 1 at least */
    guint32 least;           /* nodes that a path must have */
    guint32 leaves;          /* paths from one start that cannot be prolonged at their end */
    HtolPath path;           /* what is wanted: its kinds and loop */
    Output *output;
    /* the path that the search is at */
    GArray *nodes;   /* guint32; room for one more behind them */
    GArray *next;    /* guint32: for each of them the edge to look at next */
    guint32 *visits; /* of each node: how often it is on the path */
} Search;

static Search *search_new(const HtolGraph *graph, guint32 kinds, Output *output)
{
    Search *search = g_new0(Search, 1);
    search->graph = graph;
    search->most = 1;
    search->path.kinds = kinds;
    search->output = output;
    search->nodes = g_array_new(FALSE, FALSE, sizeof(guint32));
    search->next = g_array_new(FALSE, FALSE, sizeof(guint32));
    search->visits = g_new0(guint32, graph->n_nodes);
    return search;
}

static void search_free(Search *search)
{
    g_array_unref(search->nodes);
    g_array_unref(search->next);
    g_free(search->visits);
    g_free(search);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Search, search_free)

static void push_node(Search *search, guint32 node)
{
    g_array_append_val(search->nodes, node);
    g_array_append_val(search->next, search->graph->first[node]);
    search->visits[node]++;
}

static void pop_node(Search *search)
{
    guint length = search->nodes->len - 1;
    search->visits[g_array_index(search->nodes, guint32, length)]--;
    g_array_set_size(search->nodes, length);
    g_array_set_size(search->next, length);
}

static void put_path(Search *search)
{
    search->path.n_nodes = search->nodes->len;
    if (search->path.n_nodes >= search->least)
        add_path(search->output, (const guint32 *)search->nodes->data, search->path);
}

/* The path as it is and `end`. */
static void put_ended(Search *search, guint32 end)
{
    g_array_append_val(search->nodes, end);
    put_path(search);
    g_array_set_size(search->nodes, search->nodes->len - 1);
}

/* Whether nothing leads to the path's begin but what is on it. */
static gboolean is_first(const Search *search)
{
    guint32 start = g_array_index(search->nodes, guint32, 0);
    for (guint32 i = search->turned->first[start]; i < search->turned->first[start + 1]; i++)
        if (search->visits[search->turned->edges[i].to] == 0)
            return FALSE;
    return TRUE;
}

/* Whether the path, which is complete but for its end, can be prolonged at it. */
static gboolean can_go_on(const Search *search, guint32 node)
{
    for (guint32 i = search->graph->first[node]; i < search->graph->first[node + 1]; i++) {
        guint32 to = search->graph->edges[i].to;
        if (search->ends[to] || search->visits[to] == 0)
            return TRUE;
    }
    return FALSE;
}

static void come_to_leaf(Search *search, guint32 node)
{
    if (!search->turned || can_go_on(search, node))
        return;
    search->leaves++;
    if (is_first(search))
        put_path(search);
}

static void look_at(Search *search, guint32 to)
{
    if (search->ends[to])
        put_ended(search, to);
    if (!search->through[to] || search->visits[to] >= search->most)
        return;
    push_node(search, to);
    come_to_leaf(search, to);
}

/* Finds the paths that begin at `start`, in the order of their nodes. */
static void search_from(Search *search, guint32 start)
{
    search->leaves = 0;
    push_node(search, start);
    come_to_leaf(search, start);
    while (search->nodes->len > 0) {
        guint32 node = g_array_index(search->nodes, guint32, search->nodes->len - 1);
        guint32 *next = &g_array_index(search->next, guint32, search->nodes->len - 1);
        if (is_exhausted(search->output) || *next == search->graph->first[node + 1])
            pop_node(search);
        else if (++search->output->steps)
            look_at(search, search->graph->edges[(*next)++].to);
    }
}

/* ---- edge pairs ---- */

static gboolean has_edges(const HtolGraph *graph, guint32 node)
{
    return graph->first[node] < graph->first[node + 1];
}

/* Whether it is a path of length 1 and no part of a longer one. */
static gboolean stands_alone(const HtolGraph *graph, const HtolGraph *turned, HtolGraphEdge edge)
{
    return !has_edges(graph, edge.to) && !has_edges(turned, edge.from);
}

static guint32 count_pairs(const HtolGraph *graph, const HtolGraph *turned)
{
    guint64 pairs = graph->n_edges == 0;
    for (guint32 i = 0; i < graph->n_edges; i++) {
        guint32 to = graph->edges[i].to;
        pairs += graph->first[to + 1] - graph->first[to] + stands_alone(graph, turned, graph->edges[i]);
    }
    return MIN(pairs, G_MAXUINT32);
}

/* Paths that begin with the edge. */
static void put_pairs(const HtolGraph *graph, const HtolGraph *turned, HtolGraphEdge edge, Output *output)
{
    for (guint32 i = graph->first[edge.to]; i < graph->first[edge.to + 1]; i++)
        add_path(output, (guint32[]){edge.from, edge.to, graph->edges[i].to},
                 (HtolPath){.n_nodes = 3, .kinds = HTOL_PATH_EDGE_PAIR});
    if (stands_alone(graph, turned, edge))
        add_path(output, (guint32[]){edge.from, edge.to}, (HtolPath){.n_nodes = 2, .kinds = HTOL_PATH_EDGE_PAIR});
}

HtolPathCount htol_paths_edge_pairs(const HtolGraph *graph, guint32 cap, HtolPathSet *set)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolGraph *turned = htol_graph_turned(arena, graph);
    Output output = output_to(set, cap);
    guint32 pairs = count_pairs(graph, turned);
    if (pairs > cap)
        return (HtolPathCount){.paths = pairs, .why = HTOL_UNPATHED_MANY};
    for (guint32 i = 0; i < graph->n_edges; i++)
        put_pairs(graph, turned, graph->edges[i], &output);
    if (graph->n_edges == 0)
        add_path(&output, (guint32[]){0}, (HtolPath){.n_nodes = 1, .kinds = HTOL_PATH_EDGE_PAIR});
    return finish_output(&output);
}

/* ---- prime paths ---- */

typedef struct {
    const HtolGraph *graph, *turned;
    const guint32 *components;
    guint8 *through, *ends;
} Primes;

/* Whether something leads to the node that the node does not lead to: no prime path begins there then, unless
 * it comes back there. */
static gboolean has_way_in(const Primes *primes, guint32 node)
{
    const HtolGraph *turned = primes->turned;
    for (guint32 i = turned->first[node]; i < turned->first[node + 1]; i++)
        if (primes->components[turned->edges[i].to] != primes->components[node])
            return TRUE;
    return FALSE;
}

/* Whether some path comes back to the node. */
static gboolean is_in_cycle(const Primes *primes, guint32 node)
{
    const HtolGraph *graph = primes->graph;
    for (guint32 i = graph->first[node]; i < graph->first[node + 1]; i++)
        if (primes->components[graph->edges[i].to] == primes->components[node])
            return TRUE;
    return FALSE;
}

/* Of the paths from the node, those that come back to it and, if asked for, those that cannot be prolonged at
 * either end. */
static void search_primes(const Primes *primes, Search *search, guint32 start, gboolean all)
{
    gboolean open = all && !has_way_in(primes, start);
    if (!open && !is_in_cycle(primes, start))
        return;
    for (guint32 i = 0; i < primes->graph->n_nodes; i++)
        primes->through[i] = open || primes->components[i] == primes->components[start];
    search->turned = open ? primes->turned : NULL;
    primes->ends[start] = TRUE;
    search_from(search, start);
    primes->ends[start] = FALSE;
}

/* A prime path that does not come back to its begin is a path that cannot be prolonged at either end. As a
 * path that cannot be prolonged at its end is the end of some prime path, which has it once only, there are
 * no fewer prime paths than such paths from any one node: so the search takes no longer than that many paths
 * from each node. */
static HtolPathCount find_primes(const HtolGraph *graph, guint32 kind, guint32 cap, HtolPathSet *set)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Output output = output_to(set, cap);
    g_autoptr(Search) search = search_new(graph, kind, &output);
    Primes primes = {graph, htol_graph_turned(arena, graph), htol_graph_components(arena, graph),
                     htol_arena_alloc(arena, graph->n_nodes), htol_arena_alloc(arena, graph->n_nodes)};
    guint32 most_leaves = 0;
    search->through = primes.through;
    search->ends = primes.ends;
    for (guint32 i = 0; i < graph->n_nodes && !is_exhausted(&output); i++) {
        if (graph->reached[i])
            search_primes(&primes, search, i, kind == HTOL_PATH_PRIME);
        most_leaves = MAX(most_leaves, search->leaves);
    }
    HtolPathCount count = finish_output(&output);
    count.paths = MAX(count.paths, most_leaves);
    return count;
}

HtolPathCount htol_paths_prime(const HtolGraph *graph, guint32 cap, HtolPathSet *set)
{
    return find_primes(graph, HTOL_PATH_PRIME, cap, set);
}

HtolPathCount htol_paths_round_trips(const HtolGraph *graph, guint32 cap, HtolPathSet *set)
{
    return find_primes(graph, HTOL_PATH_ROUND_TRIP, cap, set);
}

/* ---- complete paths ---- */

/* How many paths lead to the exit, of a graph without cycles. */
static guint32 count_complete(const HtolGraph *graph)
{
    g_autofree guint32 *order = g_new(guint32, graph->n_nodes), *counts = g_new0(guint32, graph->n_nodes);
    guint32 n = htol_graph_finish_order(graph, order);
    for (guint32 i = 0; i < n; i++) {
        guint32 node = order[i];
        counts[node] = node == graph->n_nodes - 1;
        for (guint32 k = graph->first[node]; k < graph->first[node + 1]; k++) {
            guint32 more = counts[graph->edges[k].to];
            counts[node] = more > G_MAXUINT32 - counts[node] ? G_MAXUINT32 : counts[node] + more;
        }
    }
    return counts[0];
}

/* Marks what leads to the node, by way of nodes that are set in `through`. */
static guint8 *marks_before(HtolArena *arena, const HtolGraph *graph, guint32 node, const guint8 *through)
{
    guint8 *marks = htol_arena_alloc(arena, graph->n_nodes);
    htol_graph_mark(htol_graph_turned(arena, graph), node, through, marks);
    return marks;
}

HtolPathCount htol_paths_complete(const HtolGraph *graph, guint32 repeats, guint32 cap, HtolPathSet *set)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint32 exit = graph->n_nodes - 1;
    Output output = output_to(set, cap);
    guint32 known = htol_graph_has_cycle(graph) ? 0 : count_complete(graph);
    if (known > cap)
        return (HtolPathCount){.paths = known,
                               .why = known < G_MAXUINT32 ? HTOL_UNPATHED_MANY : HTOL_UNPATHED_UNCOUNTED};
    g_autoptr(Search) search = search_new(graph, HTOL_PATH_COMPLETE, &output);
    guint8 *ends = htol_arena_alloc(arena, graph->n_nodes);
    guint8 *leading = marks_before(arena, graph, exit, NULL);
    ends[exit] = TRUE;
    leading[exit] = FALSE;
    search->ends = ends;
    search->through = leading;
    search->most = repeats < G_MAXUINT32 ? 1 + repeats : repeats;
    if (exit == 0)
        add_path(&output, (guint32[]){0}, (HtolPath){.n_nodes = 1, .kinds = HTOL_PATH_COMPLETE});
    search_from(search, 0);
    return finish_output(&output);
}

/* ---- du-paths ---- */

HtolPathCount htol_paths_du(const HtolGraph *graph, HtolGraphEdge from_to, const guint8 *kills, guint32 cap,
                            HtolPathSet *set)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Output output = output_to(set, cap);
    g_autoptr(Search) search = search_new(graph, HTOL_PATH_FLOW, &output);
    guint8 *clear = htol_arena_alloc(arena, graph->n_nodes), *ends = htol_arena_alloc(arena, graph->n_nodes);
    for (guint32 i = 0; i < graph->n_nodes; i++)
        clear[i] = !kills[i] && i != from_to.from && i != from_to.to;
    guint8 *leading = marks_before(arena, graph, from_to.to, clear);
    for (guint32 i = 0; i < graph->n_nodes; i++)
        leading[i] = leading[i] && clear[i];
    ends[from_to.to] = TRUE;
    search->ends = ends;
    search->through = leading;
    search_from(search, from_to.from);
    return finish_output(&output);
}

/* ---- loops ---- */

HtolLoopNodes htol_loop_nodes(HtolArena *arena, const HtolFunction *function, guint32 loop)
{
    const HtolRowLoop *row = &function->loops[loop];
    guint8 *parts = htol_arena_alloc(arena, function->n_nodes);
    for (guint32 i = 0; i < row->members; i++) {
        const HtolRowMember *member = &function->members[row->first_member + i];
        parts[member->node] = member->tests ? HTOL_LOOP_TESTS : HTOL_LOOP_BODY;
    }
    return (HtolLoopNodes){loop, row->head, parts};
}

static guint8 *nodes_of_part(HtolArena *arena, const HtolGraph *graph, const HtolLoopNodes *loop, HtolLoopPart part)
{
    guint8 *nodes = htol_arena_alloc(arena, graph->n_nodes);
    for (guint32 i = 0; i < graph->n_nodes; i++)
        nodes[i] = loop->parts[i] == part;
    return nodes;
}

static gboolean has_any(const guint8 *nodes, guint32 n)
{
    return memchr(nodes, TRUE, n) != NULL;
}

/* Whether some path through nodes of `through` alone comes back to where it began. */
static gboolean can_loop(const HtolGraph *graph, const guint8 *through)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    GArray *edges = g_array_new(FALSE, FALSE, sizeof(HtolGraphEdge));
    for (guint32 i = 0; i < graph->n_edges; i++)
        if (through[graph->edges[i].from] && through[graph->edges[i].to])
            g_array_append_val(edges, graph->edges[i]);
    for (guint32 i = 0; i < graph->n_nodes; i++)
        if (through[i] && i > 0)
            g_array_append_val(edges, ((HtolGraphEdge){0, i}));
    gboolean result =
        htol_graph_has_cycle(htol_graph_new(arena, graph->n_nodes, (const HtolGraphEdge *)edges->data, edges->len));
    g_array_unref(edges);
    return result;
}

static void search_loop(Search *search, guint32 kind, const guint8 *starts, const guint8 *ends)
{
    search->path.kinds = kind;
    search->ends = ends;
    for (guint32 i = 0; i < search->graph->n_nodes; i++)
        if (starts[i] && search->graph->reached[i])
            search_from(search, i);
}

/* The graph without the edges by which nodes of `from` lead to `to`. */
static const HtolGraph *without_edges(HtolArena *arena, const HtolGraph *graph, const guint8 *from, guint32 to)
{
    g_autoptr(GArray) edges = g_array_new(FALSE, FALSE, sizeof(HtolGraphEdge));
    for (guint32 i = 0; i < graph->n_edges; i++)
        if (!from[graph->edges[i].from] || graph->edges[i].to != to)
            g_array_append_val(edges, graph->edges[i]);
    return htol_graph_new(arena, graph->n_nodes, (const HtolGraphEdge *)edges->data, edges->len);
}

/* Puts the path `one` of the set, and behind it `other`, which begins where it ends. */
static void put_both(Search *search, guint one, guint other)
{
    const HtolPathSet *set = search->output->set;
    guint n = g_array_index(set->paths, HtolPath, one).n_nodes;
    guint more = g_array_index(set->paths, HtolPath, other).n_nodes;
    g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(guint32));
    g_array_append_vals(nodes, htol_path_nodes(set, one), n);
    g_array_append_vals(nodes, htol_path_nodes(set, other) + 1, more - 1);
    search->path.n_nodes = nodes->len;
    add_path(search->output, (const guint32 *)nodes->data, search->path);
}

/* Of a loop whose body has no node: each round of its condition from the head back to it enters it, and two rounds
 * repeat it. */
static void search_rounds(Search *search, HtolArena *arena, const HtolLoopNodes *loop, const guint8 *tests)
{
    guint32 n_nodes = search->graph->n_nodes;
    guint8 *inner = htol_arena_memdup(arena, tests, n_nodes), *head = htol_arena_new0(arena, guint8, n_nodes);
    inner[loop->head] = FALSE;
    head[loop->head] = TRUE;
    guint first = search->output->set->paths->len;
    search->through = inner;
    search_loop(search, HTOL_PATH_ENTERED, head, head);
    guint end = search->output->set->paths->len;
    search->path.kinds = HTOL_PATH_REPEATED;
    for (guint i = first; i < end; i++)
        for (guint k = first; k < end && !is_exhausted(search->output); k++)
            put_both(search, i, k);
}

/* Of a loop whose body has nodes, or that has no condition before it. */
static void search_body(Search *search, HtolArena *arena, const HtolLoopNodes *loop, const guint8 *tests)
{
    const HtolGraph *graph = search->graph;
    guint8 *body = nodes_of_part(arena, graph, loop, HTOL_LOOP_BODY);
    gboolean tested = has_any(tests, graph->n_nodes);
    search->through = tests;
    search_loop(search, HTOL_PATH_ENTERED, nodes_of_part(arena, graph, loop, HTOL_LOOP_OUTSIDE), body);
    guint8 *again = tested ? body : htol_arena_alloc(arena, graph->n_nodes);
    again[loop->head] |= !tested;
    search->least = tested ? 3 : 2;
    search_loop(search, HTOL_PATH_REPEATED, body, again);
}

HtolPathCount htol_paths_loop(const HtolGraph *graph, const HtolLoopNodes *loop, guint32 cap, HtolPathSet *set)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Output output = output_to(set, cap);
    g_autoptr(Search) search = search_new(graph, 0, &output);
    guint8 *outside = nodes_of_part(arena, graph, loop, HTOL_LOOP_OUTSIDE);
    guint8 *tests = nodes_of_part(arena, graph, loop, HTOL_LOOP_TESTS);
    gboolean tested = has_any(tests, graph->n_nodes);
    gboolean empty = tested && memchr(loop->parts, HTOL_LOOP_BODY, graph->n_nodes) == NULL;
    const HtolGraph *once = empty ? without_edges(arena, graph, tests, loop->head) : graph;
    if (tested && can_loop(once, tests))
        return (HtolPathCount){.why = HTOL_UNPATHED_LOOPS};
    search->path.loop = 1 + loop->index;
    if (empty)
        search_rounds(search, arena, loop, tests);
    else
        search_body(search, arena, loop, tests);
    search->graph = once;
    search->through = tests;
    search->least = 3;
    if (tested)
        search_loop(search, HTOL_PATH_SKIPPED, outside, outside);
    return finish_output(&output);
}

/* ---- bases ---- */

typedef struct {
    const HtolGraph *graph;
    const guint8 *leading; /* of each node, whether it leads to the exit */
    guint32 *defaults;     /* of each node that does, but the exit: where a baseline goes from it */
    guint32 *before;       /* of each node that was met: where from, 1 + a node; of the entry 0; else NO_NODE */
    GArray *flipped;       /* HtolGraphEdge: what is flipped, in an order such that each comes before those that are
                              flipped behind it */
} Basis;

#define NO_NODE G_MAXUINT32

/* Finds for each node that leads to the exit the first of its successors that are nearest to the exit. */
static void find_defaults(Basis *basis, HtolArena *arena)
{
    const HtolGraph *graph = basis->graph, *turned = htol_graph_turned(arena, graph);
    guint32 *distances = htol_arena_new0(arena, guint32, graph->n_nodes);
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(guint32));
    guint32 exit = graph->n_nodes - 1;
    memset(distances, 0xff, graph->n_nodes * sizeof *distances);
    distances[exit] = 0;
    g_array_append_val(queue, exit);
    for (guint at = 0; at < queue->len; at++) {
        guint32 node = g_array_index(queue, guint32, at);
        for (guint32 i = turned->first[node]; i < turned->first[node + 1]; i++) {
            guint32 from = turned->edges[i].to;
            if (distances[from] == NO_NODE)
                g_array_append_val(queue, from);
            distances[from] = MIN(distances[from], distances[node] + 1);
            if (distances[from] == distances[node] + 1)
                basis->defaults[from] = MIN(basis->defaults[from], node);
        }
    }
}

/* Meets the node, if that is for the first time: it is appended to `nodes`. */
static void meet_node(Basis *basis, guint32 node, guint32 before, GArray *nodes)
{
    if (basis->before[node] != NO_NODE)
        return;
    basis->before[node] = before;
    g_array_append_val(nodes, node);
}

/* Flips each edge from the node that a baseline does not take; the nodes that are met then are appended to
 * `next`. */
static void flip_node(Basis *basis, guint32 node, GArray *next)
{
    const HtolGraph *graph = basis->graph;
    for (guint32 i = graph->first[node]; i < graph->first[node + 1]; i++) {
        guint32 to = graph->edges[i].to;
        if (!basis->leading[to] || to == basis->defaults[node])
            continue;
        g_array_append_val(basis->flipped, graph->edges[i]);
        meet_node(basis, to, 1 + node, next);
    }
}

/* Meets all nodes, those first that need fewer edges flipped. */
static void find_flipped(Basis *basis)
{
    GArray *level = g_array_new(FALSE, FALSE, sizeof(guint32));
    meet_node(basis, 0, 0, level);
    while (level->len > 0) {
        GArray *next = g_array_new(FALSE, FALSE, sizeof(guint32));
        for (guint i = 0; i < level->len; i++) {
            guint32 node = g_array_index(level, guint32, i);
            if (basis->defaults[node] != NO_NODE)
                meet_node(basis, basis->defaults[node], 1 + node, level);
        }
        for (guint i = 0; i < level->len; i++)
            flip_node(basis, g_array_index(level, guint32, i), next);
        g_array_unref(level);
        level = next;
    }
    g_array_unref(level);
}

/* The path to the node by which it was met, and from `on` the baseline to the exit. */
static void put_flipped(const Basis *basis, guint32 node, guint32 on, Output *output)
{
    g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 at = 1 + node; at > 0; at = basis->before[at - 1]) {
        guint32 met = at - 1;
        g_array_prepend_val(path, met);
    }
    for (guint32 at = on; at != NO_NODE; at = basis->defaults[at])
        g_array_append_val(path, at);
    add_path(output, (const guint32 *)path->data, (HtolPath){.n_nodes = path->len, .kinds = HTOL_PATH_BASIS});
}

/* All baselines and flipped paths that a basis has. */
static void put_basis(const Basis *basis, Output *output)
{
    put_flipped(basis, 0, basis->defaults[0], output);
    for (guint i = 0; i < basis->flipped->len && !is_exhausted(output); i++) {
        HtolGraphEdge edge = g_array_index(basis->flipped, HtolGraphEdge, i);
        put_flipped(basis, edge.from, edge.to, output);
    }
}

HtolPathCount htol_paths_basis(const HtolGraph *graph, guint32 cap, HtolPathSet *set)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GArray) flipped = g_array_new(FALSE, FALSE, sizeof(HtolGraphEdge));
    Output output = output_to(set, cap);
    Basis basis = {.graph = graph,
                   .leading = marks_before(arena, graph, graph->n_nodes - 1, NULL),
                   .defaults = htol_arena_new0(arena, guint32, graph->n_nodes),
                   .before = htol_arena_new0(arena, guint32, graph->n_nodes),
                   .flipped = flipped};
    if (!basis.leading[0])
        return (HtolPathCount){.all = TRUE};
    memset(basis.defaults, 0xff, graph->n_nodes * sizeof *basis.defaults);
    memset(basis.before, 0xff, graph->n_nodes * sizeof *basis.before);
    find_defaults(&basis, arena);
    find_flipped(&basis);
    if (flipped->len >= cap)
        return (HtolPathCount){.paths = 1 + flipped->len, .why = HTOL_UNPATHED_MANY};
    put_basis(&basis, &output);
    return finish_output(&output);
}
