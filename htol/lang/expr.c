/* Builds and evaluates expressions; see expr.h. It neither parses nor prints them, and knows no relations. */
#include "htol/lang/expr.h"

#include <string.h>

/* ---- constructors ---- */

/* Most of what criteria ask for is made of these: they are never copied. */
#define EACH_COLUMN(F) F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), F(8), F(9)
#define VARIABLE(n) {.kind = HTOL_EXPR_VARIABLE, .variable = (n)}
#define NEGATION(n) {.kind = HTOL_EXPR_UNARY, .op = HTOL_OP_NOT, .left = &variables[n]}

static const HtolExpr variables[] = {EACH_COLUMN(VARIABLE)};
static const HtolExpr negations[] = {EACH_COLUMN(NEGATION)};

static const HtolExpr *new_expr(HtolArena *arena, HtolExpr expr)
{
    return htol_arena_memdup(arena, &expr, sizeof expr);
}

const HtolExpr *htol_constant(HtolArena *arena, HtolValue value)
{
    return new_expr(arena, (HtolExpr){.kind = HTOL_EXPR_CONSTANT, .constant = value});
}

const HtolExpr *htol_variable(HtolArena *arena, guint32 variable)
{
    if (variable < G_N_ELEMENTS(variables))
        return &variables[variable];
    return new_expr(arena, (HtolExpr)VARIABLE(variable));
}

const HtolExpr *htol_named(HtolArena *arena, const char *name)
{
    const char *copy = htol_arena_strndup(arena, name, strlen(name));
    return new_expr(arena, (HtolExpr){.kind = HTOL_EXPR_VARIABLE, .name = copy});
}

const HtolExpr *htol_unary(HtolArena *arena, HtolOp op, const HtolExpr *operand)
{
    return new_expr(arena, (HtolExpr){.kind = HTOL_EXPR_UNARY, .op = op, .left = operand});
}

const HtolExpr *htol_binary(HtolArena *arena, HtolOp op, const HtolExpr *left, const HtolExpr *right)
{
    return new_expr(arena, (HtolExpr){.kind = HTOL_EXPR_BINARY, .op = op, .left = left, .right = right});
}

const HtolExpr *htol_not(HtolArena *arena, const HtolExpr *operand)
{
    if (operand >= variables && operand < variables + G_N_ELEMENTS(variables))
        return &negations[operand - variables];
    return htol_unary(arena, HTOL_OP_NOT, operand);
}

const HtolExpr *htol_and(HtolArena *arena, const HtolExpr *left, const HtolExpr *right)
{
    return left ? htol_binary(arena, HTOL_OP_AND, left, right) : right;
}

const HtolExpr *htol_literal(HtolArena *arena, guint32 variable, gboolean value)
{
    const HtolExpr *positive = htol_variable(arena, variable);
    return value ? positive : htol_not(arena, positive);
}

/* ---- values ---- */

static gboolean give_signed(gint64 value, HtolValue *result)
{
    *result = (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = value};
    return TRUE;
}

static gboolean give_unsigned(guint64 value, HtolValue *result)
{
    *result = (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = value};
    return TRUE;
}

static gboolean give_float(double value, HtolValue *result)
{
    *result = (HtolValue){.kind = HTOL_VALUE_FLOAT, .f = value};
    return TRUE;
}

/* Of integers, as C converts them. */
static guint64 as_unsigned(HtolValue value)
{
    return value.kind == HTOL_VALUE_SIGNED ? (guint64)value.s : value.u;
}

static double as_float(HtolValue value)
{
    switch (value.kind) {
    case HTOL_VALUE_SIGNED: return value.s;
    case HTOL_VALUE_FLOAT: return value.f;
    case HTOL_VALUE_UNSIGNED: return value.u;
    case HTOL_VALUE_POINTER: break;
    }
    g_assert_not_reached();
}

static HtolHolds truth_of(HtolValue value)
{
    switch (value.kind) {
    case HTOL_VALUE_SIGNED: return value.s != 0 ? HTOL_HOLDS_TRUE : HTOL_HOLDS_FALSE;
    case HTOL_VALUE_UNSIGNED: return value.u != 0 ? HTOL_HOLDS_TRUE : HTOL_HOLDS_FALSE;
    case HTOL_VALUE_FLOAT: return value.f != 0 ? HTOL_HOLDS_TRUE : HTOL_HOLDS_FALSE;
    case HTOL_VALUE_POINTER: return HTOL_HOLDS_ERROR;
    }
    g_assert_not_reached();
}

/* ---- operators ---- */

static gboolean float_result(HtolOp op, double left, double right, HtolValue *result)
{
    switch (op) {
    case HTOL_OP_MUL: return give_float(left * right, result);
    case HTOL_OP_ADD: return give_float(left + right, result);
    case HTOL_OP_SUB: return give_float(left - right, result);
    case HTOL_OP_DIV: return right != 0 && give_float(left / right, result);
    default: return FALSE;
    }
}

static gboolean unsigned_result(HtolOp op, guint64 left, guint64 right, HtolValue *result)
{
    switch (op) {
    case HTOL_OP_MUL: return give_unsigned(left * right, result);
    case HTOL_OP_ADD: return give_unsigned(left + right, result);
    case HTOL_OP_SUB: return give_unsigned(left - right, result);
    case HTOL_OP_BAND: return give_unsigned(left & right, result);
    case HTOL_OP_XOR: return give_unsigned(left ^ right, result);
    case HTOL_OP_BOR: return give_unsigned(left | right, result);
    case HTOL_OP_DIV: return right != 0 && give_unsigned(left / right, result);
    case HTOL_OP_REM: return right != 0 && give_unsigned(left % right, result);
    default: g_assert_not_reached();
    }
}

/* Only quotients depend on the sign: all else wraps alike in two's complement. */
static gboolean signed_result(HtolOp op, gint64 left, gint64 right, HtolValue *result)
{
    if (op != HTOL_OP_DIV && op != HTOL_OP_REM) {
        unsigned_result(op, left, right, result);
        return give_signed(result->u, result);
    }
    if (right == 0)
        return FALSE;
    if (right == -1)
        return give_signed(op == HTOL_OP_DIV ? (gint64)-(guint64)left : 0, result);
    return give_signed(op == HTOL_OP_DIV ? left / right : left % right, result);
}

static gboolean arithmetic(HtolOp op, HtolValue left, HtolValue right, HtolValue *result)
{
    if (left.kind == HTOL_VALUE_POINTER || right.kind == HTOL_VALUE_POINTER)
        return FALSE;
    if (left.kind == HTOL_VALUE_FLOAT || right.kind == HTOL_VALUE_FLOAT)
        return float_result(op, as_float(left), as_float(right), result);
    if (left.kind == HTOL_VALUE_UNSIGNED || right.kind == HTOL_VALUE_UNSIGNED)
        return unsigned_result(op, as_unsigned(left), as_unsigned(right), result);
    return signed_result(op, left.s, right.s, result);
}

static gboolean equality(HtolOp op, HtolValue left, HtolValue right, HtolValue *result)
{
    return htol_value_comparable(left, right) &&
           give_signed(htol_value_equal(left, right) == (op == HTOL_OP_EQ), result);
}

static gboolean comparison(HtolOp op, HtolValue left, HtolValue right, HtolValue *result)
{
    if (left.kind == HTOL_VALUE_POINTER || right.kind == HTOL_VALUE_POINTER)
        return FALSE;
    int order = htol_value_compare(left, right);
    switch (op) {
    case HTOL_OP_LT: return give_signed(order == -1, result);
    case HTOL_OP_LE: return give_signed(order == -1 || order == 0, result);
    case HTOL_OP_GT: return give_signed(order == 1, result);
    case HTOL_OP_GE: return give_signed(order == 1 || order == 0, result);
    default: g_assert_not_reached();
    }
}

static gboolean unary_value(HtolOp op, HtolValue operand, HtolValue *result)
{
    HtolHolds truth = truth_of(operand);
    if (truth == HTOL_HOLDS_ERROR)
        return FALSE;
    if (op == HTOL_OP_NOT)
        return give_signed(truth == HTOL_HOLDS_FALSE, result);
    if (operand.kind == HTOL_VALUE_FLOAT)
        return op == HTOL_OP_MINUS && give_float(-operand.f, result);
    guint64 bits = op == HTOL_OP_MINUS ? -as_unsigned(operand) : ~as_unsigned(operand);
    return operand.kind == HTOL_VALUE_SIGNED ? give_signed(bits, result) : give_unsigned(bits, result);
}

static gboolean logical_value(const HtolExpr *expr, const HtolValue *values, HtolValue *result)
{
    HtolHolds decisive = expr->op == HTOL_OP_AND ? HTOL_HOLDS_FALSE : HTOL_HOLDS_TRUE;
    HtolHolds truth = htol_expr_holds(expr->left, values);
    if (truth != HTOL_HOLDS_ERROR && truth != decisive)
        truth = htol_expr_holds(expr->right, values);
    return truth != HTOL_HOLDS_ERROR && give_signed(truth == HTOL_HOLDS_TRUE, result);
}

gboolean htol_op_value(HtolOp op, HtolValue left, HtolValue right, HtolValue *result)
{
    switch (op) {
    case HTOL_OP_NOT:
    case HTOL_OP_COMPLEMENT:
    case HTOL_OP_MINUS: return unary_value(op, left, result);
    case HTOL_OP_EQ:
    case HTOL_OP_NE: return equality(op, left, right, result);
    case HTOL_OP_LT:
    case HTOL_OP_LE:
    case HTOL_OP_GT:
    case HTOL_OP_GE: return comparison(op, left, right, result);
    default: return arithmetic(op, left, right, result);
    }
}

static gboolean binary_value(const HtolExpr *expr, const HtolValue *values, HtolValue *result)
{
    HtolValue left, right;
    if (expr->op == HTOL_OP_AND || expr->op == HTOL_OP_OR)
        return logical_value(expr, values, result);
    return htol_expr_value(expr->left, values, &left) && htol_expr_value(expr->right, values, &right) &&
           htol_op_value(expr->op, left, right, result);
}

gboolean htol_expr_value(const HtolExpr *expr, const HtolValue *values, HtolValue *result)
{
    HtolValue operand;
    switch (expr->kind) {
    case HTOL_EXPR_CONSTANT: *result = expr->constant; return TRUE;
    case HTOL_EXPR_VARIABLE: *result = values[expr->variable]; return TRUE;
    case HTOL_EXPR_UNARY:
        return htol_expr_value(expr->left, values, &operand) && unary_value(expr->op, operand, result);
    case HTOL_EXPR_BINARY: return binary_value(expr, values, result);
    }
    g_assert_not_reached();
}

HtolHolds htol_expr_holds(const HtolExpr *expr, const HtolValue *values)
{
    HtolValue value;
    return htol_expr_value(expr, values, &value) ? truth_of(value) : HTOL_HOLDS_ERROR;
}
