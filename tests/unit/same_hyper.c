/* Compares what the parser makes; see same_hyper.h. */
#include "tests/unit/same_hyper.h"

#include <string.h>

/* Bit by bit: -0.0 is not 0.0. */
static gboolean same_value(HtolValue one, HtolValue other)
{
    return one.kind == other.kind && one.u == other.u;
}

gboolean same_expr(const HtolExpr *one, const HtolExpr *other)
{
    if (!one || !other)
        return one == other;
    if (one->kind != other->kind)
        return FALSE;
    switch (one->kind) {
    case HTOL_EXPR_CONSTANT: return same_value(one->constant, other->constant);
    case HTOL_EXPR_VARIABLE:
        return g_strcmp0(one->name, other->name) == 0 && (one->name || one->variable == other->variable);
    case HTOL_EXPR_UNARY:
    case HTOL_EXPR_BINARY:
        return one->op == other->op && same_expr(one->left, other->left) && same_expr(one->right, other->right);
    }
    g_assert_not_reached();
}

static gboolean same_occurrence(const HtolOccurrence *one, const HtolOccurrence *other)
{
    return strcmp(one->name, other->name) == 0 && one->primes == other->primes;
}

static gboolean same_step(const HtolStep *one, const HtolStep *other)
{
    if (one->n_kills != other->n_kills || !same_occurrence(&one->occurrence, &other->occurrence))
        return FALSE;
    for (guint32 i = 0; i < one->n_kills; i++)
        if (!same_occurrence(&one->kills[i], &other->kills[i]))
            return FALSE;
    return TRUE;
}

gboolean same_hyper(const HtolHyper *one, const HtolHyper *other)
{
    if (!one || !other)
        return one == other;
    if (one->kind != other->kind || one->n_steps != other->n_steps || !same_expr(one->guard, other->guard))
        return FALSE;
    for (guint32 i = 0; i < one->n_steps; i++)
        if (!same_step(&one->steps[i], &other->steps[i]))
            return FALSE;
    return same_hyper(one->left, other->left) && same_hyper(one->right, other->right);
}

static gboolean same_place(const HtolPlace *one, const HtolPlace *other)
{
    return one->kind == other->kind && one->line == other->line && g_strcmp0(one->name, other->name) == 0 &&
           g_strcmp0(one->file, other->file) == 0 && g_strcmp0(one->hash, other->hash) == 0 &&
           one->site.kind == other->site.kind && one->site.index == other->site.index;
}

static gboolean same_binding(const HtolBinding *one, const HtolBinding *other)
{
    return strcmp(one->name, other->name) == 0 && strcmp(one->value.text, other->value.text) == 0 &&
           one->variable == other->variable;
}

static gboolean same_label(const HtolLabelDecl *one, const HtolLabelDecl *other)
{
    if (strcmp(one->name, other->name) != 0 || !same_place(&one->place, &other->place) ||
        strcmp(one->predicate.text, other->predicate.text) != 0 || !same_expr(one->of_site, other->of_site) ||
        one->n_bindings != other->n_bindings)
        return FALSE;
    for (guint32 i = 0; i < one->n_bindings; i++)
        if (!same_binding(&one->bindings[i], &other->bindings[i]))
            return FALSE;
    return TRUE;
}

gboolean same_script(const HtolScript *one, const HtolScript *other)
{
    const HtolLabelDecl *l1 = one->labels, *l2 = other->labels;
    const HtolHyperDecl *h1 = one->hypers, *h2 = other->hypers;
    const HtolPureDecl *p1 = one->pures, *p2 = other->pures;
    for (; p1 && p2; p1 = p1->next, p2 = p2->next)
        if (strcmp(p1->name, p2->name) != 0)
            return FALSE;
    for (; l1 && l2; l1 = l1->next, l2 = l2->next)
        if (!same_label(l1, l2))
            return FALSE;
    for (; h1 && h2; h1 = h1->next, h2 = h2->next)
        if (strcmp(h1->name, h2->name) != 0 || !same_hyper(h1->hyper, h2->hyper))
            return FALSE;
    return !l1 && !l2 && !h1 && !h2 && !p1 && !p2;
}
