/* Says what mutants make of values; see effect.h. */
#include "annot/strong/effect.h"

static const AnnotEffect unknown = {0};

/* ---- comparisons ---- */

#define BIT(class) (1u << HTOL_RELATION_##class)

enum {
    ALL = (1u << HTOL_RELATION_CLASSES) - 1,
    BELOW = BIT(LESS) | BIT(LESS_NEXT),
    ABOVE = BIT(GREATER_NEXT) | BIT(GREATER)
};

guint32 annot_effect_holds(AnnotOp op, gboolean *is_known)
{
    *is_known = TRUE;
    switch (op) {
    case ANNOT_OP_LT: return BELOW;
    case ANNOT_OP_LE: return BELOW | BIT(EQUAL);
    case ANNOT_OP_GT: return ABOVE;
    case ANNOT_OP_GE: return ABOVE | BIT(EQUAL);
    case ANNOT_OP_EQ: return BIT(EQUAL);
    case ANNOT_OP_NE: return ALL & ~BIT(EQUAL);
    default: *is_known = FALSE; return 0;
    }
}

static AnnotEffect apart_from(const AnnotOperation *operation, guint32 holds)
{
    gboolean is_known;
    guint32 own = annot_effect_holds(operation->expr->op, &is_known), possible = ALL & ~operation->impossible;
    if (!is_known)
        return unknown;
    return (AnnotEffect){.kind = ANNOT_EFFECT_APART, .apart = (own ^ holds) & possible, .possible = possible};
}

AnnotEffect annot_effect_of_relation(const AnnotOperation *operation, AnnotOp op)
{
    gboolean is_known;
    guint32 holds = annot_effect_holds(op, &is_known);
    return is_known ? apart_from(operation, holds) : unknown;
}

AnnotEffect annot_effect_of_truth(const AnnotOperation *operation, gboolean truth)
{
    return apart_from(operation, truth ? ALL : 0);
}

/* ---- arithmetic ---- */

/* Returns the value in a type of integers. */
static gint64 wrapped(AnnotNumber type, guint64 value)
{
    const AnnotType integer = annot_number_type(type);
    return annot_type_value(&integer, value);
}

static AnnotEffect linear(AnnotNumber type, guint64 factor, guint64 term)
{
    return (AnnotEffect){.kind = ANNOT_EFFECT_LINEAR, .factor = wrapped(type, factor), .term = wrapped(type, term)};
}

/* Whether -value is a value of its type again that is not it: the least one of a signed type is its own negation. */
static gboolean is_negatable(AnnotNumber type, gint64 value)
{
    return !type.is_signed || value == 0 || value != wrapped(type, -(guint64)value);
}

/* Returns what `op` makes of the other operand and the constant, which stands on its left or right. */
static AnnotEffect of_constant(HtolOperator op, AnnotNumber type, gint64 constant, gboolean left)
{
    guint64 c = (guint64)wrapped(type, (guint64)constant);
    switch (op) {
    case HTOL_OPERATOR_ADD: return linear(type, 1, c);
    case HTOL_OPERATOR_SUB:
        if (!is_negatable(type, (gint64)c))
            return unknown;
        return left ? linear(type, (guint64)-1, c) : linear(type, 1, -c);
    case HTOL_OPERATOR_MUL: return linear(type, c, 0);
    case HTOL_OPERATOR_DIV: return c == 1 && !left ? linear(type, 1, 0) : unknown;
    case HTOL_OPERATOR_REM: return c == 1 && !left ? linear(type, 0, 0) : unknown;
    case HTOL_OPERATOR_LEFT: return left ? linear(type, 0, c) : linear(type, 1, 0);
    case HTOL_OPERATOR_RIGHT: return left ? linear(type, 1, 0) : linear(type, 0, c);
    default: return unknown;
    }
}

/* Returns the operand that is a constant; NULL: none is, or both are. */
static const AnnotExpr *constant_operand(const AnnotExpr *expr)
{
    gboolean left = annot_expr_bare(expr->operands[0])->has_value,
             right = annot_expr_bare(expr->operands[1])->has_value;
    return left == right ? NULL : expr->operands[left ? 0 : 1];
}

static HtolOperator own_operator(const AnnotExpr *expr)
{
    switch (expr->op) {
    case ANNOT_OP_ADD: return HTOL_OPERATOR_ADD;
    case ANNOT_OP_SUB: return HTOL_OPERATOR_SUB;
    case ANNOT_OP_MUL: return HTOL_OPERATOR_MUL;
    default: return HTOL_OPERATOR_NONE;
    }
}

/* Returns what mutant `k` of CRP puts in place of the constant: see annot/mutants/constant.h. */
static gint64 replaced_constant(gint64 own, guint k)
{
    static const gint64 fixed[] = {0, 1, -1};
    return k < G_N_ELEMENTS(fixed) ? fixed[k] : (gint64)((guint64)own + (k == G_N_ELEMENTS(fixed) ? 1 : -1ULL));
}

static AnnotEffect of_binary(const AnnotOperation *operation, const AnnotMutant *mutant, guint k)
{
    const AnnotExpr *expr = operation->expr, *operand = constant_operand(expr);
    if (!operand || operation->type.is_float || operation->type.size == 0 || expr->type->kind == ANNOT_TYPE_POINTER)
        return unknown;
    gboolean left = operand == expr->operands[0];
    gint64 own = annot_expr_bare(operand)->value;
    if (mutant->mutation == HTOL_MUTATION_CRP)
        return of_constant(own_operator(expr), operation->type, replaced_constant(own, k), left);
    return of_constant(mutant->op, operation->type, own, left);
}

/* ---- reads ---- */

static AnnotEffect of_insertion(HtolOperator op)
{
    switch (op) {
    case HTOL_OPERATOR_ADD: return (AnnotEffect){.kind = ANNOT_EFFECT_LINEAR, .factor = 1, .term = 1};
    case HTOL_OPERATOR_SUB: return (AnnotEffect){.kind = ANNOT_EFFECT_LINEAR, .factor = 1, .term = -1};
    case HTOL_OPERATOR_NEGATE: return (AnnotEffect){.kind = ANNOT_EFFECT_LINEAR, .factor = -1};
    case HTOL_OPERATOR_NOT: return (AnnotEffect){.kind = ANNOT_EFFECT_NOT};
    default: return unknown;
    }
}

AnnotEffect annot_effect_of_computed(const AnnotOperation *operation, guint k)
{
    const AnnotMutant *mutant = &g_array_index(operation->mutants, AnnotMutant, k);
    gboolean compares;
    if (operation->expr->kind != ANNOT_EXPR_BINARY)
        return of_insertion(mutant->op);
    annot_effect_holds(operation->expr->op, &compares);
    if (!compares)
        return of_binary(operation, mutant, k);
    return mutant->told ? (AnnotEffect){.kind = ANNOT_EFFECT_APART, .apart = mutant->told} : unknown;
}
