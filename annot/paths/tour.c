/* Chooses paths and writes the steps of their automaton; see tour.h.
 *
 * A step that looks the next state up is
 *
 *     hlcov_p=hlcov_n3[17+hlcov_p],__atomic_store_n(hlcov_u.b+40+hlcov_p,1,0)
 *
 * where the second part is there if a path ends here. Every sum lies in the table and among the slots,
 * whatever hlcov_p was given by another step. It stands where the node is entered, so what is not reached is
 * not recorded, and nothing is lost when the program ends. */
#include "annot/paths/tour.h"

#include "annot/flow/flow.h"
#include "annot/paths/dupath.h"
#include "annot/paths/plan.h"
#include "annot/users/specified.h"

/* The most states that an automaton may have, and the most numbers in its table. */
enum { MOST_STATES = 1 << 13, MOST_NUMBERS = 1 << 16 };

#define ALL_KINDS                                                                                                      \
    (HTOL_PATH_EDGE_PAIR | HTOL_PATH_PRIME | HTOL_PATH_ROUND_TRIP | HTOL_PATH_BASIS | HTOL_PATH_COMPLETE |             \
     HTOL_PATH_SPECIFIED | LOOP_KINDS | HTOL_PATH_FLOW)
#define LOOP_KINDS (HTOL_PATH_ENTERED | HTOL_PATH_SKIPPED | HTOL_PATH_REPEATED)

struct AnnotTour {
    AnnotTourInput in;
    HtolFunction *out;
    HtolGraph *graph;
    HtolPathSet *set;
    HtolTour *automaton;
    AnnotPlan plan;
    AnnotDuPaths *flows; /* NULL: none are recorded */
    guint32 first_slot;
};

/* ---- the choice of paths ---- */

/* The kinds of paths, the one that is given up last first. */
static const guint32 kinds[] = {LOOP_KINDS,      HTOL_PATH_SPECIFIED, HTOL_PATH_EDGE_PAIR, HTOL_PATH_ROUND_TRIP,
                                HTOL_PATH_PRIME, HTOL_PATH_BASIS,     HTOL_PATH_COMPLETE,  HTOL_PATH_FLOW};

static HtolPathCount add_loops(AnnotTour *tour)
{
    HtolPathCount sum = {.all = TRUE};
    for (guint32 i = 0; i < tour->out->n_loops; i++) {
        HtolLoopNodes loop = htol_loop_nodes(tour->in.arena, tour->out, i);
        HtolPathCount count = htol_paths_loop(tour->graph, &loop, tour->in.options.paths, tour->set);
        sum.paths += MIN(count.paths, G_MAXUINT32 - sum.paths);
        sum.why = sum.all ? count.why : sum.why;
        sum.all &= count.all;
    }
    return sum;
}

/* Adds the paths that the user specified; there is no limit, for the user named each. */
static HtolPathCount add_specified(AnnotTour *tour)
{
    guint before = tour->set->paths->len;
    annot_specified_paths(tour->in.locator, tour->in.function, tour->out, tour->graph, tour->set);
    return (HtolPathCount){.paths = tour->set->paths->len - before, .all = TRUE};
}

/* Adds the du-paths; none where control may come from anywhere, or the order of nodes is open, for then the path to a
 * use is not known. */
static HtolPathCount add_flows(AnnotTour *tour)
{
    const AnnotCfg *cfg = tour->in.cfg;
    if (!cfg->flows || cfg->unordered || tour->in.function->returns_twice)
        return (HtolPathCount){.all = TRUE};
    tour->flows = annot_dupaths_new(tour->in.arena, cfg, tour->graph);
    return annot_dupaths_find(tour->flows, tour->in.options.paths, tour->set);
}

static HtolPathCount add_kind(AnnotTour *tour, guint32 kind)
{
    switch (kind) {
    case HTOL_PATH_SPECIFIED: return add_specified(tour);
    case HTOL_PATH_EDGE_PAIR: return htol_paths_edge_pairs(tour->graph, tour->in.options.paths, tour->set);
    case HTOL_PATH_ROUND_TRIP: return htol_paths_round_trips(tour->graph, tour->in.options.paths, tour->set);
    case HTOL_PATH_PRIME: return htol_paths_prime(tour->graph, tour->in.options.paths, tour->set);
    case HTOL_PATH_BASIS: return htol_paths_basis(tour->graph, tour->in.options.paths, tour->set);
    case HTOL_PATH_COMPLETE:
        return htol_paths_complete(tour->graph, MAX(tour->in.options.repeats, 0), tour->in.options.paths, tour->set);
    case HTOL_PATH_FLOW: return add_flows(tour);
    default: return add_loops(tour);
    }
}

static void leave_out(AnnotTour *tour, guint32 kind, HtolUnpathed why, guint32 paths)
{
    HtolFunction *out = tour->out;
    if (kind & HTOL_PATH_FLOW)
        g_clear_pointer(&tour->flows, annot_dupaths_clear);
    htol_path_set_drop(tour->set, kind);
    out->unpathed[out->n_unpathed++] = (HtolRowUnpathed){kind, why, paths};
}

static void choose_kind(AnnotTour *tour, guint32 kind)
{
    if (kind == HTOL_PATH_COMPLETE && tour->in.options.repeats < 0 && htol_graph_has_cycle(tour->graph)) {
        leave_out(tour, kind, HTOL_UNPATHED_LOOPS, 0);
        return;
    }
    HtolPathCount count = add_kind(tour, kind);
    htol_path_set_sort(tour->set);
    if (!count.all || htol_path_set_states(tour->set, tour->graph->n_nodes) > MOST_STATES)
        leave_out(tour, kind, count.all ? HTOL_UNPATHED_MANY : count.why, count.paths);
}

static guint32 count_paths(const HtolPathSet *set, guint32 kind)
{
    guint32 paths = 0;
    for (guint i = 0; i < set->paths->len; i++)
        paths += (g_array_index(set->paths, HtolPath, i).kinds & kind) != 0;
    return paths;
}

/* Gives up the kind of paths that matters least; FALSE: no paths are left. */
static gboolean give_up(AnnotTour *tour)
{
    for (guint i = G_N_ELEMENTS(kinds); i > 0; i--) {
        guint32 paths = count_paths(tour->set, kinds[i - 1]);
        if (paths == 0)
            continue;
        leave_out(tour, kinds[i - 1], HTOL_UNPATHED_MANY, paths);
        return TRUE;
    }
    return FALSE;
}

/* ---- how they are recorded ---- */

/* Returns for each node how many loops are around it. */
static guint8 *depths_of(HtolArena *arena, const AnnotCfg *cfg)
{
    guint8 *depths = htol_arena_new0(arena, guint8, cfg->n_nodes);
    for (guint i = 0; i < cfg->loops->len; i++) {
        const AnnotLoop *loop = g_ptr_array_index(cfg->loops, i);
        for (guint32 node = loop->first; node < loop->end; node++)
            depths[node] += depths[node] < G_MAXUINT8;
    }
    return depths;
}

static AnnotPlanFault make_plan(AnnotTour *tour)
{
    HtolArena *arena = tour->in.arena;
    const AnnotCfg *cfg = tour->in.cfg;
    guint32 n = tour->graph->n_nodes;
    guint8 *visible = htol_arena_new0(arena, guint8, n), *passed = htol_arena_new0(arena, guint8, n),
           *leaves = htol_arena_new0(arena, guint8, n);
    guint32 *known = htol_arena_new0(arena, guint32, n);
    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        visible[i] = i == 0 || annot_block_seen(block) != ANNOT_SEEN_NOT;
        passed[i] = !block->noisy && !block->calls;
        leaves[i] = annot_visit_leaves(tour->in.cfg, block);
        known[i] = block->own && !block->behind ? 1 + block->slot : 0;
    }
    visible[n - 1] = TRUE;
    AnnotPlanInput input = {.graph = tour->graph,
                            .tour = tour->automaton,
                            .visible = visible,
                            .passed = passed,
                            .known = known,
                            .leaves = leaves,
                            .depth = depths_of(arena, cfg),
                            .asked = tour->flows ? annot_dupaths_asked(tour->flows) : NULL,
                            .wild = tour->in.function->returns_twice || cfg->unordered,
                            .first_slot = cfg->slots,
                            .most = MOST_NUMBERS};
    return annot_plan_make(arena, &input, &tour->plan);
}

/* Leaves out all paths of the function, because of `why`. */
static void leave_out_all(AnnotTour *tour, HtolUnpathed why)
{
    tour->out->n_unpathed = 0;
    leave_out(tour, ALL_KINDS, why, 0);
    tour->plan = (AnnotPlan){0};
    tour->automaton = NULL;
}

static void make_automaton(AnnotTour *tour)
{
    AnnotPlanFault fault;
    do {
        tour->automaton = htol_tour_new(tour->in.arena, tour->graph->n_nodes, tour->set);
        fault = make_plan(tour);
    } while (fault == ANNOT_PLAN_LARGE && give_up(tour));
    if (fault == ANNOT_PLAN_HIDDEN)
        leave_out_all(tour, HTOL_UNPATHED_HIDDEN);
    else if (fault == ANNOT_PLAN_LARGE)
        leave_out_all(tour, HTOL_UNPATHED_MANY);
}

static void write_rows(AnnotTour *tour)
{
    HtolFunction *out = tour->out;
    HtolTour *automaton = tour->automaton;
    if (automaton && automaton->n_paths > 0) {
        out->n_states = automaton->n_states;
        out->states = automaton->states;
        for (guint32 i = 0; i < out->n_states; i++)
            out->states[i].slot = tour->plan.slot_of[i];
        out->n_paths = automaton->n_paths;
        out->paths = automaton->paths;
    }
    tour->in.cfg->slots += tour->plan.slots;
    if (tour->flows && tour->automaton)
        annot_dupaths_record(tour->flows, &tour->plan, out, &tour->in.cfg->slots);
    out->row.slots = tour->in.cfg->slots;
    out->row.recorded |= HTOL_RECORDS_PATHS;
}

AnnotTour *annot_tour_new(const AnnotTourInput *input, HtolFunction *out)
{
    AnnotTour *tour = htol_arena_new0(input->arena, AnnotTour, 1);
    tour->in = *input;
    tour->out = out;
    tour->graph = htol_graph_of(input->arena, out);
    tour->set = htol_path_set_new();
    out->unpathed = htol_arena_new0(input->arena, HtolRowUnpathed, 2 * G_N_ELEMENTS(kinds));
    if (annot_text_has_thread_pragma(input->text, input->function->at)) {
        leave_out_all(tour, HTOL_UNPATHED_THREADS);
    } else {
        for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
            choose_kind(tour, kinds[i]);
        make_automaton(tour);
    }
    write_rows(tour);
    g_clear_pointer(&tour->flows, annot_dupaths_clear);
    g_clear_pointer(&tour->set, htol_path_set_free);
    return tour;
}

/* ---- text ---- */

static void append_part(GString *out, const char *part)
{
    g_string_append_printf(out, "%s%s", out->len > 0 ? "," : "", part);
}

static void append_store(const AnnotTour *tour, const AnnotMove *move, const char *state, GString *out)
{
    g_autofree char *store = g_strdup_printf(ANNOT_STORE("%u%s%s"), tour->first_slot + move->slot,
                                             move->loads ? "+" : "", move->loads ? state : "");
    append_part(out, store);
}

static char *next_text(const AnnotTour *tour, const AnnotMove *move)
{
    if (!move->loads)
        return g_strdup_printf("%u", move->state);
    g_autofree char *load = g_strdup_printf("hlcov_n%u[%u+hlcov_p]", tour->first_slot, move->base);
    if (!move->guesses)
        return g_steal_pointer(&load);
    return g_strdup_printf(ANNOT_EXPECT "(hlcov_p==%uu,1)?%uu:%s", move->likely, move->state, load);
}

static void append_move(const AnnotTour *tour, const AnnotMove *move, GString *out)
{
    g_autofree char *next = next_text(tour, move);
    if (move->keeps) {
        g_autofree char *keep = g_strdup_printf("hlcov_p=%s", next);
        append_part(out, keep);
    }
    if (move->stores)
        append_store(tour, move, move->keeps ? "hlcov_p" : next, out);
}

static char *moves_text(const AnnotTour *tour, const AnnotMoves *moves)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < moves->n; i++)
        append_move(tour, &moves->moves[i], out);
    return g_string_free(out, out->len == 0);
}

static char *enter_node(gconstpointer data, guint32 node)
{
    const AnnotTour *tour = data;
    return tour->plan.nodes ? moves_text(tour, &tour->plan.nodes[node]) : NULL;
}

static char *leave_node(gconstpointer data, guint32 node)
{
    const AnnotTour *tour = data;
    if (!tour->plan.nodes)
        return NULL;
    if (node == G_MAXUINT32)
        return moves_text(tour, &tour->plan.nodes[tour->graph->n_nodes - 1]);
    return tour->graph->reached[node] ? moves_text(tour, &tour->plan.leaves[node]) : NULL;
}

/* Whether the function's text names the variable that holds the state. If no move keeps it, text that is never reached
 * may still load it, such as that at the end of a function that always returns before. */
static gboolean needs_state(const AnnotTour *tour)
{
    const AnnotPlan *plan = &tour->plan;
    gboolean needs = plan->keeps;
    for (guint32 node = 0; plan->nodes && !needs && node < tour->graph->n_nodes; node++)
        for (guint i = 0; i < plan->nodes[node].n; i++)
            needs |= plan->nodes[node].moves[i].loads;
    return needs;
}

AnnotVisitor annot_tour_visitor(AnnotTour *tour, guint32 first_slot)
{
    AnnotVisitor visitor = annot_visitor(tour->in.cfg);
    visitor.enter = enter_node;
    visitor.leave = leave_node;
    visitor.data = tour;
    tour->first_slot = first_slot;
    if (needs_state(tour))
        visitor.declaration = htol_arena_printf(tour->in.arena, "%sunsigned long hlcov_p=%u;",
                                                tour->in.function->returns_twice ? "volatile " : "", tour->plan.start);
    return visitor;
}

void annot_tour_declare(const AnnotTour *tour, GString *out)
{
    const AnnotPlan *plan = &tour->plan;
    if (plan->n_table == 0)
        return;
    g_string_append_printf(out, "static const unsigned short hlcov_n%u[%u]={", tour->first_slot, plan->n_table);
    for (guint32 i = 0; i < plan->n_table; i++)
        g_string_append_printf(out, "%u,", plan->table[i]);
    g_string_append(out, "};");
}
