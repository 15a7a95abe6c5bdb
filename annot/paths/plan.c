/* Plans how an automaton is run; see plan.h.
 *
 * First it finds the states that the program can be in, then for each visible node its columns: which state a move
 * makes of each state that it can be made in. Then states get numbers, and columns places in the table: a column reads
 * the table at its base plus the number of a state, so columns may overlap if none reads what belongs to another
 * (Tarjan and Yao, "Storing a sparse table", CACM 1979, by first fit). */
#include "annot/paths/plan.h"

#include "annot/paths/likely.h"

#include <string.h>

enum {
    NONE = G_MAXUINT32,
    MOST_GUESSED = 512, /* states: guesses make the program's text larger */
    WORTH_A_GUESS = 4   /* a guess must be right once in so many times */
};

/* What one move does. */
typedef struct {
    guint32 node;    /* whose move */
    gboolean last;   /* onto the node itself */
    gboolean loads;  /* it leads to more than one state */
    guint n;         /* states that it can be made in */
    guint32 *states; /* n of them */
    guint32 *next;   /* n of them: what each becomes */
    guint32 base;
} Column;

typedef struct {
    HtolArena *arena;
    const AnnotPlanInput *in;
    AnnotPlan *out;
    const HtolGraph *turned;
    GArray *seen;    /* guint32: all states that the program can be in */
    guint8 *is_seen; /* of each state */
    guint32 *first;  /* n_nodes + 1: the states that end in node i are members[first[i]] up to first[i + 1] */
    guint32 *members;
    GArray *columns;       /* Column */
    guint32 *first_column; /* n_nodes + 1 */
    guint8 *live;          /* of each node: a move behind it loads */
    guint8 *slotted;       /* of each node: slots of its states are found by their numbers */
    guint8 *silent;        /* of each state: its slot is set anyway */
    guint32 *numbers;      /* of each state */
    guint32 slots;         /* placed by numbers */
    gsize entries;         /* of columns that load, so far */
    gboolean guesses;
    AnnotLikely likely; /* if it guesses */
} Planner;

/* The ways to one node: from each node that leads there through hidden ones only. */
typedef struct {
    guint32 to;
    guint32 *next;     /* of each node: the next one on the way; NONE: it is on none */
    guint32 *distance; /* of each node that is on one: edges from there */
    guint32 longest;   /* of those that begin in a visible node */
} Routes;

static guint32 n_nodes(const Planner *p)
{
    return p->in->graph->n_nodes;
}

static guint32 exit_of(const Planner *p)
{
    return n_nodes(p) - 1;
}

static guint32 last_node(const Planner *p, guint32 state)
{
    return p->in->tour->states[state].node;
}

static gboolean is_wanted(const Planner *p, guint32 state)
{
    return p->in->tour->states[state].slot > 0;
}

static guint32 count_members(const Planner *p, guint32 node)
{
    return p->first[node + 1] - p->first[node];
}

/* ---- the states that the program can be in ---- */

static void see_state(Planner *p, guint32 state)
{
    if (p->is_seen[state])
        return;
    p->is_seen[state] = TRUE;
    g_array_append_val(p->seen, state);
}

static void see_states(Planner *p)
{
    const HtolGraph *graph = p->in->graph;
    for (guint32 node = 0; node < n_nodes(p); node++)
        if (node == 0 || (p->in->wild && graph->reached[node] && p->in->visible[node]))
            see_state(p, node);
    for (guint i = 0; i < p->seen->len; i++) {
        guint32 state = g_array_index(p->seen, guint32, i), node = last_node(p, state);
        for (guint32 e = graph->first[node]; e < graph->first[node + 1]; e++)
            see_state(p, htol_tour_next(p->in->tour, state, graph->edges[e].to));
    }
}

static void group_states(Planner *p)
{
    p->first = htol_arena_new0(p->arena, guint32, n_nodes(p) + 2);
    p->members = htol_arena_new0(p->arena, guint32, p->seen->len);
    for (guint i = 0; i < p->seen->len; i++)
        p->first[last_node(p, g_array_index(p->seen, guint32, i)) + 2]++;
    for (guint32 node = 0; node < n_nodes(p); node++)
        p->first[node + 2] += p->first[node + 1];
    for (guint i = 0; i < p->seen->len; i++) {
        guint32 state = g_array_index(p->seen, guint32, i);
        p->members[p->first[last_node(p, state) + 1]++] = state;
    }
}

/* Marks nodes whose state is asked for; where there is only one, nobody needs to read it. */
static void find_asked(Planner *p)
{
    for (guint32 node = 0; node < n_nodes(p); node++)
        p->live[node] = p->in->asked && p->in->asked[node] && count_members(p, node) > 1;
}

/* ---- ways ---- */

/* Finds the ways to the node `routes->to`; FALSE: from some node there are two. */
static gboolean find_routes(const Planner *p, Routes *routes)
{
    const HtolGraph *turned = p->turned;
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(guint32));
    memset(routes->next, 0xff, n_nodes(p) * sizeof *routes->next);
    routes->longest = 0;
    g_array_append_val(queue, routes->to);
    for (guint i = 0; i < queue->len; i++) {
        guint32 node = g_array_index(queue, guint32, i), distance = i == 0 ? 0 : routes->distance[node];
        for (guint32 e = turned->first[node]; e < turned->first[node + 1]; e++) {
            guint32 from = turned->edges[e].to;
            if (routes->next[from] != NONE)
                return FALSE;
            routes->next[from] = node;
            routes->distance[from] = distance + 1;
            if (p->in->visible[from])
                routes->longest = MAX(routes->longest, distance + 1);
            else
                g_array_append_val(queue, from);
        }
    }
    return TRUE;
}

static gboolean leads(const Planner *p, const Routes *routes, guint32 node)
{
    return p->in->visible[node] && (p->in->wild || routes->next[node] != NONE);
}

/* ---- columns ---- */

/* Returns all states in which the first move of the ways can be made; to be freed. */
static GArray *entering(const Planner *p, const Routes *routes)
{
    GArray *states = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 node = 0; node < n_nodes(p); node++)
        if (leads(p, routes, node))
            g_array_append_vals(states, p->members + p->first[node], count_members(p, node));
    return states;
}

static guint32 move_state(const Planner *p, const Routes *routes, guint32 distance, guint32 state)
{
    guint32 node = last_node(p, state);
    if (routes->next[node] != NONE && routes->distance[node] == distance)
        return htol_tour_next(p->in->tour, state, routes->next[node]);
    return distance == 1 ? routes->to : state;
}

static void add_column(Planner *p, const Routes *routes, guint32 distance, const GArray *states)
{
    Column column = {.node = routes->to,
                     .last = distance == 1,
                     .n = states->len,
                     .states = htol_arena_memdup(p->arena, states->data, states->len * sizeof(guint32)),
                     .next = htol_arena_new0(p->arena, guint32, states->len)};
    for (guint i = 0; i < column.n; i++) {
        column.next[i] = move_state(p, routes, distance, column.states[i]);
        column.loads |= column.next[i] != column.next[0];
    }
    p->entries += column.loads ? column.n : 0;
    g_array_append_val(p->columns, column);
}

static gint compare_numbers(gconstpointer one, gconstpointer other)
{
    guint32 x = *(const guint32 *)one, y = *(const guint32 *)other;
    return (x > y) - (x < y);
}

/* Sets `states` to what the column's states become, each once. */
static void take_next(GArray *states, const Column *column)
{
    g_array_set_size(states, 0);
    g_array_append_vals(states, column->next, column->n);
    g_array_sort(states, compare_numbers);
    guint kept = 0;
    for (guint i = 0; i < states->len; i++)
        if (i == 0 || g_array_index(states, guint32, i) != g_array_index(states, guint32, kept - 1))
            g_array_index(states, guint32, kept++) = g_array_index(states, guint32, i);
    g_array_set_size(states, kept);
}

/* Whether `node` leads straight to the exit and has one state only, so that the variable need not be read. */
static gboolean is_known(const Planner *p, const Routes *routes, guint32 node)
{
    return routes->to == exit_of(p) && routes->next[node] == routes->to && p->in->leaves[node] && !p->in->wild &&
           count_members(p, node) == 1;
}

static void add_columns(Planner *p, const Routes *routes)
{
    guint first = p->columns->len;
    g_autoptr(GArray) states = entering(p, routes);
    for (guint32 distance = routes->longest; distance > 0; distance--) {
        add_column(p, routes, distance, states);
        take_next(states, &g_array_index(p->columns, Column, p->columns->len - 1));
    }
    if (first == p->columns->len || !g_array_index(p->columns, Column, first).loads)
        return;
    for (guint32 node = 0; node < n_nodes(p); node++)
        p->live[node] |= leads(p, routes, node) && !is_known(p, routes, node);
}

static AnnotPlanFault find_columns(Planner *p)
{
    Routes routes = {.next = htol_arena_new0(p->arena, guint32, n_nodes(p)),
                     .distance = htol_arena_new0(p->arena, guint32, n_nodes(p))};
    for (guint32 node = 0; node < n_nodes(p); node++) {
        p->first_column[node] = p->columns->len;
        routes.to = node;
        if (node == 0 || !p->in->visible[node] || !p->in->graph->reached[node])
            continue;
        if (!find_routes(p, &routes))
            return ANNOT_PLAN_HIDDEN;
        add_columns(p, &routes);
        if (p->entries > p->in->most)
            return ANNOT_PLAN_LARGE;
    }
    p->first_column[n_nodes(p)] = p->columns->len;
    return ANNOT_PLANNED;
}

/* ---- numbers and slots ---- */

static gboolean leads_to_wanted(const Planner *p, const Column *column)
{
    for (guint i = 0; i < column->n; i++)
        if (is_wanted(p, column->next[i]))
            return TRUE;
    return FALSE;
}

static void find_slotted(Planner *p)
{
    for (guint c = 0; c < p->columns->len; c++) {
        const Column *column = &g_array_index(p->columns, Column, c);
        if (!column->loads || !leads_to_wanted(p, column))
            continue;
        for (guint i = 0; i < column->n; i++)
            p->slotted[last_node(p, column->next[i])] = TRUE;
    }
}

static void number_states(Planner *p)
{
    guint32 number = 0;
    for (guint pass = 0; pass < 2; pass++) {
        for (guint32 node = 0; node < n_nodes(p); node++)
            for (guint32 i = p->first[node]; i < p->first[node + 1] && p->slotted[node] == (pass == 0); i++)
                p->numbers[p->members[i]] = number++;
        if (pass == 0)
            p->slots = number;
    }
    p->out->n_states = number;
}

/* Returns the state in which the column's move is made, if there is only one and its node always leads on to the
 * column's; else NONE. */
static guint32 passed_from(const Planner *p, const Column *column)
{
    guint32 node = last_node(p, column->states[0]);
    const HtolGraph *graph = p->in->graph;
    gboolean only = column->n == 1 && graph->first[node + 1] - graph->first[node] == 1 &&
                    graph->edges[graph->first[node]].to == column->node;
    return only && p->in->passed[node] ? column->states[0] : NONE;
}

/* Returns 1 + the slot of a state that only moves to a constant lead to; sets `silent` if something else sets the slot.
 */
static guint32 find_slot(Planner *p, const Column *column, guint32 state)
{
    guint32 node = last_node(p, state), from = passed_from(p, column);
    gboolean single = count_members(p, node) == 1;
    p->silent[state] = TRUE;
    if (single && p->in->known[node] > 0)
        return p->in->known[node];
    if (single && column->last && from != NONE && p->out->slot_of[from] > 0)
        return p->out->slot_of[from];
    p->silent[state] = FALSE;
    return 1 + p->in->first_slot + p->slots++;
}

static void place_entry(Planner *p)
{
    p->out->start = p->numbers[0];
    p->silent[0] = TRUE;
    if (is_wanted(p, 0))
        p->out->slot_of[0] = p->in->known[0];
}

static void place_slots(Planner *p)
{
    guint32 *slot_of = p->out->slot_of;
    for (guint32 node = 0; node < n_nodes(p); node++)
        for (guint32 i = p->first[node]; i < p->first[node + 1] && p->slotted[node]; i++)
            slot_of[p->members[i]] = 1 + p->in->first_slot + p->numbers[p->members[i]];
    place_entry(p);
    for (guint c = 0; c < p->columns->len; c++) {
        const Column *column = &g_array_index(p->columns, Column, c);
        guint32 state = column->next[0];
        if (!column->loads && is_wanted(p, state) && slot_of[state] == 0)
            slot_of[state] = find_slot(p, column, state);
    }
    p->out->slots = p->slots;
}

/* ---- the table ---- */

static gboolean fits_table(const Planner *p, const Column *column, guint32 base, const GArray *table)
{
    for (guint i = 0; i < column->n; i++) {
        guint32 at = base + p->numbers[column->states[i]];
        guint32 there = at < table->len ? g_array_index(table, guint32, at) : NONE;
        if (there != NONE && there != p->numbers[column->next[i]])
            return FALSE;
    }
    return TRUE;
}

static void grow_table(GArray *table, guint length)
{
    guint old = table->len;
    if (length <= old)
        return;
    g_array_set_size(table, length);
    memset(&g_array_index(table, guint32, old), 0xff, (length - old) * sizeof(guint32));
}

static void place_column(const Planner *p, Column *column, GArray *table)
{
    while (!fits_table(p, column, column->base, table))
        column->base++;
    grow_table(table, column->base + p->out->n_states);
    for (guint i = 0; i < column->n; i++)
        g_array_index(table, guint32, column->base + p->numbers[column->states[i]]) = p->numbers[column->next[i]];
}

static gint by_size(gconstpointer one, gconstpointer other)
{
    const Column *x = *(Column *const *)one, *y = *(Column *const *)other;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return (x > y) - (x < y);
}

/* Returns a base below which the column cannot fit, as the table is full there. */
static guint32 least_base(const Planner *p, const Column *column, guint *full, const GArray *table)
{
    guint32 most = 0;
    while (*full < table->len && g_array_index(table, guint32, *full) != NONE)
        ++*full;
    for (guint i = 0; i < column->n; i++)
        most = MAX(most, p->numbers[column->states[i]]);
    return *full > most ? *full - most : 0;
}

/* Makes the table. It has room for every state's number behind every base, and its holes are filled, so that each read
 * finds the number of a state. */
static AnnotPlanFault make_table(Planner *p)
{
    g_autoptr(GPtrArray) columns = g_ptr_array_new();
    g_autoptr(GArray) table = g_array_new(FALSE, FALSE, sizeof(guint32));
    guint full = 0;
    for (guint c = 0; c < p->columns->len; c++)
        if (g_array_index(p->columns, Column, c).loads)
            g_ptr_array_add(columns, &g_array_index(p->columns, Column, c));
    g_ptr_array_sort(columns, by_size);
    for (guint c = 0; c < columns->len; c++) {
        Column *column = columns->pdata[c];
        column->base = least_base(p, column, &full, table);
        place_column(p, column, table);
    }
    for (guint i = 0; i < table->len; i++)
        if (g_array_index(table, guint32, i) == NONE)
            g_array_index(table, guint32, i) = 0;
    p->out->n_table = table->len;
    p->out->table = htol_arena_memdup(p->arena, table->data, table->len * sizeof(guint32));
    return table->len > p->in->most ? ANNOT_PLAN_LARGE : ANNOT_PLANNED;
}

/* ---- moves ---- */

static AnnotMove constant_move(const Planner *p, guint32 state)
{
    guint32 slot = p->out->slot_of[state];
    return (AnnotMove){
        .stores = slot > 0 && !p->silent[state], .state = p->numbers[state], .slot = slot > 0 ? slot - 1 : 0};
}

/* Returns how likely the column's move is made in its state `i`, as likely.h has it. */
static double weight_of(const Planner *p, const Column *column, guint i)
{
    const HtolGraph *graph = p->in->graph;
    guint32 from = last_node(p, column->states[i]), to = last_node(p, column->next[i]);
    for (guint32 e = graph->first[from]; e < graph->first[from + 1]; e++)
        if (graph->edges[e].to == to)
            return p->likely.states[column->states[i]] * p->likely.edges[e];
    return 0;
}

/* Lets a move in a loop guess its most likely state if that is worth it: the program need not wait for the table then;
 * a wrong guess costs a comparison. */
static void guess_move(const Planner *p, const Column *column, AnnotMove *move)
{
    double all = 0, most = 0;
    guint best = 0;
    for (guint i = 0; i < column->n; i++) {
        double weight = weight_of(p, column, i);
        all += weight;
        best = weight > most ? i : best;
        most = MAX(most, weight);
    }
    move->guesses = most * WORTH_A_GUESS > all && p->in->depth[column->node] > 0;
    move->likely = p->numbers[column->states[best]];
    move->state = p->numbers[column->next[best]];
}

static AnnotMove move_of(const Planner *p, const Column *column)
{
    AnnotMove move = {
        .loads = TRUE, .stores = leads_to_wanted(p, column), .base = column->base, .slot = p->in->first_slot};
    if (!column->loads)
        move = constant_move(p, column->next[0]);
    move.keeps = column->last ? p->live[column->node] : column[1].loads;
    if (p->guesses && move.loads && move.keeps)
        guess_move(p, column, &move);
    return move;
}

static void write_numbers(Planner *p)
{
    for (guint i = 0; i < p->seen->len; i++) {
        guint32 state = g_array_index(p->seen, guint32, i);
        p->out->number_of[state] = 1 + p->numbers[state];
    }
}

static void write_moves(Planner *p)
{
    AnnotMove *moves = htol_arena_new0(p->arena, AnnotMove, p->columns->len);
    for (guint c = 0; c < p->columns->len; c++)
        moves[c] = move_of(p, &g_array_index(p->columns, Column, c));
    for (guint32 node = 0; node < n_nodes(p); node++) {
        p->out->nodes[node].n = p->first_column[node + 1] - p->first_column[node];
        p->out->nodes[node].moves = moves + p->first_column[node];
        p->out->keeps |= p->live[node];
    }
}

static void write_leaves(Planner *p)
{
    guint32 exit = exit_of(p);
    for (guint32 node = 0; node < n_nodes(p); node++) {
        p->out->leaves[node] = p->out->nodes[exit];
        if (p->in->wild || !p->in->visible[node] || !p->in->visible[exit] || count_members(p, node) != 1 ||
            !htol_graph_has_edge(p->in->graph, node, exit))
            continue;
        AnnotMove *move = htol_arena_new0(p->arena, AnnotMove, 1);
        *move = constant_move(p, htol_tour_next(p->in->tour, p->members[p->first[node]], exit));
        p->out->leaves[node] = (AnnotMoves){1, move};
    }
}

/* ---- all of it ---- */

static void prepare_planner(Planner *p)
{
    guint32 nodes = n_nodes(p), states = p->in->tour->n_states;
    p->turned = htol_graph_turned(p->arena, p->in->graph);
    p->seen = g_array_new(FALSE, FALSE, sizeof(guint32));
    p->columns = g_array_new(FALSE, FALSE, sizeof(Column));
    p->is_seen = htol_arena_new0(p->arena, guint8, states);
    p->first_column = htol_arena_new0(p->arena, guint32, nodes + 1);
    p->live = htol_arena_new0(p->arena, guint8, nodes);
    p->slotted = htol_arena_new0(p->arena, guint8, nodes);
    p->silent = htol_arena_new0(p->arena, guint8, states);
    p->numbers = htol_arena_new0(p->arena, guint32, states);
    *p->out = (AnnotPlan){.nodes = htol_arena_new0(p->arena, AnnotMoves, nodes),
                          .leaves = htol_arena_new0(p->arena, AnnotMoves, nodes),
                          .slot_of = htol_arena_new0(p->arena, guint32, states),
                          .number_of = htol_arena_new0(p->arena, guint32, states)};
}

AnnotPlanFault annot_plan_make(HtolArena *arena, const AnnotPlanInput *input, AnnotPlan *plan)
{
    Planner p = {.arena = arena, .in = input, .out = plan};
    prepare_planner(&p);
    see_states(&p);
    group_states(&p);
    find_asked(&p);
    AnnotPlanFault fault = find_columns(&p);
    if (fault == ANNOT_PLANNED) {
        find_slotted(&p);
        number_states(&p);
        place_slots(&p);
        fault = make_table(&p);
    }
    if (fault == ANNOT_PLANNED) {
        p.guesses = p.seen->len <= MOST_GUESSED && !input->wild;
        if (p.guesses)
            p.likely = annot_likely(arena, input->graph, input->tour, input->depth);
        write_moves(&p);
        write_leaves(&p);
        write_numbers(&p);
    }
    g_array_unref(p.seen);
    g_array_unref(p.columns);
    return fault;
}
