/* The automaton of paths against a search for each path in random walks, and the order of its states. */
#include <string.h>

#include "htol/graph/tour.h"
#include "tests/unit/sample_graph.h"

enum { GRAPHS = 1500, WALKS = 6, WALK = 40, MOST_NODES = 9, CAP = 60 };

/* What is recorded of it: some of the kinds, as far as they are not too many. */
static HtolPathSet *paths_of(const HtolGraph *graph, GRand *random)
{
    HtolPathSet *set = htol_path_set_new();
    if (g_rand_boolean(random))
        htol_paths_edge_pairs(graph, CAP, set);
    if (g_rand_boolean(random))
        htol_paths_prime(graph, CAP, set);
    if (g_rand_boolean(random))
        htol_paths_round_trips(graph, CAP, set);
    if (g_rand_boolean(random))
        htol_paths_basis(graph, CAP, set);
    guint32 alone = g_rand_int_range(random, 0, graph->n_nodes);
    htol_path_set_add(set, &alone, (HtolPath){.n_nodes = 1, .kinds = HTOL_PATH_SPECIFIED});
    htol_path_set_sort(set);
    return set;
}

/* What is known when the walk's states stored their slots: whether the path is toured. */
static gboolean is_stored(const HtolTour *tour, const guint8 *slots, guint32 path)
{
    for (guint32 i = 0; i < tour->n_states; i++) {
        guint32 slot = tour->states[i].slot;
        if (slot == 0 || !slots[slot - 1])
            continue;
        for (guint32 at = 1 + i; at > 0; at = tour->states[at - 1].fail)
            if (at - 1 == tour->paths[path].state)
                return TRUE;
    }
    return FALSE;
}

static void assert_walk(const HtolTour *tour, const HtolPathSet *set, const guint32 *walk, guint length)
{
    g_autofree guint8 *slots = g_new0(guint8, tour->n_slots + 1);
    guint32 state = 0;
    for (guint i = 0; i < length; i++) {
        state = i > 0 ? htol_tour_next(tour, state, walk[i]) : walk[0];
        if (tour->states[state].slot > 0)
            slots[tour->states[state].slot - 1] = TRUE;
    }
    for (guint32 i = 0; i < tour->n_paths; i++) {
        gsize size = g_array_index(set->paths, HtolPath, i).n_nodes * sizeof(guint32);
        gboolean toured = memmem(walk, length * sizeof *walk, htol_path_nodes(set, i), size) != NULL;
        g_assert_cmpint(is_stored(tour, slots, i), ==, toured);
    }
}

/* From the entry; now and then it jumps where no edge leads, as an expression whose operands have no order
 * may. */
static guint walk_randomly(const HtolGraph *graph, GRand *random, gboolean jumps, guint32 *walk)
{
    guint length = 1;
    walk[0] = 0;
    while (length < WALK) {
        guint32 node = walk[length - 1], n = graph->first[node + 1] - graph->first[node];
        gboolean jump = jumps && g_rand_int_range(random, 0, 5) == 0;
        if (n == 0 && !jump)
            break;
        walk[length++] = jump ? (guint32)g_rand_int_range(random, 0, graph->n_nodes)
                              : graph->edges[graph->first[node] + g_rand_int_range(random, 0, n)].to;
    }
    return length;
}

static void assert_order(const HtolTour *tour, const HtolPathSet *set)
{
    g_assert_cmpuint(tour->n_states, ==, htol_path_set_states(set, tour->n_nodes));
    for (guint32 i = 0; i < tour->n_states; i++) {
        const HtolRowState *state = &tour->states[i];
        g_assert_cmpuint(state->parent, <=, i);
        g_assert_cmpuint(state->fail, <=, i);
        g_assert_cmpint(state->parent == 0, ==, i < tour->n_nodes);
        g_assert_cmpint(state->fail == 0, ==, i < tour->n_nodes);
        g_assert_true(i >= tour->n_nodes || state->node == i);
    }
    for (guint32 i = 0; i < tour->n_paths; i++) {
        guint32 n = g_array_index(set->paths, HtolPath, i).n_nodes;
        g_assert_cmpuint(htol_tour_state(tour, htol_path_nodes(set, i), n), ==, tour->paths[i].state);
        g_assert_cmpuint(tour->states[tour->paths[i].state].slot, >, 0);
    }
}

static void test_walks(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(11);
    for (guint i = 0; i < GRAPHS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        const HtolGraph *graph = sample_graph_random(arena, random, MOST_NODES, 3 + i % 4);
        g_autoptr(HtolPathSet) set = paths_of(graph, random);
        const HtolTour *tour = htol_tour_new(arena, graph->n_nodes, set);
        guint32 walk[WALK];
        assert_order(tour, set);
        for (guint k = 0; k < WALKS; k++)
            assert_walk(tour, set, walk, walk_randomly(graph, random, k % 2, walk));
    }
}

/* A path is toured although the longer one that began before it did not come to its end. */
static void test_failure(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    htol_path_set_add(set, (guint32[]){0, 1, 2, 3}, (HtolPath){.n_nodes = 4, .kinds = HTOL_PATH_PRIME});
    htol_path_set_add(set, (guint32[]){1, 2}, (HtolPath){.n_nodes = 2, .kinds = HTOL_PATH_FLOW});
    htol_path_set_sort(set);
    const HtolTour *tour = htol_tour_new(arena, 4, set);
    guint32 state = htol_tour_next(tour, htol_tour_next(tour, 0, 1), 2);
    g_assert_cmpuint(state, ==, htol_tour_state(tour, (guint32[]){0, 1, 2}, 3));
    g_assert_cmpuint(tour->states[state].slot, ==, tour->states[tour->paths[1].state].slot);
    g_assert_cmpuint(tour->n_slots, ==, 2);
    g_assert_cmpuint(htol_tour_state(tour, (guint32[]){1, 3}, 2), ==, HTOL_NO_STATE);
    g_assert_cmpuint(htol_tour_state(tour, (guint32[]){9}, 1), ==, HTOL_NO_STATE);
}

/* Of nodes that share a line, whatever stands between them in the order of nodes, the columns are told too. */
static void test_lines(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolRowNode nodes[] = {{.line = 3, .column = 5}, {.line = 4, .column = 9}, {.line = 3, .column = 20}};
    HtolRowState states[] = {{.node = 0}, {.node = 1, .parent = 1}, {.node = 2, .parent = 2}};
    HtolRowPath path = {.state = 2};
    HtolFunction function = {
        .n_nodes = 3, .nodes = nodes, .n_states = 3, .states = states, .n_paths = 1, .paths = &path};
    const guint8 *shared = htol_tour_shared_lines(arena, &function);
    g_assert_cmpstr(htol_tour_lines(arena, &function, shared, 0), ==, "lines 3:5 -> 4 -> 3:20");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tour/walks", test_walks);
    g_test_add_func("/tour/failure", test_failure);
    g_test_add_func("/tour/lines", test_lines);
    return g_test_run();
}
