/* The automaton of paths; see tour.h. */
#include "htol/graph/tour.h"

#include <string.h>

/* The state `parent` followed by the node; HTOL_NO_STATE if there is none. Behind the single nodes states are
 * in the order of their parents, then of their nodes. */
static guint32 child_of(const HtolTour *tour, guint32 parent, guint32 node)
{
    guint32 low = tour->n_nodes, high = tour->n_states;
    while (low < high) {
        guint32 middle = low + (high - low) / 2;
        const HtolRowState *state = &tour->states[middle];
        if (state->parent < 1 + parent || (state->parent == 1 + parent && state->node < node))
            low = middle + 1;
        else
            high = middle;
    }
    gboolean found = low < tour->n_states && tour->states[low].parent == 1 + parent && tour->states[low].node == node;
    return found ? low : HTOL_NO_STATE;
}

guint32 htol_tour_next(const HtolTour *tour, guint32 state, guint32 node)
{
    for (guint32 at = 1 + state; at > 0; at = tour->states[at - 1].fail) {
        guint32 child = child_of(tour, at - 1, node);
        if (child != HTOL_NO_STATE)
            return child;
    }
    return node;
}

guint32 htol_tour_state(const HtolTour *tour, const guint32 *nodes, guint32 n)
{
    guint32 state = nodes[0] < tour->n_nodes ? nodes[0] : HTOL_NO_STATE;
    for (guint32 i = 1; i < n && state != HTOL_NO_STATE; i++)
        state = child_of(tour, state, nodes[i]);
    return state;
}

const guint32 *htol_tour_string(HtolArena *arena, const HtolRowState *states, guint32 state, guint32 *n)
{
    guint32 length = 0;
    for (guint32 at = 1 + state; at > 0; at = states[at - 1].parent)
        length++;
    guint32 *nodes = htol_arena_new0(arena, guint32, length);
    *n = length;
    for (guint32 at = 1 + state; at > 0; at = states[at - 1].parent)
        nodes[--length] = states[at - 1].node;
    return nodes;
}

guint32 htol_tour_start(const HtolFunction *function, guint32 path)
{
    guint32 state = function->paths[path].state;
    while (function->states[state].parent > 0)
        state = function->states[state].parent - 1;
    return function->states[state].node;
}

static guint hash_place(gconstpointer node)
{
    const HtolRowNode *row = node;
    return row->file * 31 + row->line;
}

static gboolean is_beside(gconstpointer one, gconstpointer other)
{
    const HtolRowNode *left = one, *right = other;
    return left->file == right->file && left->line == right->line;
}

guint8 *htol_tour_shared_lines(HtolArena *arena, const HtolFunction *function)
{
    guint8 *shared = htol_arena_new0(arena, guint8, MAX(function->n_nodes, 1));
    g_autoptr(GHashTable) first = g_hash_table_new(hash_place, is_beside); /* of each line: the row of a node */
    for (guint32 i = 0; i < function->n_nodes; i++) {
        HtolRowNode *row = &function->nodes[i], *other = g_hash_table_lookup(first, row);
        if (other)
            shared[i] = shared[other - function->nodes] = TRUE;
        else
            g_hash_table_add(first, row);
    }
    return shared;
}

const char *htol_tour_lines(HtolArena *arena, const HtolFunction *function, const guint8 *shared, guint32 path)
{
    guint32 n;
    const guint32 *nodes = htol_tour_string(arena, function->states, function->paths[path].state, &n);
    g_autoptr(GString) text = g_string_new(n > 1 ? "lines " : "line ");
    for (guint32 i = 0; i < n; i++) {
        const HtolRowNode *row = &function->nodes[nodes[i]];
        g_string_append_printf(text, "%s%u", i > 0 ? " -> " : "", row->line);
        if (shared[nodes[i]])
            g_string_append_printf(text, ":%u", row->column);
    }
    return htol_arena_strndup(arena, text->str, text->len);
}

HtolTour htol_tour_of(const HtolFunction *function)
{
    return (HtolTour){.n_states = function->n_states,
                      .states = function->states,
                      .n_nodes = function->n_nodes,
                      .n_slots = function->row.slots,
                      .n_paths = function->n_paths,
                      .paths = function->paths};
}

/* ---- making it ---- */

/* Adds a state for each path that has more than `depth` nodes and differs from the path before in one of the
 * first depth + 1. `ends` is the state of each path's first `depth` nodes, then of its first depth + 1. FALSE
 * if no path is that long. */
static gboolean add_level(HtolTour *tour, const HtolPathSet *set, guint32 depth, guint32 *ends)
{
    guint32 level = tour->n_states;
    for (guint32 i = 0; i < tour->n_paths; i++) {
        guint32 node;
        if (g_array_index(set->paths, HtolPath, i).n_nodes <= depth)
            continue;
        node = htol_path_nodes(set, i)[depth];
        const HtolRowState *last = &tour->states[tour->n_states - 1];
        gboolean same = tour->n_states > level && last->parent == 1 + ends[i] && last->node == node;
        if (!same)
            tour->states[tour->n_states++] = (HtolRowState){.node = node, .parent = 1 + ends[i]};
        ends[i] = tour->n_states - 1;
    }
    return tour->n_states > level;
}

static void add_states(HtolTour *tour, const HtolPathSet *set, guint32 *ends)
{
    for (guint32 i = 0; i < tour->n_nodes; i++)
        tour->states[tour->n_states++] = (HtolRowState){.node = i};
    for (guint32 i = 0; i < tour->n_paths; i++)
        ends[i] = htol_path_nodes(set, i)[0];
    for (guint32 depth = 1; add_level(tour, set, depth, ends); depth++)
        continue;
}

/* A state's longest proper suffix is where its parent's comes to by its node. */
static void link_states(HtolTour *tour)
{
    for (guint32 i = tour->n_nodes; i < tour->n_states; i++) {
        HtolRowState *state = &tour->states[i];
        guint32 fail = tour->states[state->parent - 1].fail;
        state->fail = 1 + (fail > 0 ? htol_tour_next(tour, fail - 1, state->node) : state->node);
    }
}

static void number_slots(HtolTour *tour, const guint32 *ends)
{
    for (guint32 i = 0; i < tour->n_paths; i++)
        tour->states[ends[i]].slot = 1;
    for (guint32 i = 0; i < tour->n_states; i++) {
        HtolRowState *state = &tour->states[i];
        if (state->slot > 0)
            state->slot = 1 + tour->n_slots++;
        else if (state->fail > 0)
            state->slot = tour->states[state->fail - 1].slot;
    }
}

HtolTour *htol_tour_new(HtolArena *arena, guint32 n_nodes, const HtolPathSet *set)
{
    HtolTour *tour = htol_arena_new0(arena, HtolTour, 1);
    g_autofree guint32 *ends = g_new(guint32, set->paths->len);
    tour->n_nodes = n_nodes;
    tour->n_paths = set->paths->len;
    tour->states = htol_arena_new0(arena, HtolRowState, htol_path_set_states(set, n_nodes));
    tour->paths = htol_arena_new0(arena, HtolRowPath, tour->n_paths);
    add_states(tour, set, ends);
    link_states(tour);
    number_slots(tour, ends);
    for (guint32 i = 0; i < tour->n_paths; i++) {
        const HtolPath *path = &g_array_index(set->paths, HtolPath, i);
        tour->paths[i] = (HtolRowPath){.kinds = path->kinds, .state = ends[i], .loop = path->loop};
    }
    return tour;
}
