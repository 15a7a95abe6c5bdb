/* Criteria over active and inactive conditions: GACC, CACC, RACC; GICC, RICC. A condition is active in a
 * vector when the outcome would be the other one if it had its other value, else inactive. Ammann and Offutt,
 * "Introduction to Software Testing", chapter 8. */
#include "htol/env.h"
#include "htol/expand.h"

/* The condition, evaluated, has that value and is active. */
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

static const HtolRowCondition *condition_at(const HtolExpansion *expansion, guint32 decision,
                                            guint32 condition)
{
    const HtolFunction *function = expansion->function;
    return &function->conditions[function->decisions[decision].first_condition + condition - 1];
}

/* Calls `add` for each condition whose activity can be judged. */
static void for_conditions(HtolExpansion *expansion, void (*add)(HtolExpansion *expansion, HtolObjective at))
{
    for (guint32 d = 0; d < expansion->function->n_decisions; d++) {
        if (htol_expand_no_vectors(expansion, d))
            continue;
        for (guint32 c = 1; c <= expansion->function->decisions[d].conditions; c++)
            if (condition_at(expansion, d, c)->state == HTOL_CONDITION_LIVE)
                add(expansion, htol_expand_at_condition(expansion, d, c));
    }
}

void htol_crit_gacc(HtolExpansion *expansion)
{
    for_conditions(expansion, add_both_values);
}

/* What a half of a pair binds: its outcome, and for RACC the values of the other conditions. */
typedef struct {
    GArray *bindings; /* HtolSiteBinding */
    const char *prime;
} Half;

static void bind(const HtolExpansion *expansion, Half *half, const char *name, guint32 variable)
{
    HtolSiteBinding binding = {htol_arena_printf(expansion->arena, "%s%s", name, half->prime), variable};
    g_array_append_val(half->bindings, binding);
}

static const HtolHyper *half_label(const HtolExpansion *expansion, HtolObjective at, const Half *half,
                                   const HtolExpr *predicate)
{
    return htol_label_with(expansion->arena, at.site, predicate,
                           (const HtolSiteBinding *)half->bindings->data, half->bindings->len);
}

static const HtolExpr *compare(HtolArena *arena, HtolOp op, const char *name)
{
    const char *primed = htol_arena_printf(arena, "%s'", name);
    return htol_binary(arena, op, htol_named(arena, name), htol_named(arena, primed));
}

static const HtolExpr *is_unknown(HtolArena *arena, const char *name)
{
    HtolValue unknown = {.kind = HTOL_VALUE_SIGNED, .s = HTOL_UNKNOWN};
    return htol_binary(arena, HTOL_OP_EQ, htol_named(arena, name), htol_constant(arena, unknown));
}

/* Some completions of both vectors agree on the metavariable: what was not evaluated may have either value.
 */
static const HtolExpr *may_agree(HtolArena *arena, const char *name)
{
    const HtolExpr *unknown = htol_binary(arena, HTOL_OP_BOR, is_unknown(arena, name),
                                          is_unknown(arena, htol_arena_printf(arena, "%s'", name)));
    return htol_binary(arena, HTOL_OP_BOR, compare(arena, HTOL_OP_EQ, name), unknown);
}

/* Binds the values of the other conditions in both halves; returns the guard that they may agree. */
static const HtolExpr *restrict_others(const HtolExpansion *expansion, HtolObjective at, Half halves[2],
                                       const HtolExpr *guard)
{
    guint32 conditions = expansion->function->decisions[at.site.index].conditions;
    for (guint32 i = 1; i <= conditions; i++) {
        if (i == at.condition || condition_at(expansion, at.site.index, i)->state != HTOL_CONDITION_LIVE)
            continue;
        const char *name = htol_arena_printf(expansion->arena, "v%u", i);
        bind(expansion, &halves[0], name, i);
        bind(expansion, &halves[1], name, i);
        guard = htol_and(expansion->arena, guard, may_agree(expansion->arena, name));
    }
    return guard;
}

/* What a pair is made of: the predicate of its half with that value, and what must hold of both outcomes. */
typedef struct {
    const HtolExpr *halves[2]; /* false, true */
    const HtolExpr *outcomes;  /* a guard over o and o' */
    gboolean restricted;       /* the other conditions agree */
} Pair;

/* < (true half){o = d} . (false half){o' = d} | outcomes >. If the others agree too, both vectors have a
 * common completion, apart from the condition. */
static void add_pair(HtolExpansion *expansion, HtolObjective at, const Pair *pair)
{
    HtolArena *arena = expansion->arena;
    Half halves[2] = {{g_array_new(FALSE, FALSE, sizeof(HtolSiteBinding)), ""},
                      {g_array_new(FALSE, FALSE, sizeof(HtolSiteBinding)), "'"}};
    bind(expansion, &halves[0], "o", 0);
    bind(expansion, &halves[1], "o", 0);
    const HtolExpr *guard = pair->outcomes;
    if (pair->restricted)
        guard = restrict_others(expansion, at, halves, guard);
    const HtolHyper *both = htol_conjunction(arena, half_label(expansion, at, &halves[0], pair->halves[TRUE]),
                                             half_label(expansion, at, &halves[1], pair->halves[FALSE]));
    at.hyper = guard ? htol_guarded(arena, both, guard) : both;
    htol_expand_add(expansion, at);
    g_array_unref(halves[0].bindings);
    g_array_unref(halves[1].bindings);
}

static void add_active_pair(HtolExpansion *expansion, HtolObjective at, gboolean restricted)
{
    Pair pair = {{active_with(expansion, at, FALSE), active_with(expansion, at, TRUE)},
                 compare(expansion->arena, HTOL_OP_NE, "o"),
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

/* The condition, evaluated, has that value and is inactive; the outcome is `outcome`. */
static const HtolExpr *inactive_with(const HtolExpansion *expansion, HtolObjective at, gboolean value,
                                     gboolean outcome)
{
    HtolArena *arena = expansion->arena;
    guint32 conditions = expansion->function->decisions[at.site.index].conditions;
    const HtolExpr *inactive = htol_and(arena, htol_literal(arena, at.condition, value),
                                        htol_inactive(arena, at.condition, conditions));
    return htol_and(arena, inactive, htol_literal(arena, 0, outcome));
}

static void add_inactive(HtolExpansion *expansion, HtolObjective at)
{
    const char *id = at.id;
    for (guint i = 0; i < 4; i++) {
        gboolean value = i < 2, outcome = i % 2 == 0;
        at.hyper = htol_label(expansion->arena, at.site, inactive_with(expansion, at, value, outcome));
        at.value = value;
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
            {inactive_with(expansion, at, FALSE, outcome), inactive_with(expansion, at, TRUE, outcome)},
            NULL,
            TRUE};
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
