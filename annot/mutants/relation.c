/* Finds and records comparisons; see relation.h.
 *
 * A < B becomes ({__auto_type l=+(A);__auto_type r=+(B);...;a < b;}), where a and b are l and r in the type
 * of l+r. Only the operator itself is replaced: what else stands between the operands may say in which line
 * they are. */
#include "annot/mutants/relation.h"

#include "annot/facts/order.h"
#include "annot/facts/range.h"

#include <string.h>

/* What is compared. */
typedef enum {
    SHAPE_NONE,  /* no scalars */
    SHAPE_ALONE, /* scalars that nothing is inserted for */
    SHAPE_INTEGER,
    SHAPE_FLOAT,
    SHAPE_POINTER /* one side at least */
} Shape;

/* ---- which ---- */

static HtolOperator operator_of(AnnotOp op)
{
    switch (op) {
    case ANNOT_OP_LT: return HTOL_OPERATOR_LT;
    case ANNOT_OP_LE: return HTOL_OPERATOR_LE;
    case ANNOT_OP_GT: return HTOL_OPERATOR_GT;
    case ANNOT_OP_GE: return HTOL_OPERATOR_GE;
    case ANNOT_OP_EQ: return HTOL_OPERATOR_EQ;
    case ANNOT_OP_NE: return HTOL_OPERATOR_NE;
    default: return HTOL_OPERATOR_NONE;
    }
}

static gboolean is_equality(AnnotOp op)
{
    return op == ANNOT_OP_EQ || op == ANNOT_OP_NE;
}

static Shape shape_of_operand(const AnnotExpr *expr)
{
    if (annot_expr_bare(expr)->type && annot_expr_bare(expr)->type->is_atomic)
        return SHAPE_ALONE;
    switch (expr->type ? expr->type->kind : ANNOT_TYPE_OTHER) {
    case ANNOT_TYPE_BOOL:
    case ANNOT_TYPE_INTEGER:
    case ANNOT_TYPE_ENUM: return SHAPE_INTEGER;
    case ANNOT_TYPE_FLOAT: return SHAPE_FLOAT;
    case ANNOT_TYPE_COMPLEX: return SHAPE_ALONE;
    case ANNOT_TYPE_ARRAY:
    case ANNOT_TYPE_FUNCTION:
    case ANNOT_TYPE_POINTER: return SHAPE_POINTER;
    default: return SHAPE_NONE;
    }
}

static Shape shape_of(const AnnotExpr *expr)
{
    Shape l = shape_of_operand(expr->operands[0]), r = shape_of_operand(expr->operands[1]);
    if (l == SHAPE_NONE || r == SHAPE_NONE)
        return SHAPE_NONE;
    if (l == SHAPE_ALONE || r == SHAPE_ALONE)
        return SHAPE_ALONE;
    if (l != r && (l == SHAPE_POINTER || r == SHAPE_POINTER))
        return is_equality(expr->op) ? SHAPE_POINTER : SHAPE_ALONE;
    return MAX(l, r);
}

static gboolean is_alone(const AnnotText *text, const AnnotMet *met, Shape shape)
{
    const AnnotExpr *expr = met->expr;
    return met->blocked || shape == SHAPE_ALONE || annot_needs_its_place(expr) || annot_infix_at(text, expr) == 0 ||
           annot_order_is_open(expr->operands[0], expr->operands[1]) || annot_type_is_guessed(expr);
}

/* ---- classes that cannot be ---- */

static gboolean overlap(AnnotRange l, AnnotRange r, gint by)
{
    return l.low + by <= r.high && r.low <= l.high + by;
}

static guint32 impossible_of_integers(const AnnotExpr *expr)
{
    AnnotRange l = annot_range(expr->operands[0]), r = annot_range(expr->operands[1]);
    guint32 classes = 1 << HTOL_RELATION_UNORDERED;
    if (!l.known || !r.known)
        return classes;
    classes |= l.low + 1 < r.high ? 0 : 1 << HTOL_RELATION_LESS;
    classes |= overlap(l, r, 1) ? 0 : 1 << HTOL_RELATION_LESS_NEXT;
    classes |= overlap(l, r, 0) ? 0 : 1 << HTOL_RELATION_EQUAL;
    classes |= overlap(l, r, -1) ? 0 : 1 << HTOL_RELATION_GREATER_NEXT;
    return classes | (l.high - 1 > r.low ? 0 : 1 << HTOL_RELATION_GREATER);
}

/* Returns the size of what both operands point to, in bytes; 0 if that is not known. */
static guint64 element_of(const AnnotExpr *expr)
{
    const AnnotType *target = expr->operands[0]->type->target;
    return target && target->kind != ANNOT_TYPE_FUNCTION && target->kind != ANNOT_TYPE_VOID ? target->size : 0;
}

static guint32 impossible_of_pointers(const AnnotExpr *expr)
{
    guint32 next = 1 << HTOL_RELATION_LESS_NEXT | 1 << HTOL_RELATION_GREATER_NEXT;
    guint32 classes = 1 << HTOL_RELATION_UNORDERED;
    if (is_equality(expr->op))
        return classes | next | 1 << HTOL_RELATION_GREATER;
    return classes | (element_of(expr) > 0 ? 0 : next);
}

static guint32 impossible_classes(const AnnotExpr *expr, Shape shape)
{
    switch (shape) {
    case SHAPE_INTEGER: return impossible_of_integers(expr);
    case SHAPE_FLOAT: return 1 << HTOL_RELATION_LESS_NEXT | 1 << HTOL_RELATION_GREATER_NEXT;
    case SHAPE_POINTER: return impossible_of_pointers(expr);
    default: return 0;
    }
}

void annot_relation_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    const AnnotExpr *expr = met->expr;
    HtolOperator op = expr->kind == ANNOT_EXPR_BINARY ? operator_of(expr->op) : HTOL_OPERATOR_NONE;
    Shape shape = op == HTOL_OPERATOR_NONE ? SHAPE_NONE : shape_of(expr);
    if (shape == SHAPE_NONE)
        return;
    AnnotOperation operation = {.kind = HTOL_OPERATION_RELATION,
                                .op = op,
                                .level = annot_met_level(met),
                                .expr = expr,
                                .classes = is_alone(text, met, shape) ? 0 : HTOL_RELATION_CLASSES,
                                .impossible = impossible_classes(expr, shape)};
    g_array_append_val(operations, operation);
}

/* ---- probes ---- */

/* Returns the beginning of the declaration of a local for the operand's value; to be freed. A null pointer constant
 * would be none in a local: it is kept as a number, and converted to a pointer later. */
static char *begin_local(const AnnotExpr *operand, Shape shape, const char *name)
{
    if (shape != SHAPE_POINTER)
        return g_strdup_printf(ANNOT_LOCAL "%s=+(", name);
    return g_strdup_printf(ANNOT_LOCAL "%s=%s(", name, operand->closed ? "(" ANNOT_TYPE_OF "(sizeof 0))" : "");
}

/* Returns declarations of both operands in the type in which they are compared; to be freed. */
static char *converted(const AnnotExpr *expr, Shape shape)
{
    const char *type = ANNOT_TYPE_OF "(hlcov_l+hlcov_r)";
    if (shape == SHAPE_POINTER && expr->operands[0]->closed)
        return g_strdup(ANNOT_LOCAL "hlcov_b=hlcov_r;" ANNOT_LOCAL "hlcov_a=(" ANNOT_TYPE_OF "(hlcov_b))hlcov_l;");
    if (shape == SHAPE_POINTER && expr->operands[1]->closed)
        return g_strdup(ANNOT_LOCAL "hlcov_a=hlcov_l;" ANNOT_LOCAL "hlcov_b=(" ANNOT_TYPE_OF "(hlcov_a))hlcov_r;");
    if (shape == SHAPE_POINTER)
        return g_strdup(ANNOT_LOCAL "hlcov_a=hlcov_l;" ANNOT_LOCAL "hlcov_b=hlcov_r;");
    return g_strdup_printf("register %s hlcov_a=(%s)hlcov_l,hlcov_b=(%s)hlcov_r;", type, type, type);
}

#define APART(FROM, TO)                                                                                                \
    "(" ANNOT_TYPE_OF "(sizeof 0))" TO "-(" ANNOT_TYPE_OF "(sizeof 0))" FROM "==%" G_GUINT64_FORMAT "u"

/* Returns the choice of the class, as annot_operation_choose reads it; to be freed. The distance of the operands is
 * computed so that it cannot overflow. */
static char *choice_of(const AnnotExpr *expr, Shape shape)
{
    guint64 element = shape == SHAPE_POINTER ? element_of(expr) : 0;
    if (shape == SHAPE_INTEGER)
        return g_strdup("hlcov_a==hlcov_b?@2:hlcov_a<hlcov_b?hlcov_a==hlcov_b-1?@1:@0:"
                        "hlcov_a-1==hlcov_b?@3:@4");
    if (shape == SHAPE_FLOAT)
        return g_strdup(ANNOT_IS_LESS "(hlcov_a,hlcov_b)?@0:" ANNOT_IS_GREATER
                                      "(hlcov_a,hlcov_b)?@4:" ANNOT_IS_UNORDERED "(hlcov_a,hlcov_b)?@5:@2");
    if (is_equality(expr->op))
        return g_strdup("hlcov_a==hlcov_b?@2:@0");
    if (element == 0)
        return g_strdup("hlcov_a<hlcov_b?@0:hlcov_a==hlcov_b?@2:@4");
    return g_strdup_printf(
        "hlcov_a<hlcov_b?" APART("hlcov_a", "hlcov_b") "?@1:@0:"
                                                       "hlcov_a==hlcov_b?@2:" APART("hlcov_b", "hlcov_a") "?@3:@4",
        element, element);
}

/* Returns the type that both operands are converted to, if they are integers; else one of size 0. */
static AnnotNumber type_of(const AnnotExpr *expr, Shape shape)
{
    return shape == SHAPE_INTEGER ? annot_number_of(expr->operands[0]->type) : (AnnotNumber){0};
}

static const char *const values[] = {"hlcov_a", "hlcov_b", NULL};
static const char *const symbols[] = {
    [ANNOT_OP_LT] = "<",  [ANNOT_OP_GT] = ">",  [ANNOT_OP_LE] = "<=",
    [ANNOT_OP_GE] = ">=", [ANNOT_OP_EQ] = "==", [ANNOT_OP_NE] = "!=",
};

void annot_relation_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    Shape shape = shape_of(expr);
    const char *symbol = symbols[expr->op];
    guint32 at = annot_infix_at(probe->text, expr);
    g_autofree char *left = begin_local(expr->operands[0], shape, "hlcov_l"),
                    *right = begin_local(expr->operands[1], shape, "hlcov_r"), *operands = converted(expr, shape),
                    *choice = choice_of(expr, shape);
    const AnnotChoice chosen = {choice, "relation", values, type_of(expr, shape)};
    g_autofree char *store = annot_operation_choose(probe, operation, &chosen);
    annot_edits_wrap(probe->edits, expr->at, g_strdup_printf(ANNOT_EXTENSION "({%s", left),
                     g_strdup_printf(");%s%s;hlcov_a%shlcov_b;})", operands, store, symbol));
    annot_edits_replace(probe->edits, (AnnotExtent){at, at + (guint32)strlen(symbol)}, g_strdup_printf(");%s", right));
}
