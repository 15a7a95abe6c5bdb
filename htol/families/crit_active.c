/* Criteria over active and inactive conditions: GACC, CACC, RACC; GICC, RICC. A condition is active in a
 * vector when the outcome would be the other one if it had its other value, else inactive. Ammann and Offutt,
 * "Introduction to Software Testing", chapter 8. */
#include "htol/expand/expand.h"
#include "htol/judge/env.h"

/* Returns the predicate that the condition was evaluated to `value` and is active. */
static const HtolExpr *active_with(const HtolExpansion *expansion, HtolObjective at, gboolean value)
{
    guint32 conditions = expansion->function->decisions[at.site.index].conditions;
    return htol_and(expansion->arena, htol_literal(expansion->arena, at.condition, value),
                    htol_active(expansion->arena, at.condition, conditions));
}

static void add_general(HtolExpansion *expansion, HtolObjective at, gboolean value)
{
    at.hyper = htol_label(expansion->arena, at.site, active_with(expansion, at, value));
    at.value = value;
    at.id = htol_arena_printf(expansion->arena, "%s=%c", at.id, value ? 'T' : 'F');
    htol_expand_add(expansion, at);
}

static void add_both_values(HtolExpansion *expansion, HtolObjective at)
{
    add_general(expansion, at, TRUE);
    add_general(expansion, at, FALSE);
}

/* Calls `add` for each condition whose activity can be judged. */
static void for_conditions(HtolExpansion *expansion, void (*add)(HtolExpansion *expansion, HtolObjective at))
{
    for (guint32 d = expansion->first_decision; d < expansion->function->n_decisions; d++) {
        if (htol_expand_no_vectors(expansion, d))
            continue;
        for (guint32 c = 1; c <= expansion->function->decisions[d].conditions; c++)
            if (htol_expand_conditions(expansion, d)[c - 1].state == HTOL_CONDITION_LIVE)
                add(expansion, htol_expand_at_condition(expansion, d, c));
    }
}

void htol_crit_gacc(HtolExpansion *expansion)
{
    for_conditions(expansion, add_both_values);
}

/* What a pair is made of: a predicate for each half, by the condition's value there, and a guard over both outcomes. */
typedef struct {
    const HtolExpr *halves[2]; /* false, true */
    const HtolExpr *outcomes;  /* a guard over o and o' */
    gboolean restricted;       /* the other conditions agree */
} Pair;

/* Adds < (true half){o = d} . (false half){o' = d} | outcomes >. If the other conditions must agree, the guard also
 * asks that both vectors have a common completion, apart from the condition. */
static void add_pair(HtolExpansion *expansion, HtolObjective at, const Pair *pair)
{
    guint32 but = pair->restricted ? at.condition : 0;
    HtolPairing pairing = htol_expand_pairing(expansion, at.site.index, but, pair->outcomes);
    at.hyper = htol_expand_pair(expansion, &pairing, pair->halves[TRUE], pair->halves[FALSE]);
    htol_expand_add(expansion, at);
}

static void add_active_pair(HtolExpansion *expansion, HtolObjective at, gboolean restricted)
{
    Pair pair = {{active_with(expansion, at, FALSE), active_with(expansion, at, TRUE)},
                 htol_expand_outcomes_differ(expansion),
                 restricted};
    add_pair(expansion, at, &pair);
}

static void add_correlated(HtolExpansion *expansion, HtolObjective at)
{
    add_active_pair(expansion, at, FALSE);
}

static void add_restricted(HtolExpansion *expansion, HtolObjective at)
{
    add_active_pair(expansion, at, TRUE);
}

void htol_crit_cacc(HtolExpansion *expansion)
{
    for_conditions(expansion, add_correlated);
}

void htol_crit_racc(HtolExpansion *expansion)
{
    for_conditions(expansion, add_restricted);
}

/* Returns the predicate that the condition was evaluated to `value`, is inactive, and the outcome is `outcome`. */
static const HtolExpr *inactive_with(const HtolExpansion *expansion, HtolObjective at, gboolean value, gboolean outcome)
{
    HtolArena *arena = expansion->arena;
    guint32 conditions = expansion->function->decisions[at.site.index].conditions;
    const HtolExpr *inactive =
        htol_and(arena, htol_literal(arena, at.condition, value), htol_inactive(arena, at.condition, conditions));
    return htol_and(arena, inactive, htol_literal(arena, 0, outcome));
}

static void add_inactive(HtolExpansion *expansion, HtolObjective at)
{
    const char *id = at.id;
    for (guint i = 0; i < 4; i++) {
        gboolean value = i < 2, outcome = i % 2 == 0;
        at.hyper = htol_label(expansion->arena, at.site, inactive_with(expansion, at, value, outcome));
        at.value = value;
        at.outcome = outcome;
        at.id = htol_arena_printf(expansion->arena, "%s=%c,d=%c", id, value ? 'T' : 'F', outcome ? 'T' : 'F');
        htol_expand_add(expansion, at);
    }
}

static void add_inactive_pairs(HtolExpansion *expansion, HtolObjective at)
{
    const char *id = at.id;
    for (guint i = 0; i < 2; i++) {
        gboolean outcome = i == 0;
        Pair pair = {
            {inactive_with(expansion, at, FALSE, outcome), inactive_with(expansion, at, TRUE, outcome)}, NULL, TRUE};
        at.outcome = outcome;
        at.id = htol_arena_printf(expansion->arena, "%s,d=%c", id, outcome ? 'T' : 'F');
        add_pair(expansion, at, &pair);
    }
}

void htol_crit_gicc(HtolExpansion *expansion)
{
    for_conditions(expansion, add_inactive);
}

void htol_crit_ricc(HtolExpansion *expansion)
{
    for_conditions(expansion, add_inactive_pairs);
}
