/* Looks for operands that disturb each other; see order.h. */
#include "annot/facts/order.h"

#include "annot/facts/object.h"
#include "annot/tree/known.h"

/* Whether `expr` assigns to a variable that `other` names. */
static gboolean disturbs(const AnnotExpr *expr, const AnnotExpr *other)
{
    AnnotObject object;
    if (!expr->has_effects)
        return FALSE;
    if (annot_expr_assigns(expr) && annot_object_of(expr->operands[0], &object) &&
        annot_mentions(other, object.decl) > 0)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (disturbs(expr->operands[i], other))
            return TRUE;
    return FALSE;
}

gboolean annot_is_quiet_call(const AnnotDecl *decl)
{
    return decl && (decl->is_pure || annot_known_pure(decl->name) != ANNOT_EFFECTS_UNKNOWN);
}

gboolean annot_has_no_values(const AnnotDecl *decl)
{
    static const char *const prefixes[] = {"__builtin_va_", "__builtin_constant_p", "__builtin_object_size",
                                           "__builtin_dynamic_object_size"};
    for (guint i = 0; decl && i < G_N_ELEMENTS(prefixes); i++)
        if (g_str_has_prefix(decl->name, prefixes[i]))
            return TRUE;
    return FALSE;
}

/* Whether `expr` may access objects that are not known: it assigns through a pointer, say, or calls a function. A
 * statement expression counts as one that may. */
static gboolean holds_unknown(const AnnotExpr *expr)
{
    AnnotObject object;
    gboolean is_call = expr->kind == ANNOT_EXPR_CALL && !annot_has_no_values(expr->decl);
    if (!expr->has_effects || expr->kind == ANNOT_EXPR_UNEVALUATED)
        return FALSE;
    if (expr->kind == ANNOT_EXPR_STATEMENT || (is_call && !annot_is_quiet_call(expr->decl)) ||
        (annot_expr_assigns(expr) && !annot_object_of(expr->operands[0], &object)))
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (holds_unknown(expr->operands[i]))
            return TRUE;
    return FALSE;
}

/* Whether `expr` names a variable that an unknown access may change: a static one, or one in `taken`. */
static gboolean names_aliased(GHashTable *taken, const AnnotExpr *expr)
{
    const AnnotDecl *decl = expr->kind == ANNOT_EXPR_NAME ? expr->decl : NULL;
    if (decl && (decl->kind == ANNOT_DECL_VARIABLE || decl->kind == ANNOT_DECL_PARAMETER))
        return decl->is_static || g_hash_table_contains(taken, decl);
    if (expr->kind == ANNOT_EXPR_STATEMENT)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (names_aliased(taken, expr->operands[i]))
            return TRUE;
    return FALSE;
}

/* Whether an unknown access in `operand` may change what `other` names. The left operand of an assignment, if it is a
 * variable, is not accessed when it is evaluated. */
static gboolean disturbs_unseen(GHashTable *taken, const AnnotExpr *expr, guint operand, guint other)
{
    const AnnotExpr *named = expr->operands[other];
    gboolean is_target = expr->kind == ANNOT_EXPR_ASSIGN && other == 0;
    if (!taken || (is_target && annot_object_bare(named)->kind == ANNOT_EXPR_NAME))
        return FALSE;
    return holds_unknown(expr->operands[operand]) && names_aliased(taken, named);
}

gboolean annot_operands_disturb(const AnnotExpr *expr, GHashTable *taken)
{
    if (!expr->has_effects || expr->n_operands < 2)
        return FALSE;
    for (guint i = 0; i < expr->n_operands; i++)
        for (guint k = 0; k < expr->n_operands; k++)
            if (i != k && (disturbs(expr->operands[i], expr->operands[k]) || disturbs_unseen(taken, expr, i, k)))
                return TRUE;
    return FALSE;
}

static const AnnotExpr *without_casts(const AnnotExpr *expr)
{
    for (expr = annot_expr_bare(expr); expr->kind == ANNOT_EXPR_CAST;)
        expr = annot_expr_bare(expr->operands[0]);
    return expr;
}

gboolean annot_order_is_open(const AnnotExpr *left, const AnnotExpr *right)
{
    const AnnotExpr *name = without_casts(left);
    if (!right->has_effects || left->closed)
        return FALSE;
    if (without_casts(right)->kind == ANNOT_EXPR_COMMA)
        return TRUE;
    if (name->kind != ANNOT_EXPR_NAME || !name->decl)
        return FALSE;
    return name->decl->is_static || name->decl->is_global || name->type->is_volatile ||
           annot_mentions(right, name->decl) > 0;
}
