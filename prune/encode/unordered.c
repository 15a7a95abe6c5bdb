/* Forgets what the order of operands leaves open; see unordered.h. */
#include "prune/encode/unordered.h"

#include "prune/encode/matched.h"
#include "prune/facts/returns.h"

static void find_effects(PruneEncoder *e, PruneUnordered *group)
{
    gboolean writes = FALSE;
    for (guint i = 0; i < group->n; i++)
        writes |= group->operands[i]->has_effects;
    if (!writes || group->n < 2)
        return;
    group->effects = g_new(PruneEffects, group->n);
    for (guint i = 0; i < group->n; i++) {
        group->effects[i] = prune_effects_new(e->private);
        prune_effects_of_expr(&group->effects[i], group->operands[i]);
    }
}

static void find_ending(const PruneEncoder *e, PruneUnordered *group)
{
    for (guint i = 0; i < group->n && group->n > 1; i++)
        if (!prune_surely_ends(e->encoding->tree, group->operands[i])) {
            group->n_ending++;
            group->ending = i;
        }
}

PruneUnordered prune_unordered_new(PruneEncoder *e, AnnotExpr *const *operands, guint n)
{
    PruneTerm base = e->state->guard, path = e->state->path;
    PruneUnordered group = {operands, n, NULL, 0, 0, base, path, NULL, base, path};
    if (prune_way(e))
        return group;
    find_effects(e, &group);
    find_ending(e, &group);
    return group;
}

/* Whether somebody asks when something in the expression is reached. */
static gboolean is_watched(const PruneEncoder *e, const AnnotExpr *expr)
{
    const PruneEncoding *encoding = e->encoding;
    if (expr->kind == ANNOT_EXPR_CALL || expr->body || g_hash_table_contains(encoding->moments, expr) ||
        (encoding->accesses && g_hash_table_contains(encoding->accesses, expr)))
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (is_watched(e, expr->operands[i]))
            return TRUE;
    return FALSE;
}

static PruneTerm settled(PruneEncoder *e, PruneTerm base, PruneTerm so_far, PruneTerm now)
{
    if (now == base)
        return so_far;
    return so_far == base ? now : prune_and(e->logic, so_far, now);
}

/* Adds what the operand at hand has led to: that the program goes on behind it. */
static void settle_effects(PruneEncoder *e, PruneUnordered *group)
{
    if (group->begun && e->state->guard != group->begun)
        group->ended = settled(e, group->base, group->ended, e->state->guard);
    if (group->begun)
        group->ended_path = settled(e, group->path, group->ended_path, e->state->path);
}

/* Begins operand `i`, as if it were the first, except that others may have ended the program. */
static void begin_operand(PruneEncoder *e, PruneUnordered *group, guint i)
{
    settle_effects(e, group);
    e->state->guard = group->base;
    e->state->path = group->path;
    if (group->n_ending > (group->ending == i) && is_watched(e, group->operands[i]))
        prune_may_end(e);
    group->begun = e->state->guard;
}

static void forget_common(PruneEncoder *e, GHashTable *written, GHashTable *others)
{
    GHashTableIter iter;
    gpointer variable;
    g_hash_table_iter_init(&iter, written);
    while (g_hash_table_iter_next(&iter, &variable, NULL))
        if (g_hash_table_contains(others, variable))
            prune_forget_variable(e, variable);
}

/* What is stored in operand `k` may be read in operand `i`. */
static void disturb(PruneEncoder *e, const PruneUnordered *group, guint k, guint i)
{
    if (!e->matching || !prune_only_calls(e, group->operands[k]))
        prune_state_forget_shared(e->state);
    else if (group->operands[i]->kind != ANNOT_EXPR_NAME) /* that is no read */
        prune_match_disorder(e, group->operands[i]);
}

/* Forgets what others write and operand `i` reads: it may be written by then or not. */
void prune_unordered_before(PruneEncoder *e, PruneUnordered *group, guint i)
{
    if (prune_way(e))
        return;
    begin_operand(e, group, i);
    for (guint k = 0; group->effects && k < group->n; k++) {
        if (k == i)
            continue;
        forget_common(e, group->effects[k].writes, group->effects[i].reads);
        if (group->effects[k].any)
            prune_state_forget_all(e->state);
        if (group->effects[k].stores && group->effects[i].loads)
            disturb(e, group, k, i);
    }
}

/* Forgets what two operands write: either may have written last. */
void prune_unordered_end(PruneEncoder *e, PruneUnordered *group)
{
    if (prune_way(e))
        return;
    settle_effects(e, group);
    e->state->guard = group->ended;
    e->state->path = group->ended_path;
    if (!group->effects)
        return;
    for (guint i = 0; i < group->n; i++)
        for (guint k = 0; k < i; k++) {
            forget_common(e, group->effects[i].writes, group->effects[k].writes);
            gboolean both = group->effects[i].stores && group->effects[k].stores;
            if (both &&
                !(e->matching && prune_only_calls(e, group->operands[i]) && prune_only_calls(e, group->operands[k])))
                prune_state_forget_shared(e->state);
        }
    for (guint i = 0; i < group->n; i++)
        prune_effects_clear(&group->effects[i]);
    g_free(group->effects);
}
