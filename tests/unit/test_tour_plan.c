/* Plans of tours against a search for each path in random walks, of which only some nodes can be seen. */
#include <string.h>

#include "annot/paths/plan.h"
#include "tests/unit/sample_graph.h"

enum { GRAPHS = 4000, WALKS = 8, WALK = 40, MOST_NODES = 10, CAP = 60, FIRST_SLOT = 20, KNOWN_SLOTS = 1 };

typedef struct {
    HtolArena *arena;
    GRand *random;
    const HtolGraph *graph;
    HtolPathSet *set;
    AnnotPlanInput input;
    guint8 *visible, *passed, *leaves, *depth;
    guint32 *known;
    AnnotPlan plan;
} Sample;

static void choose_paths(Sample *s)
{
    s->set = htol_path_set_new();
    htol_paths_edge_pairs(s->graph, CAP, s->set);
    if (g_rand_boolean(s->random))
        htol_paths_prime(s->graph, CAP, s->set);
    if (g_rand_boolean(s->random))
        htol_paths_basis(s->graph, CAP, s->set);
    htol_path_set_sort(s->set);
}

static gboolean has_one_way_on(const Sample *s, guint32 node)
{
    return s->graph->first[node + 1] - s->graph->first[node] == 1 && s->graph->edges[s->graph->first[node]].to > node;
}

/* Some nodes are hidden, some have slots of their own, and some are only passed through. */
static void choose_nodes(Sample *s, gboolean all_visible)
{
    guint32 n = s->graph->n_nodes;
    s->visible = htol_arena_new0(s->arena, guint8, n);
    s->passed = htol_arena_new0(s->arena, guint8, n);
    s->leaves = htol_arena_new0(s->arena, guint8, n);
    s->depth = htol_arena_new0(s->arena, guint8, n);
    s->known = htol_arena_new0(s->arena, guint32, n);
    for (guint32 node = 0; node < n; node++) {
        s->visible[node] = all_visible || node == 0 || node == n - 1 || g_rand_int_range(s->random, 0, 4) > 0;
        s->passed[node] = has_one_way_on(s, node) && g_rand_boolean(s->random);
        s->leaves[node] = g_rand_boolean(s->random);
        s->depth[node] = (guint8)g_rand_int_range(s->random, 0, 3);
        if (node == 0 || (s->visible[node] && g_rand_boolean(s->random)))
            s->known[node] = 1 + KNOWN_SLOTS + node;
    }
}

/* A random graph that a function may have: nothing leads from its exit, nor to its entry. */
static HtolGraph *graph_new(HtolArena *arena, GRand *random, guint sparse)
{
    const HtolGraph *any = sample_graph_random(arena, random, MOST_NODES, sparse);
    g_autoptr(GArray) edges = g_array_new(FALSE, FALSE, sizeof(HtolGraphEdge));
    for (guint32 e = 0; e < any->n_edges; e++)
        if (any->edges[e].to > 0 && any->edges[e].from < any->n_nodes - 1)
            g_array_append_val(edges, any->edges[e]);
    return htol_graph_new(arena, any->n_nodes, (const HtolGraphEdge *)edges->data, edges->len);
}

static Sample sample_new(HtolArena *arena, GRand *random, guint i, gboolean wild)
{
    Sample s = {.arena = arena, .random = random};
    s.graph = graph_new(arena, random, 3 + i % 5);
    choose_paths(&s);
    choose_nodes(&s, wild || i % 3 == 0);
    s.input = (AnnotPlanInput){.graph = s.graph,
                               .tour = htol_tour_new(arena, s.graph->n_nodes, s.set),
                               .visible = s.visible,
                               .passed = s.passed,
                               .known = s.known,
                               .leaves = s.leaves,
                               .depth = s.depth,
                               .wild = wild,
                               .first_slot = FIRST_SLOT,
                               .most = 1 << 20};
    return s;
}

/* ---- what can be told apart ---- */

/* Adds for each visible node how many ways there are to it, of `most` edges at the most, through hidden ones.
 */
static void count_ways(const Sample *s, guint32 node, guint most, guint *ways)
{
    for (guint32 e = s->graph->first[node]; e < s->graph->first[node + 1] && most > 0; e++) {
        guint32 to = s->graph->edges[e].to;
        if (s->visible[to])
            ways[to]++;
        else
            count_ways(s, to, most - 1, ways);
    }
}

static gboolean has_two_ways(const Sample *s)
{
    for (guint32 node = 0; node < s->graph->n_nodes; node++) {
        guint ways[MOST_NODES] = {0};
        if (s->visible[node])
            count_ways(s, node, MOST_NODES + 2, ways);
        for (guint32 to = 0; to < s->graph->n_nodes; to++)
            if (ways[to] > 1)
                return TRUE;
    }
    return FALSE;
}

/* ---- the table ---- */

static void assert_safe(const AnnotPlan *plan, const AnnotMove *move)
{
    g_assert_cmpuint(move->state, <, plan->n_states);
    for (guint32 state = 0; state < plan->n_states && move->loads; state++) {
        g_assert_cmpuint(move->base + state, <, plan->n_table);
        g_assert_cmpuint(plan->table[move->base + state], <, plan->n_states);
        g_assert_true(!move->stores || move->slot + plan->table[move->base + state] >= FIRST_SLOT);
    }
}

static void assert_all_safe(const Sample *s)
{
    for (guint32 node = 0; node < s->graph->n_nodes; node++) {
        for (guint i = 0; i < s->plan.nodes[node].n; i++)
            assert_safe(&s->plan, &s->plan.nodes[node].moves[i]);
        for (guint i = 0; i < s->plan.leaves[node].n; i++)
            assert_safe(&s->plan, &s->plan.leaves[node].moves[i]);
    }
    g_assert_cmpuint(s->plan.start, <, s->plan.n_states);
}

/* ---- walks ---- */

typedef struct {
    const AnnotPlan *plan;
    guint32 state;
    guint8 slots[4096];
} Run;

static void make_moves(Run *run, const AnnotMoves *moves)
{
    for (guint i = 0; i < moves->n; i++) {
        const AnnotMove *move = &moves->moves[i];
        gboolean looks = move->loads && !(move->guesses && run->state == move->likely);
        guint32 next = looks ? run->plan->table[move->base + run->state] : move->state;
        if (move->keeps)
            run->state = next;
        if (move->stores)
            run->slots[move->loads ? move->slot + next : move->slot] = TRUE;
    }
}

static gboolean is_stored(const Sample *s, const Run *run, guint32 path)
{
    const HtolTour *tour = s->input.tour;
    for (guint32 i = 0; i < tour->n_states; i++) {
        guint32 slot = s->plan.slot_of[i];
        if (slot == 0 || !run->slots[slot - 1])
            continue;
        for (guint32 at = 1 + i; at > 0; at = tour->states[at - 1].fail)
            if (at - 1 == tour->paths[path].state)
                return TRUE;
    }
    return FALSE;
}

static void assert_walk(const Sample *s, const guint32 *walk, guint length)
{
    Run run = {.plan = &s->plan, .state = s->plan.start};
    guint32 exit = s->graph->n_nodes - 1;
    run.slots[s->known[0] - 1] = TRUE;
    for (guint i = 1; i < length; i++) {
        if (!s->visible[walk[i]])
            continue;
        if (s->known[walk[i]] > 0)
            run.slots[s->known[walk[i]] - 1] = TRUE;
        gboolean leaves = walk[i] == exit && s->leaves[walk[i - 1]];
        make_moves(&run, leaves ? &s->plan.leaves[walk[i - 1]] : &s->plan.nodes[walk[i]]);
    }
    while (!s->visible[walk[length - 1]])
        length--;
    for (guint32 i = 0; i < s->input.tour->n_paths; i++) {
        gsize size = g_array_index(s->set->paths, HtolPath, i).n_nodes * sizeof(guint32);
        gboolean toured = memmem(walk, length * sizeof *walk, htol_path_nodes(s->set, i), size) != NULL;
        g_assert_cmpint(is_stored(s, &run, i), ==, toured);
    }
}

/* It does not end where it is sure to go on, nor goes on from the exit. */
static guint walk_randomly(const Sample *s, guint32 *walk)
{
    const HtolGraph *graph = s->graph;
    guint length = 1, wanted = g_rand_int_range(s->random, 1, WALK);
    walk[0] = 0;
    while (length < wanted || (s->passed[walk[length - 1]] && length < 2 * WALK)) {
        guint32 node = walk[length - 1], n = graph->first[node + 1] - graph->first[node];
        gboolean jump = s->input.wild && !s->passed[node] && g_rand_int_range(s->random, 0, 4) == 0;
        if (n == 0 || node == graph->n_nodes - 1)
            break;
        guint32 to = graph->edges[graph->first[node] + g_rand_int_range(s->random, 0, n)].to;
        guint32 any = g_rand_int_range(s->random, 1, MAX(graph->n_nodes, 2));
        walk[length++] = jump && any < graph->n_nodes && graph->reached[any] ? any : to;
    }
    return length;
}

/* Returns whether there is a plan. */
static gboolean try(Sample *s)
{
    AnnotPlanFault fault = annot_plan_make(s->arena, &s->input, &s->plan);
    g_assert_cmpint(fault == ANNOT_PLAN_HIDDEN, ==, has_two_ways(s));
    if (fault != ANNOT_PLANNED)
        return FALSE;
    assert_all_safe(s);
    for (guint k = 0; k < WALKS; k++) {
        guint32 walk[2 * WALK];
        assert_walk(s, walk, walk_randomly(s, walk));
    }
    return TRUE;
}

static void try_all(gboolean wild, guint seed, guint wanted)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    guint planned = 0;
    for (guint i = 0; i < GRAPHS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        Sample s = sample_new(arena, random, i, wild);
        planned += try(&s);
        htol_path_set_free(s.set);
    }
    g_assert_cmpuint(planned, >, wanted);
}

static void test_along_edges(void)
{
    try_all(FALSE, 5, GRAPHS / 3);
}

static void test_wild(void)
{
    try_all(TRUE, 6, GRAPHS / 3);
}

/* ---- what is cheap ---- */

/* All its nodes but the first and the last are in a loop. */
static AnnotPlan plan_of(HtolArena *arena, const char *edges, guint32 most, AnnotPlanFault fault)
{
    Sample s = {.arena = arena, .graph = sample_graph_of(arena, edges)};
    guint32 n = s.graph->n_nodes;
    s.set = htol_path_set_new();
    htol_paths_prime(s.graph, CAP, s.set);
    htol_path_set_sort(s.set);
    guint8 *all = htol_arena_new0(arena, guint8, n);
    memset(all, 1, n);
    guint8 *depth = htol_arena_memdup(arena, all, n);
    depth[0] = depth[n - 1] = 0;
    s.known = htol_arena_new0(arena, guint32, n);
    s.known[0] = 1;
    s.input = (AnnotPlanInput){.graph = s.graph,
                               .tour = htol_tour_new(arena, n, s.set),
                               .visible = all,
                               .passed = all,
                               .known = s.known,
                               .leaves = all,
                               .depth = depth,
                               .first_slot = 1,
                               .most = most};
    g_assert_cmpint(annot_plan_make(arena, &s.input, &s.plan), ==, fault);
    htol_path_set_free(s.set);
    return s.plan;
}

/* Where the way is known, no state is kept; where one node follows for sure, its slot is that of the one
 * before. */
static void test_constants(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotPlan straight = plan_of(arena, "0-1 1-2", 100, ANNOT_PLANNED);
    g_assert_cmpuint(straight.n_table, ==, 0);
    g_assert_false(straight.keeps);
    AnnotPlan tree = plan_of(arena, "0-1 0-2 1-3 2-4", 100, ANNOT_PLANNED);
    g_assert_cmpuint(tree.n_table, ==, 0);
    g_assert_false(tree.keeps);
    g_assert_cmpuint(tree.slots, ==, 2);
}

static void test_joins(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotPlan diamond = plan_of(arena, "0-1 0-2 1-3 2-3", 100, ANNOT_PLANNED);
    g_assert_true(diamond.nodes[3].moves[0].loads);
    g_assert_false(diamond.leaves[1].moves[0].loads);
    g_assert_false(diamond.keeps);
    AnnotPlan two = plan_of(arena, "0-1 0-2 1-3 2-3 3-4 3-5 4-6 5-6", 100, ANNOT_PLANNED);
    g_assert_true(two.keeps);
    g_assert_cmpuint(two.slots, ==, 4);
    plan_of(arena, "0-1 0-2 1-3 2-3 3-4 3-5 4-6 5-6", 5, ANNOT_PLAN_LARGE);
}

/* In a loop it is foretold that it goes on: from the likely state of each node to that of the next one, past
 * what may be left out. */
static void test_guesses(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotPlan loop = plan_of(arena, "0-1 1-2 2-1 1-3", 100, ANNOT_PLANNED);
    const AnnotMove *head = loop.nodes[1].moves, *body = loop.nodes[2].moves;
    g_assert_true(head->guesses && body->guesses);
    g_assert_cmpuint(head->state, ==, body->likely);
    g_assert_cmpuint(body->state, ==, head->likely);
    AnnotPlan branch = plan_of(arena, "0-1 1-2 2-3 2-4 3-4 4-1 1-5", 100, ANNOT_PLANNED);
    g_assert_true(branch.nodes[2].moves->guesses && branch.nodes[4].moves->guesses);
    g_assert_cmpuint(branch.nodes[2].moves->state, ==, branch.nodes[4].moves->likely);
    g_assert_cmpuint(branch.nodes[4].moves->state, ==, branch.nodes[1].moves->likely);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plan/along-edges", test_along_edges);
    g_test_add_func("/plan/wild", test_wild);
    g_test_add_func("/plan/constants", test_constants);
    g_test_add_func("/plan/joins", test_joins);
    g_test_add_func("/plan/guesses", test_guesses);
    return g_test_run();
}
