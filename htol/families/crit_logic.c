/* Criteria over the logic of decisions: DC, CC, DCC, n-CC, MCC. Each asks that some vector of condition
 * values be recorded at a decision. */
#include <string.h>

#include "htol/expand/expand.h"
#include "htol/judge/env.h"

/* More restrictions than this and n-CC gives up on a decision. */
enum { MOST_RESTRICTIONS = 100000 };

/* ---- single values ---- */

/* Bit HTOL_FALSE: the decision may end false; bit HTOL_TRUE: it may end true. */
static guint outcomes_of(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    g_autofree guint8 *outcomes = htol_decision_outcomes(decision, conditions, NULL);
    return outcomes[decision->root];
}

/* Whether nothing could be inserted into the decision's text: its objectives cannot be judged, but are not dropped. */
static gboolean is_left_alone(const HtolExpansion *expansion, guint32 decision)
{
    return expansion->function->decisions[decision].conditions > 0 &&
           htol_expand_conditions(expansion, decision)->state == HTOL_CONDITION_ALONE;
}

static void add_outcome(HtolExpansion *expansion, guint32 decision, gboolean value)
{
    HtolArena *arena = expansion->arena;
    HtolObjective objective = htol_expand_at_decision(expansion, decision);
    objective.hyper = htol_label(arena, objective.site, htol_literal(arena, 0, value));
    objective.value = value;
    objective.branch = decision;
    objective.id = htol_arena_printf(arena, "d%u=%c", decision, value ? 'T' : 'F');
    htol_expand_add(expansion, objective);
}

void htol_expand_outcomes(HtolExpansion *expansion, guint32 decision)
{
    const HtolRowDecision *row = &expansion->function->decisions[decision];
    if (is_left_alone(expansion, decision))
        htol_expand_unmeasured(expansion, decision, htol_unrecorded_reason(HTOL_UNRECORDED_PLACE));
    if (outcomes_of(row, htol_expand_conditions(expansion, decision)) != (1 << HTOL_FALSE | 1 << HTOL_TRUE))
        return;
    add_outcome(expansion, decision, TRUE);
    add_outcome(expansion, decision, FALSE);
}

static void add_condition(HtolExpansion *expansion, guint32 decision, guint32 condition, gboolean value)
{
    HtolArena *arena = expansion->arena;
    HtolObjective objective = htol_expand_at_condition(expansion, decision, condition);
    objective.hyper = htol_label(arena, objective.site, htol_literal(arena, condition, value));
    objective.value = value;
    objective.id = htol_arena_printf(arena, "%s=%c", objective.id, value ? 'T' : 'F');
    htol_expand_add(expansion, objective);
}

static void add_condition_alone(HtolExpansion *expansion, guint32 decision, guint32 condition)
{
    HtolObjective objective = htol_expand_at_condition(expansion, decision, condition);
    objective.unmeasured = htol_unrecorded_reason(HTOL_UNRECORDED_PLACE);
    htol_expand_add(expansion, objective);
}

static HtolConditionState state_of(const HtolExpansion *expansion, guint32 decision, guint32 condition)
{
    return htol_expand_conditions(expansion, decision)[condition - 1].state;
}

static void add_conditions(HtolExpansion *expansion, guint32 decision)
{
    for (guint32 i = 1; i <= expansion->function->decisions[decision].conditions; i++) {
        if (state_of(expansion, decision, i) == HTOL_CONDITION_ALONE)
            add_condition_alone(expansion, decision, i);
        if (state_of(expansion, decision, i) != HTOL_CONDITION_LIVE)
            continue;
        add_condition(expansion, decision, i, TRUE);
        add_condition(expansion, decision, i, FALSE);
    }
}

void htol_crit_dc(HtolExpansion *expansion)
{
    for (guint32 i = expansion->first_decision; i < expansion->function->n_decisions; i++)
        htol_expand_outcomes(expansion, i);
}

void htol_crit_cc(HtolExpansion *expansion)
{
    for (guint32 i = expansion->first_decision; i < expansion->function->n_decisions; i++)
        add_conditions(expansion, i);
}

void htol_crit_dcc(HtolExpansion *expansion)
{
    for (guint32 i = expansion->first_decision; i < expansion->function->n_decisions; i++) {
        htol_expand_outcomes(expansion, i);
        add_conditions(expansion, i);
    }
}

/* ---- vectors ---- */

/* d || !d: the decision ended. A way that was cut short is no vector of it, but may hold all values of a
 * restriction. */
static const HtolExpr *decision_ended(HtolArena *arena)
{
    const HtolExpr *outcome = htol_variable(arena, 0);
    return htol_not(arena, htol_and(arena, outcome, htol_not(arena, outcome)));
}

/* Adds the objective that `predicate` (NULL: true) and the known values of `row` hold in a vector of the decision. */
static void add_vector(HtolExpansion *expansion, guint32 decision, const HtolExpr *predicate, const guint8 *row)
{
    HtolArena *arena = expansion->arena;
    HtolObjective objective = htol_expand_at_decision(expansion, decision);
    predicate = htol_expand_row_holds(expansion, decision, row, predicate);
    objective.hyper = htol_label(arena, objective.site, predicate);
    objective.text = htol_expand_row_text(expansion, decision, row);
    objective.id = htol_arena_printf(arena, "d%u:%s", decision, htol_expand_row_id(expansion, decision, row));
    htol_expand_add(expansion, objective);
}

gboolean htol_expand_no_vectors(HtolExpansion *expansion, guint32 decision)
{
    if (is_left_alone(expansion, decision)) {
        htol_expand_unmeasured(expansion, decision, htol_unrecorded_reason(HTOL_UNRECORDED_PLACE));
        return TRUE;
    }
    if (htol_decision_has_vectors(&expansion->function->decisions[decision]))
        return FALSE;
    htol_expand_unmeasured(expansion, decision, "its ways exceed the cap");
    return TRUE;
}

/* Returns the number of the decision's ways, at most HTOL_MOST_WAYS. */
static guint32 count_ways(const HtolRowDecision *row, const HtolRowCondition *conditions)
{
    guint32 live = 0;
    g_autofree guint32 *ways_from = htol_decision_ways_from(row, conditions);
    if (row->semantics != HTOL_DECISION_COMPLETE)
        return ways_from[row->root - HTOL_TARGET_CONDITION];
    for (guint32 i = 0; i < row->conditions; i++)
        live += conditions[i].state == HTOL_CONDITION_LIVE;
    return live < 31 ? 1u << live : HTOL_MOST_WAYS;
}

/* Whether the decision has too many ways to ask for each; if so, appends an objective that says how many. */
static gboolean has_too_many_ways(HtolExpansion *expansion, guint32 decision)
{
    const HtolRowDecision *row = &expansion->function->decisions[decision];
    if (row->ways > 0)
        return FALSE;
    guint32 ways = count_ways(row, htol_expand_conditions(expansion, decision));
    const char *why = "it has more than two billion ways, too many to ask for each";
    if (ways < HTOL_MOST_WAYS)
        why = htol_arena_printf(expansion->arena, "it has %u ways, too many to ask for each", ways);
    htol_expand_unmeasured(expansion, decision, why);
    return TRUE;
}

void htol_crit_mcc(HtolExpansion *expansion)
{
    for (guint32 i = expansion->first_decision; i < expansion->function->n_decisions; i++) {
        if (htol_expand_no_vectors(expansion, i) || has_too_many_ways(expansion, i))
            continue;
        HtolEnvs ways = htol_decision_ways(expansion->arena, expansion->function, i);
        for (guint w = 0; w < ways.rows; w++)
            add_vector(expansion, i, NULL, ways.values + (gsize)w * ways.columns);
    }
}

/* Restrictions of ways to n conditions, each once, in the order in which they are met. A restriction is a row
 * of environments whose other conditions are not known. */
typedef struct {
    guint columns;
    guint fresh; /* first column in which the present way differs from the one before */
    GPtrArray *found;
    GHashTable *seen; /* GBytes of `found` */
} Restrictions;

static void add_restriction(Restrictions *restrictions, const guint8 *row)
{
    g_autoptr(GBytes) bytes = g_bytes_new(row, restrictions->columns);
    if (g_hash_table_contains(restrictions->seen, bytes))
        return;
    g_ptr_array_add(restrictions->found, bytes);
    g_hash_table_add(restrictions->seen, g_steal_pointer(&bytes));
}

/* Copies `more` (not 0) values of `way`, in columns from `from` on, into `row`, for every choice of columns. Choices of
 * columns that are all before `fresh` are skipped: the way before had them. */
static void choose_columns(Restrictions *restrictions, const guint8 *way, guint8 *row, guint from, guint more)
{
    for (guint i = more == 1 ? MAX(from, restrictions->fresh) : from; i < restrictions->columns; i++) {
        if (way[i] == HTOL_UNKNOWN || restrictions->found->len > MOST_RESTRICTIONS)
            continue;
        row[i] = way[i];
        if (more == 1)
            add_restriction(restrictions, row);
        else
            choose_columns(restrictions, way, row, i + 1, more - 1);
        row[i] = HTOL_UNKNOWN;
    }
}

static guint count_known(const guint8 *way, guint columns)
{
    guint known = 0;
    for (guint i = 1; i < columns; i++)
        known += way[i] != HTOL_UNKNOWN;
    return known;
}

static void restrict_ways(Restrictions *restrictions, HtolEnvs ways, guint n)
{
    g_autofree guint8 *row = g_malloc(ways.columns);
    memset(row, HTOL_UNKNOWN, ways.columns);
    for (guint i = 0; i < ways.rows && restrictions->found->len <= MOST_RESTRICTIONS; i++) {
        const guint8 *way = ways.values + (gsize)i * ways.columns;
        restrictions->fresh = 1;
        while (i > 0 && way[restrictions->fresh] == way[(gssize)restrictions->fresh - ways.columns])
            restrictions->fresh++;
        choose_columns(restrictions, way, row, 1, MIN(n, count_known(way, ways.columns)));
    }
}

static void add_restrictions(HtolExpansion *expansion, guint32 decision)
{
    HtolEnvs ways = htol_decision_ways(expansion->arena, expansion->function, decision);
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    g_autoptr(GHashTable) seen =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    Restrictions restrictions = {.columns = ways.columns, .found = found, .seen = seen};
    restrict_ways(&restrictions, ways, expansion->n);
    if (found->len > MOST_RESTRICTIONS)
        htol_expand_unmeasured(expansion, decision, "it has more than 100,000 combinations of so many conditions");
    for (guint i = 0; i < found->len && found->len <= MOST_RESTRICTIONS; i++)
        add_vector(expansion, decision, decision_ended(expansion->arena), g_bytes_get_data(found->pdata[i], NULL));
}

void htol_crit_ncc(HtolExpansion *expansion)
{
    for (guint32 i = expansion->first_decision; i < expansion->function->n_decisions; i++)
        if (!htol_expand_no_vectors(expansion, i) && !has_too_many_ways(expansion, i))
            add_restrictions(expansion, i);
}
