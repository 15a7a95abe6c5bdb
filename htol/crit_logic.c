/* Criteria over the logic of decisions: DC, CC, DCC, n-CC, MCC. Each asks that some vector of condition
 * values be recorded at a decision. */
#include <string.h>

#include "htol/env.h"
#include "htol/expand.h"

/* More restrictions than this and n-CC gives up on a decision. */
enum { MOST_RESTRICTIONS = 100000 };

static const HtolRowCondition *conditions_of(const HtolExpansion *expansion, guint32 decision)
{
    return expansion->function->conditions + expansion->function->decisions[decision].first_condition;
}

static HtolSite site_of(guint32 decision)
{
    return (HtolSite){HTOL_SITE_DECISION, decision};
}

HtolObjective htol_expand_at_decision(const HtolExpansion *expansion, guint32 decision)
{
    const HtolRowDecision *row = &expansion->function->decisions[decision];
    return (HtolObjective){.site = site_of(decision),
                           .value = -1,
                           .file = row->file,
                           .line = row->line,
                           .column = row->column,
                           .text = row->text};
}

/* Single values
 * ---------------------------------------------------------------------------------------------------- */

/* Bit HTOL_FALSE: the decision may end false; bit HTOL_TRUE: it may end true. */
static guint outcomes_of(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    g_autofree guint8 *outcomes = htol_decision_outcomes(decision, conditions, NULL);
    return outcomes[decision->root];
}

static void add_unmeasured(HtolExpansion *expansion, guint32 decision, const char *why)
{
    HtolObjective objective = htol_expand_at_decision(expansion, decision);
    objective.unmeasured = why;
    objective.id = htol_arena_printf(expansion->arena, "d%u", decision);
    htol_expand_add(expansion, objective);
}

/* A decision whose text nothing could be inserted into: its objectives cannot be judged, and are not dropped
 * either. */
static gboolean is_left_alone(const HtolExpansion *expansion, guint32 decision)
{
    return expansion->function->decisions[decision].conditions > 0 &&
           conditions_of(expansion, decision)->state == HTOL_CONDITION_ALONE;
}

#define LEFT_ALONE "nothing may be inserted into its text"

static void add_outcome(HtolExpansion *expansion, guint32 decision, gboolean value)
{
    HtolArena *arena = expansion->arena;
    HtolObjective objective = htol_expand_at_decision(expansion, decision);
    objective.hyper = htol_label(arena, site_of(decision), htol_literal(arena, 0, value));
    objective.value = value;
    objective.id = htol_arena_printf(arena, "d%u=%c", decision, value ? 'T' : 'F');
    htol_expand_add(expansion, objective);
}

void htol_expand_outcomes(HtolExpansion *expansion, guint32 decision)
{
    const HtolRowDecision *row = &expansion->function->decisions[decision];
    if (is_left_alone(expansion, decision))
        add_unmeasured(expansion, decision, LEFT_ALONE);
    if (outcomes_of(row, conditions_of(expansion, decision)) != (1 << HTOL_FALSE | 1 << HTOL_TRUE))
        return;
    add_outcome(expansion, decision, TRUE);
    add_outcome(expansion, decision, FALSE);
}

/* `condition` is counted from 1, as the variables of the site are. */
HtolObjective htol_expand_at_condition(const HtolExpansion *expansion, guint32 decision, guint32 condition)
{
    const HtolRowCondition *row = &conditions_of(expansion, decision)[condition - 1];
    return (HtolObjective){.site = site_of(decision),
                           .condition = condition,
                           .value = -1,
                           .file = row->file,
                           .line = row->line,
                           .column = row->column,
                           .text = row->text,
                           .id = htol_arena_printf(expansion->arena, "d%u.c%u", decision, condition)};
}

static void add_condition(HtolExpansion *expansion, guint32 decision, guint32 condition, gboolean value)
{
    HtolArena *arena = expansion->arena;
    HtolObjective objective = htol_expand_at_condition(expansion, decision, condition);
    objective.hyper = htol_label(arena, site_of(decision), htol_literal(arena, condition, value));
    objective.value = value;
    objective.id = htol_arena_printf(arena, "%s=%c", objective.id, value ? 'T' : 'F');
    htol_expand_add(expansion, objective);
}

static void add_condition_alone(HtolExpansion *expansion, guint32 decision, guint32 condition)
{
    HtolObjective objective = htol_expand_at_condition(expansion, decision, condition);
    objective.unmeasured = LEFT_ALONE;
    htol_expand_add(expansion, objective);
}

static HtolConditionState state_of(const HtolExpansion *expansion, guint32 decision, guint32 condition)
{
    return conditions_of(expansion, decision)[condition - 1].state;
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
    for (guint32 i = 0; i < expansion->function->n_decisions; i++)
        htol_expand_outcomes(expansion, i);
}

void htol_crit_cc(HtolExpansion *expansion)
{
    for (guint32 i = 0; i < expansion->function->n_decisions; i++)
        add_conditions(expansion, i);
}

void htol_crit_dcc(HtolExpansion *expansion)
{
    htol_crit_dc(expansion);
    htol_crit_cc(expansion);
}

/* Vectors
 * ---------------------------------------------------------------------------------------------------- */

/* "x > 0: T, p: F": the known conditions of a row of environments. */
static const char *vector_text(HtolArena *arena, const HtolRowCondition *conditions, const guint8 *row,
                               guint columns)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 1; i < columns; i++)
        if (row[i] != HTOL_UNKNOWN)
            g_string_append_printf(text, "%s%s: %c", text->len ? ", " : "", conditions[i - 1].text,
                                   row[i] == HTOL_TRUE ? 'T' : 'F');
    return htol_arena_strndup(arena, text->str, text->len);
}

/* "d2:TF-": likewise, - for what is not known. */
static const char *vector_id(HtolArena *arena, guint32 decision, const guint8 *row, guint columns)
{
    g_autoptr(GString) id = g_string_new(NULL);
    g_string_printf(id, "d%u:", decision);
    for (guint i = 1; i < columns; i++)
        g_string_append_c(id, "FT-"[row[i]]);
    return htol_arena_strndup(arena, id->str, id->len);
}

/* d || !d: the decision ended. A way that was cut short is no vector of it, but may hold all values of a
 * restriction. */
static const HtolExpr *ended(HtolArena *arena)
{
    const HtolExpr *outcome = htol_variable(arena, 0);
    return htol_not(arena, htol_and(arena, outcome, htol_not(arena, outcome)));
}

/* That `predicate` (NULL: true) and the known values of the row hold in some vector of the decision. */
static void add_vector(HtolExpansion *expansion, guint32 decision, const HtolExpr *predicate,
                       const guint8 *row, guint columns)
{
    HtolArena *arena = expansion->arena;
    HtolObjective objective = htol_expand_at_decision(expansion, decision);
    for (guint i = 1; i < columns; i++)
        if (row[i] != HTOL_UNKNOWN)
            predicate = htol_and(arena, predicate, htol_literal(arena, i, row[i] == HTOL_TRUE));
    objective.hyper = htol_label(arena, site_of(decision), predicate);
    objective.text = vector_text(arena, conditions_of(expansion, decision), row, columns);
    objective.id = vector_id(arena, decision, row, columns);
    htol_expand_add(expansion, objective);
}

gboolean htol_expand_no_vectors(HtolExpansion *expansion, guint32 decision)
{
    if (is_left_alone(expansion, decision)) {
        add_unmeasured(expansion, decision, LEFT_ALONE);
        return TRUE;
    }
    if (expansion->function->decisions[decision].ways > 0)
        return FALSE;
    add_unmeasured(expansion, decision, "its ways exceed the cap");
    return TRUE;
}

void htol_crit_mcc(HtolExpansion *expansion)
{
    for (guint32 i = 0; i < expansion->function->n_decisions; i++) {
        if (htol_expand_no_vectors(expansion, i))
            continue;
        HtolEnvs ways = htol_decision_ways(expansion->arena, expansion->function, i);
        for (guint w = 0; w < ways.rows; w++)
            add_vector(expansion, i, NULL, ways.values + (gsize)w * ways.columns, ways.columns);
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

/* Puts `more` (not 0) further values of `way`, of columns from `from` on, into `row`, by every choice of
 * columns. A choice before `fresh` alone was met in the way before. */
static void choose(Restrictions *restrictions, const guint8 *way, guint8 *row, guint from, guint more)
{
    for (guint i = more == 1 ? MAX(from, restrictions->fresh) : from; i < restrictions->columns; i++) {
        if (way[i] == HTOL_UNKNOWN || restrictions->found->len > MOST_RESTRICTIONS)
            continue;
        row[i] = way[i];
        if (more == 1)
            add_restriction(restrictions, row);
        else
            choose(restrictions, way, row, i + 1, more - 1);
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
        choose(restrictions, way, row, 1, MIN(n, count_known(way, ways.columns)));
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
        add_unmeasured(expansion, decision, "it has more than 100,000 combinations of so many conditions");
    for (guint i = 0; i < found->len && found->len <= MOST_RESTRICTIONS; i++)
        add_vector(expansion, decision, ended(expansion->arena), g_bytes_get_data(found->pdata[i], NULL),
                   ways.columns);
}

void htol_crit_ncc(HtolExpansion *expansion)
{
    for (guint32 i = 0; i < expansion->function->n_decisions; i++)
        if (!htol_expand_no_vectors(expansion, i))
            add_restrictions(expansion, i);
}
