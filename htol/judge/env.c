/* From slots and tuples to environments; see env.h. The numbering of ways is undone here and nowhere else, and so are
 * the bits of vectors. */
#include "htol/judge/env.h"

#include "htol/base/layout.h"

#include <string.h>

enum { NOWHERE = G_MAXUINT32 };

/* A decision with its conditions, while its numbers are decoded. */
typedef struct {
    const HtolRowDecision *row;
    const HtolRowCondition *conditions;
    guint columns;
    guint32 *ways_from;
} Graph;

/* The environments of a decision while they are collected. */
typedef struct {
    GByteArray *values;
    GArray *tests; /* HtolTestSet of each row; NULL: nobody asked */
} Rows;

/* Whether one of several facts was recorded, and by which tests. */
typedef struct {
    gboolean held;
    HtolTestSet tests;
} Seen;

struct HtolObserved {
    HtolArena *arena;
    const HtolRecorded *recorded;
    gboolean possible;   /* every slot is set: ways that contradict themselves do not count */
    HtolEnvs *decisions; /* a decision's environments, once they are known */
    gboolean *known;
    Seen *toured;        /* of each state, once it is known; else NULL */
    HtolObserved *whole; /* whose environments these are, those that are kept; NULL: they are its own */
    HtolKeeps keeps;
    gpointer keeps_data;
    HtolObserved *before; /* what was recorded before some slots were supposed; NULL: none were */
};

static Graph graph_of(const HtolFunction *function, guint32 decision)
{
    const HtolRowDecision *row = &function->decisions[decision];
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    return (Graph){row, conditions, 1 + row->conditions, htol_decision_ways_from(row, conditions)};
}

static gboolean is_constant(const HtolRowDecision *decision)
{
    return decision->root < HTOL_TARGET_CONDITION;
}

/* Follows the way `*number` from the root to its end or to `stop`, whichever comes first; writes the values
 * on the way into `row`, leaves in `*number` what is still to be added, and returns the target that it came
 * to. */
static guint32 walk_way(const Graph *graph, guint32 *number, guint32 stop, guint8 *row)
{
    guint32 target = graph->row->root;
    while (target >= HTOL_TARGET_CONDITION && target != stop) {
        guint32 i = target - HTOL_TARGET_CONDITION;
        const HtolRowCondition *condition = &graph->conditions[i];
        guint32 ways_if_false = htol_ways_after(graph->ways_from, condition->on_false);
        gboolean value = *number >= ways_if_false;
        row[1 + i] = value ? HTOL_TRUE : HTOL_FALSE;
        *number -= value ? ways_if_false : 0;
        target = value ? condition->on_true : condition->on_false;
    }
    return target;
}

static void clear_row(const Graph *graph, guint8 *row)
{
    memset(row, HTOL_UNKNOWN, graph->columns);
}

/* Where the target's condition leads to with its value in the row, which is known. */
static guint32 next_target(const Graph *graph, const guint8 *row, guint32 target)
{
    const HtolRowCondition *condition = &graph->conditions[target - HTOL_TARGET_CONDITION];
    return row[1 + target - HTOL_TARGET_CONDITION] == HTOL_TRUE ? condition->on_true : condition->on_false;
}

/* The row of a complete decision: a bit of the number for each live condition. */
static void decode_total(const Graph *graph, guint32 way, guint8 *row)
{
    for (guint32 i = 0; i < graph->row->conditions; i++) {
        if (graph->conditions[i].state != HTOL_CONDITION_LIVE)
            continue;
        row[1 + i] = way & 1 ? HTOL_TRUE : HTOL_FALSE;
        way >>= 1;
    }
    guint32 target = graph->row->root;
    while (target >= HTOL_TARGET_CONDITION)
        target = next_target(graph, row, target);
    row[0] = target == HTOL_TARGET_TRUE ? HTOL_TRUE : HTOL_FALSE;
}

static void decode_way(const Graph *graph, guint32 way, guint8 *row)
{
    clear_row(graph, row);
    if (graph->row->semantics == HTOL_DECISION_COMPLETE)
        decode_total(graph, way, row);
    else
        row[0] = walk_way(graph, &way, NOWHERE, row) == HTOL_TARGET_TRUE ? HTOL_TRUE : HTOL_FALSE;
}

/* The values of a way that got as far as condition `cut`; FALSE if no way has that number there. */
static gboolean decode_cut(const Graph *graph, guint32 cut, guint32 number, guint8 *row)
{
    guint32 stop = cut + HTOL_TARGET_CONDITION;
    clear_row(graph, row);
    return walk_way(graph, &number, stop, row) == stop && number == 0;
}

/* The number so far of the one way that leads to condition `cut`. */
static guint32 number_at(const Graph *graph, guint32 cut)
{
    g_autofree guint32 *numbers = g_new(guint32, graph->row->conditions);
    memset(numbers, 0xff, sizeof *numbers * graph->row->conditions);
    numbers[graph->row->root - HTOL_TARGET_CONDITION] = 0;
    for (guint32 i = 0; i < cut; i++) {
        const HtolRowCondition *condition = &graph->conditions[i];
        if (numbers[i] == NOWHERE)
            continue;
        if (condition->on_false >= HTOL_TARGET_CONDITION)
            numbers[condition->on_false - HTOL_TARGET_CONDITION] = numbers[i];
        if (condition->on_true >= HTOL_TARGET_CONDITION)
            numbers[condition->on_true - HTOL_TARGET_CONDITION] =
                numbers[i] + htol_ways_after(graph->ways_from, condition->on_false);
    }
    return numbers[cut];
}

HtolEnvs htol_decision_ways(HtolArena *arena, const HtolFunction *function, guint32 decision)
{
    Graph graph = graph_of(function, decision);
    guint rows = is_constant(graph.row) ? 0 : graph.row->ways;
    guint8 *values = htol_arena_alloc(arena, (gsize)rows * graph.columns);
    for (guint i = 0; i < rows; i++)
        decode_way(&graph, i, values + (gsize)i * graph.columns);
    g_free(graph.ways_from);
    return (HtolEnvs){.rows = rows, .columns = graph.columns, .values = values};
}

const char *htol_decision_repeats(HtolArena *arena, const HtolFunction *function, guint32 decision)
{
    const HtolRowDecision *row = &function->decisions[decision];
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    g_autoptr(GString) text = NULL;
    for (guint32 i = 0; i < row->conditions; i++) {
        if (conditions[i].same == 0)
            continue;
        text = text ? text : g_string_new(NULL);
        g_string_append_printf(text, "%scondition %u repeats condition %u (`%s`)", text->len ? ", " : "", i + 1,
                               conditions[i].same, conditions[i].text);
    }
    return text ? htol_arena_strndup(arena, text->str, text->len) : NULL;
}

/* ---- what was recorded at a decision ---- */

static HtolTestSet tests_of_slot(const HtolRecorded *recorded, guint32 slot)
{
    return recorded->tests ? recorded->slot_tests[slot] : HTOL_NO_TESTS;
}

static HtolTestSet tests_of_tuple(const HtolRecorded *recorded, guint tuple)
{
    return recorded->tests ? recorded->tuple_tests[tuple] : HTOL_NO_TESTS;
}

static guint8 *add_row(const Graph *graph, Rows *rows, HtolTestSet tests)
{
    g_byte_array_set_size(rows->values, rows->values->len + graph->columns);
    guint8 *row = rows->values->data + rows->values->len - graph->columns;
    clear_row(graph, row);
    if (rows->tests)
        g_array_append_val(rows->tests, tests);
    return row;
}

static void drop_row(const Graph *graph, Rows *rows)
{
    g_byte_array_set_size(rows->values, rows->values->len - graph->columns);
    if (rows->tests)
        g_array_set_size(rows->tests, rows->tests->len - 1);
}

static void add_ways(const Graph *graph, const HtolRecorded *recorded, Rows *rows)
{
    guint32 first = graph->row->slot;
    for (guint32 way = 0; way < graph->row->ways; way++)
        if (recorded->slots[first + way])
            decode_way(graph, way, add_row(graph, rows, tests_of_slot(recorded, first + way)));
}

static void add_cuts(const Graph *graph, const HtolRecorded *recorded, guint32 cut, Rows *rows)
{
    const HtolRowCondition *condition = &graph->conditions[cut];
    for (guint32 i = 0; i < condition->cut_slots; i++) {
        guint32 slot = condition->cut_slot + i;
        if (!recorded->slots[slot])
            continue;
        guint32 number = condition->cut_slots == 1 ? number_at(graph, cut) : i;
        if (!decode_cut(graph, cut, number, add_row(graph, rows, tests_of_slot(recorded, slot))))
            drop_row(graph, rows);
    }
}

/* Over the cap: one value a row. The outcome and each condition have a slot for false, then one for true. */
static void add_single_values(const Graph *graph, const HtolRecorded *recorded, Rows *rows)
{
    for (guint i = 0; i < graph->columns; i++)
        for (guint value = HTOL_FALSE; value <= HTOL_TRUE; value++) {
            guint32 slot = graph->row->slot + 2 * i + value;
            if (recorded->slots[slot])
                add_row(graph, rows, tests_of_slot(recorded, slot))[i] = value;
        }
}

gboolean htol_decision_has_vectors(const HtolRowDecision *decision)
{
    return decision->ways > 0 || decision->source > 0;
}

/* Whether an evaluation that was cut short may be the beginning of another, which ended. */
static gboolean goes_on(const guint8 *cut, const guint8 *row, guint columns)
{
    gboolean agrees = row[0] != HTOL_UNKNOWN;
    for (guint i = 1; i < columns && agrees; i++)
        agrees = cut[i] == HTOL_UNKNOWN || cut[i] == row[i];
    return agrees;
}

static gboolean is_told(const HtolEnvs *envs, guint index)
{
    const guint8 *row = envs->values + (gsize)index * envs->columns;
    gboolean told = TRUE;
    for (guint i = 0; i < envs->rows && told && row[0] == HTOL_UNKNOWN; i++)
        told = !goes_on(row, envs->values + (gsize)i * envs->columns, envs->columns);
    return told;
}

HtolEnvs htol_envs_told(HtolArena *arena, const HtolRowDecision *decision, HtolEnvs envs)
{
    if (decision->ways == 0)
        return envs;
    guint8 *values = htol_arena_alloc(arena, (gsize)envs.rows * envs.columns);
    HtolTestSet *tests = envs.tests ? htol_arena_new0(arena, HtolTestSet, envs.rows) : NULL;
    HtolEnvs told = {0, envs.columns, values, tests};
    for (guint i = 0; i < envs.rows; i++) {
        if (!is_told(&envs, i))
            continue;
        memcpy(values + (gsize)told.rows * envs.columns, envs.values + (gsize)i * envs.columns, envs.columns);
        if (tests)
            tests[told.rows] = envs.tests[i];
        told.rows++;
    }
    return told;
}

guint htol_recorded_first(const HtolRecorded *recorded, guint32 source)
{
    return htol_tuple_first(recorded->tuples, recorded->n_tuples, source);
}

/* FALSE if the tuple has another shape than a vector of the decision. */
static gboolean read_vector(const Graph *graph, const HtolTuple *tuple, guint8 *row)
{
    guint32 n = graph->row->conditions, i = 0;
    if (tuple->n_values != (n + HTOL_VECTOR_CONDITIONS - 1) / HTOL_VECTOR_CONDITIONS)
        return FALSE;
    while (i < n && htol_tuple_truth(tuple, i, &row[1 + i]))
        i++;
    return i == n;
}

/* Follows the values from the root; FALSE if one on the way is not known. */
static gboolean find_outcome(const Graph *graph, guint8 *row)
{
    guint32 target = graph->row->root;
    while (target >= HTOL_TARGET_CONDITION && row[1 + target - HTOL_TARGET_CONDITION] != HTOL_UNKNOWN)
        target = next_target(graph, row, target);
    row[0] = target == HTOL_TARGET_TRUE ? HTOL_TRUE : HTOL_FALSE;
    return target < HTOL_TARGET_CONDITION;
}

/* The vectors of a decision over the cap. */
static void add_vectors(const Graph *graph, const HtolRecorded *recorded, Rows *rows)
{
    guint32 source = graph->row->source;
    if (source == 0)
        return;
    guint end = htol_recorded_first(recorded, source);
    for (guint i = htol_recorded_first(recorded, source - 1); i < end; i++) {
        guint8 *row = add_row(graph, rows, tests_of_tuple(recorded, i));
        if (!read_vector(graph, &recorded->tuples[i], row) || !find_outcome(graph, row))
            drop_row(graph, rows);
    }
}

/* The conditions that the decision comes to with the values of the row, which has an outcome: in observed
 * semantics all that have a value, in complete semantics the others had none to say. A byte for each, to be
 * freed. */
static guint8 *conditions_met(const Graph *graph, const guint8 *row)
{
    guint8 *met = g_new0(guint8, graph->row->conditions);
    for (guint32 target = graph->row->root; target >= HTOL_TARGET_CONDITION; target = next_target(graph, row, target))
        met[target - HTOL_TARGET_CONDITION] = TRUE;
    return met;
}

/* A condition that has a value is active in some completion when, with its other value, the other outcome
 * can follow, and inactive in some when the same can: each condition stands in the decision once, so no
 * choice of a completion meets another. `active` has n columns, then n for inactive. */
static void add_activity(const Graph *graph, const guint8 *row, guint8 *active)
{
    guint32 n = graph->row->conditions;
    memset(active, HTOL_UNKNOWN, 2 * n);
    if (row[0] == HTOL_UNKNOWN)
        return;
    g_autofree guint8 *outcomes = htol_decision_outcomes(graph->row, graph->conditions, row);
    g_autofree guint8 *met = conditions_met(graph, row);
    for (guint32 i = 0; i < n; i++) {
        const HtolRowCondition *condition = &graph->conditions[i];
        guint8 following = outcomes[row[1 + i] == HTOL_TRUE ? condition->on_false : condition->on_true];
        if (row[1 + i] == HTOL_UNKNOWN)
            continue;
        following = met[i] ? following : 1 << row[0];
        active[i] = following >> !row[0] & 1 ? HTOL_TRUE : HTOL_FALSE;
        active[n + i] = following >> row[0] & 1 ? HTOL_TRUE : HTOL_FALSE;
    }
}

/* The rows with the columns of what is active, and inactive, behind them. */
static HtolEnvs widen(HtolArena *arena, const Graph *graph, const Rows *narrow)
{
    guint rows = narrow->values->len / graph->columns, columns = graph->columns + 2 * graph->row->conditions;
    guint8 *values = htol_arena_alloc(arena, (gsize)rows * columns);
    for (guint i = 0; i < rows; i++) {
        guint8 *row = values + (gsize)i * columns;
        memcpy(row, narrow->values->data + (gsize)i * graph->columns, graph->columns);
        add_activity(graph, row, row + graph->columns);
    }
    const HtolTestSet *tests =
        narrow->tests ? htol_arena_memdup(arena, narrow->tests->data, rows * sizeof(HtolTestSet)) : NULL;
    return (HtolEnvs){rows, columns, values, tests};
}

static void collect_rows(const Graph *graph, const HtolRecorded *recorded, Rows *rows)
{
    if (is_constant(graph->row))
        return;
    if (graph->row->ways == 0) {
        add_vectors(graph, recorded, rows);
        add_single_values(graph, recorded, rows);
        return;
    }
    add_ways(graph, recorded, rows);
    for (guint32 i = 0; i < graph->row->conditions; i++)
        add_cuts(graph, recorded, i, rows);
}

/* Whether no condition has another value than another one that says the same; the first of them need not have
 * been evaluated. `values`: room for one of each. */
static gboolean is_possible(const Graph *graph, const guint8 *row, guint8 *values)
{
    memset(values, HTOL_UNKNOWN, graph->row->conditions);
    for (guint32 i = 0; i < graph->row->conditions; i++) {
        guint32 same = graph->conditions[i].same;
        guint8 *value = &values[same > 0 ? same - 1 : i];
        if (row[1 + i] == HTOL_UNKNOWN)
            continue;
        if (*value != HTOL_UNKNOWN && *value != row[1 + i])
            return FALSE;
        *value = row[1 + i];
    }
    return TRUE;
}

static void drop_impossible(const Graph *graph, GByteArray *rows)
{
    g_autofree guint8 *values = g_malloc(graph->row->conditions);
    guint kept = 0;
    for (guint at = 0; at < rows->len; at += graph->columns) {
        if (!is_possible(graph, rows->data + at, values))
            continue;
        memmove(rows->data + kept, rows->data + at, graph->columns);
        kept += graph->columns;
    }
    g_byte_array_set_size(rows, kept);
}

/* Whether all slots that tell of the decision are what they were before some were supposed. */
static gboolean is_as_before(const HtolObserved *observed, guint32 decision)
{
    const HtolFunction *function = observed->recorded->function;
    const HtolRowDecision *row = &function->decisions[decision];
    const guint8 *now = observed->recorded->slots, *then = observed->before->recorded->slots;
    gboolean same = is_constant(row) || memcmp(now + row->slot, then + row->slot, htol_decision_slots(row)) == 0;
    for (guint32 i = 0; i < row->conditions && same; i++) {
        const HtolRowCondition *condition = &function->conditions[row->first_condition + i];
        same = memcmp(now + condition->cut_slot, then + condition->cut_slot, condition->cut_slots) == 0;
    }
    return same;
}

static HtolEnvs envs_before(HtolObserved *observed, guint32 decision)
{
    HtolEnvs envs = htol_observed_at(observed->before, (HtolSite){HTOL_SITE_DECISION, decision});
    envs.tests = NULL;
    htol_observed_set(observed, decision, envs);
    return envs;
}

static HtolEnvs decision_envs(HtolObserved *observed, guint32 decision)
{
    if (observed->known[decision])
        return observed->decisions[decision];
    if (observed->before && is_as_before(observed, decision))
        return envs_before(observed, decision);
    Graph graph = graph_of(observed->recorded->function, decision);
    Rows rows = {.values = g_byte_array_new()};
    if (observed->recorded->tests)
        rows.tests = g_array_new(FALSE, FALSE, sizeof(HtolTestSet));
    collect_rows(&graph, observed->recorded, &rows);
    if (observed->possible)
        drop_impossible(&graph, rows.values);
    observed->decisions[decision] = widen(observed->arena, &graph, &rows);
    observed->known[decision] = TRUE;
    g_byte_array_unref(rows.values);
    g_clear_pointer(&rows.tests, g_array_unref);
    g_free(graph.ways_from);
    return observed->decisions[decision];
}

/* ---- sites without variables ---- */

static Seen slot_seen(const HtolObserved *observed, guint32 slot)
{
    const HtolRecorded *recorded = observed->recorded;
    return (Seen){recorded->slots[slot], tests_of_slot(recorded, slot)};
}

static Seen either_seen(const HtolObserved *observed, Seen one, Seen other)
{
    if (!one.held || !other.held)
        return one.held ? one : other;
    HtolTestSets *tests = observed->recorded->tests;
    return (Seen){TRUE, tests ? htol_test_set_either(tests, one.tests, other.tests) : HTOL_NO_TESTS};
}

static Seen seen_ended(HtolObserved *observed, guint32 decision, HtolTruth outcome)
{
    HtolEnvs envs = decision_envs(observed, decision);
    Seen seen = {FALSE, HTOL_NO_TESTS};
    for (guint i = 0; i < envs.rows && (!seen.held || envs.tests); i++)
        if (envs.values[(gsize)i * envs.columns] == outcome)
            seen = either_seen(observed, seen, (Seen){TRUE, envs.tests ? envs.tests[i] : HTOL_NO_TESTS});
    return seen;
}

static Seen arm_taken(const HtolObserved *observed, guint32 arm)
{
    return slot_seen(observed, observed->recorded->function->arms[arm].slot);
}

static Seen change_noticed(const HtolObserved *observed, guint32 change)
{
    return slot_seen(observed, observed->recorded->function->changes[change].slot);
}

static Seen term_holds(HtolObserved *observed, const HtolRowTerm *term)
{
    switch ((HtolTermKind)term->kind) {
    case HTOL_TERM_SLOT: return slot_seen(observed, term->index);
    case HTOL_TERM_FALSE: return seen_ended(observed, term->index, HTOL_FALSE);
    case HTOL_TERM_TRUE: return seen_ended(observed, term->index, HTOL_TRUE);
    case HTOL_TERM_ARM: return arm_taken(observed, term->index);
    }
    g_assert_not_reached();
}

/* One term says that; which tests saw it, all together. */
static Seen any_term_holds(HtolObserved *observed, guint32 first, guint32 terms)
{
    Seen seen = {FALSE, HTOL_NO_TESTS};
    for (guint32 i = 0; i < terms && (!seen.held || observed->recorded->tests); i++)
        seen = either_seen(observed, seen, term_holds(observed, &observed->recorded->function->terms[first + i]));
    return seen;
}

static Seen block_reached(HtolObserved *observed, guint32 block)
{
    const HtolRowBlock *row = &observed->recorded->function->blocks[block];
    return any_term_holds(observed, row->first_term, row->terms);
}

static Seen flow_seen(const HtolObserved *observed, guint32 flow)
{
    return slot_seen(observed, observed->recorded->function->flows[flow].slot);
}

static Seen flow_path_taken(HtolObserved *observed, guint32 flow_path)
{
    const HtolRowFlowPath *row = &observed->recorded->function->flow_paths[flow_path];
    return any_term_holds(observed, row->first_term, row->terms);
}

/* Whether a value is in one class only. */
static gboolean is_partitioned(const HtolRowOperation *operation)
{
    return operation->kind != HTOL_OPERATION_COMPUTED && operation->kind != HTOL_OPERATION_PARAMETER;
}

/* Room for those of so many rows; NULL if nobody asked. */
static HtolTestSet *new_tests(const HtolObserved *observed, gsize rows)
{
    return observed->recorded->tests ? htol_arena_new0(observed->arena, HtolTestSet, rows) : NULL;
}

/* The slot of a class says whether a value was in it, or other slots do. */
static Seen class_seen(HtolObserved *observed, const HtolRowOperation *row, guint32 k)
{
    Seen seen = slot_seen(observed, row->slot + k);
    if (row->mutants == 0)
        return seen;
    const HtolRowMutant *mutant = &observed->recorded->function->mutants[row->first_mutant + k];
    return either_seen(observed, seen, any_term_holds(observed, mutant->first_term, mutant->terms));
}

/* A row for each class. Where classes overlap, nobody knows what else was true of the values that it saw. */
static HtolEnvs operation_envs(HtolObserved *observed, guint32 operation)
{
    const HtolRowOperation *row = &observed->recorded->function->operations[operation];
    HtolTruth others = is_partitioned(row) ? HTOL_FALSE : HTOL_UNKNOWN;
    guint8 *values = htol_arena_alloc(observed->arena, (gsize)row->classes * row->classes);
    HtolTestSet *tests = new_tests(observed, row->classes);
    HtolEnvs envs = {0, row->classes, values, tests};
    for (guint32 k = 0; k < row->classes; k++) {
        Seen seen = class_seen(observed, row, k);
        if (!seen.held)
            continue;
        if (tests)
            tests[envs.rows] = seen.tests;
        guint8 *environment = values + (gsize)envs.rows++ * row->classes;
        memset(environment, others, row->classes);
        environment[k] = HTOL_TRUE;
    }
    return envs;
}

/* Marks the states with whose strings the nodes that an activation came through ended at some time: those whose slot
 * is set, and those whose strings end theirs. */
static void find_toured(HtolObserved *observed)
{
    const HtolFunction *function = observed->recorded->function;
    Seen *toured = htol_arena_new0(observed->arena, Seen, function->n_states);
    for (guint32 i = function->n_states; i-- > 0;) {
        const HtolRowState *state = &function->states[i];
        if (state->slot > 0)
            toured[i] = either_seen(observed, toured[i], slot_seen(observed, state->slot - 1));
        if (toured[i].held && state->fail > 0)
            toured[state->fail - 1] = either_seen(observed, toured[state->fail - 1], toured[i]);
    }
    observed->toured = toured;
}

static Seen path_toured(HtolObserved *observed, guint32 path)
{
    if (!observed->toured)
        find_toured(observed);
    return observed->toured[observed->recorded->function->paths[path].state];
}

static Seen call_made(HtolObserved *observed, const HtolRowCall *row)
{
    return any_term_holds(observed, row->first_term, row->terms);
}

/* What a call through a pointer called: TRUE for the callee of that name, if the tuple's is known, and FALSE for the
 * others. */
static void read_callee(const HtolObserved *observed, const HtolRowCall *row, guint tuple, guint8 *values)
{
    const HtolRecorded *recorded = observed->recorded;
    const char *name = recorded->callees ? recorded->callees[tuple] : NULL;
    const HtolRowCallee *callees = recorded->function->callees + row->first_callee;
    values[0] = HTOL_TRUE;
    for (guint32 i = 0; i < row->callees; i++)
        values[1 + i] = name && strcmp(name, callees[i].name) == 0 ? HTOL_TRUE : HTOL_FALSE;
}

/* Column 0 is true: a call was made. */
static HtolEnvs pointer_envs(HtolObserved *observed, const HtolRowCall *row)
{
    guint first = htol_recorded_first(observed->recorded, row->source - 1);
    guint end = htol_recorded_first(observed->recorded, row->source), columns = 1 + row->callees;
    guint8 *values = htol_arena_alloc(observed->arena, (gsize)(end - first) * columns);
    for (guint i = first; i < end; i++)
        read_callee(observed, row, i, values + (gsize)(i - first) * columns);
    const HtolTestSet *tests = observed->recorded->tests ? observed->recorded->tuple_tests + first : NULL;
    return (HtolEnvs){end - first, columns, values, tests};
}

HtolObserved *htol_observed_of(HtolArena *arena, const HtolRecorded *recorded)
{
    HtolObserved *observed = htol_arena_new0(arena, HtolObserved, 1);
    observed->arena = arena;
    observed->recorded = recorded;
    observed->decisions = htol_arena_new0(arena, HtolEnvs, recorded->function->n_decisions);
    observed->known = htol_arena_new0(arena, gboolean, recorded->function->n_decisions);
    return observed;
}

HtolObserved *htol_observed_with(HtolArena *arena, HtolObserved *before, const guint32 *slots, guint32 n)
{
    HtolRecorded *recorded = htol_arena_memdup(arena, before->recorded, sizeof *recorded);
    guint8 *all = htol_arena_memdup(arena, recorded->slots, recorded->function->row.slots);
    for (guint32 i = 0; i < n; i++)
        all[slots[i]] = 1;
    recorded->slots = all;
    recorded->tests = NULL;
    HtolObserved *observed = htol_observed_of(arena, recorded);
    observed->before = before;
    return observed;
}

HtolObserved *htol_observed_new(HtolArena *arena, const HtolFunction *function, const guint8 *slots)
{
    HtolRecorded *recorded = htol_arena_new0(arena, HtolRecorded, 1);
    recorded->function = function;
    recorded->slots = slots;
    return htol_observed_of(arena, recorded);
}

void htol_observed_set(HtolObserved *observed, guint32 decision, HtolEnvs envs)
{
    observed->decisions[decision] = envs;
    observed->known[decision] = TRUE;
}

HtolObserved *htol_possible_of(HtolArena *arena, const HtolFunction *function, const guint8 *slots)
{
    HtolObserved *possible = htol_observed_new(arena, function, slots);
    possible->possible = TRUE;
    return possible;
}

HtolObserved *htol_possible_new(HtolArena *arena, const HtolFunction *function)
{
    guint8 *slots = htol_arena_alloc(arena, function->row.slots);
    memset(slots, 1, function->row.slots);
    return htol_possible_of(arena, function, slots);
}

gboolean htol_observed_lost(const HtolObserved *observed, guint32 variable)
{
    guint32 lost = observed->recorded->function->variables[variable].lost;
    return lost > 0 && observed->recorded->slots[lost - 1];
}

const HtolFunction *htol_observed_function(const HtolObserved *observed)
{
    return observed->recorded->function;
}

HtolTestSets *htol_observed_tests(const HtolObserved *observed)
{
    return observed->recorded->tests;
}

HtolObserved *htol_observed_by(HtolArena *arena, HtolObserved *observed, HtolKeeps keeps, gpointer data)
{
    HtolObserved *kept = htol_arena_new0(arena, HtolObserved, 1);
    *kept = (HtolObserved){
        .arena = arena, .recorded = observed->recorded, .whole = observed, .keeps = keeps, .keeps_data = data};
    return kept;
}

/* One row of no columns, or none; a pointer to it that may be added to. */
static HtolEnvs envs_of(const HtolObserved *observed, Seen seen)
{
    static const guint8 nothing;
    HtolTestSet *tests = seen.held ? new_tests(observed, 1) : NULL;
    if (tests)
        *tests = seen.tests;
    return (HtolEnvs){.rows = seen.held != 0, .values = &nothing, .tests = tests};
}

static HtolEnvs call_envs(HtolObserved *observed, guint32 call)
{
    const HtolRowCall *row = &observed->recorded->function->calls[call];
    return row->source > 0 ? pointer_envs(observed, row) : envs_of(observed, call_made(observed, row));
}

static HtolEnvs kept_envs(const HtolObserved *observed, HtolEnvs envs)
{
    guint8 *values = htol_arena_alloc(observed->arena, (gsize)envs.rows * envs.columns);
    HtolTestSet *tests = htol_arena_new0(observed->arena, HtolTestSet, envs.rows);
    HtolEnvs kept = {0, envs.columns, values, tests};
    for (guint i = 0; i < envs.rows; i++) {
        if (!observed->keeps(envs.tests[i], observed->keeps_data))
            continue;
        memcpy(values + (gsize)kept.rows * envs.columns, envs.values + (gsize)i * envs.columns, envs.columns);
        tests[kept.rows++] = envs.tests[i];
    }
    return kept;
}

HtolEnvs htol_observed_at(HtolObserved *observed, HtolSite site)
{
    if (observed->whole)
        return kept_envs(observed, htol_observed_at(observed->whole, site));
    switch (site.kind) {
    case HTOL_SITE_BLOCK: return envs_of(observed, block_reached(observed, site.index));
    case HTOL_SITE_DECISION: return decision_envs(observed, site.index);
    case HTOL_SITE_ARM: return envs_of(observed, arm_taken(observed, site.index));
    case HTOL_SITE_CALL: return call_envs(observed, site.index);
    case HTOL_SITE_PATH: return envs_of(observed, path_toured(observed, site.index));
    case HTOL_SITE_FLOW: return envs_of(observed, flow_seen(observed, site.index));
    case HTOL_SITE_FLOW_PATH: return envs_of(observed, flow_path_taken(observed, site.index));
    case HTOL_SITE_OPERATION: return operation_envs(observed, site.index);
    case HTOL_SITE_CHANGE: return envs_of(observed, change_noticed(observed, site.index));
    }
    g_assert_not_reached();
}
