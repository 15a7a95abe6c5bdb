/* Makes formulas of guards; see guard.h. */
#include "generate/solve/guard.h"

#include <string.h>

/* 64 bits with a sign of their own, and one more: all that signed and unsigned numbers are, by mathematics. */
enum { BITS = 64, WIDE = 66 };

/* A value, and when it has none. */
typedef struct {
    HtolValueKind kind;
    PruneTerm bits, error;
    guint run; /* as in GenerateBound */
} Value;

typedef struct {
    PruneLogic *logic;
    const GenerateBound *bound;
    guint n;
} Reader;

static gboolean read_value(const Reader *r, const HtolExpr *expr, Value *value);

/* ---- truths ---- */

static Value of_truth(PruneLogic *logic, PruneTerm truth, PruneTerm error)
{
    return (Value){HTOL_VALUE_SIGNED, prune_truth_bits(logic, truth, BITS), error, 0};
}

/* A pointer has no truth: asking for it is an error. */
static PruneTerm truth_of(PruneLogic *logic, Value *value)
{
    if (value->kind == HTOL_VALUE_POINTER)
        value->error = logic->yes;
    return prune_is_true(logic, value->bits);
}

/* The right operand matters only where the left one does not decide. */
static gboolean read_logical(const Reader *r, const HtolExpr *expr, Value *value)
{
    PruneLogic *logic = r->logic;
    Value left, right;
    if (!read_value(r, expr->left, &left) || !read_value(r, expr->right, &right))
        return FALSE;
    gboolean is_and = expr->op == HTOL_OP_AND;
    PruneTerm one = truth_of(logic, &left), other = truth_of(logic, &right);
    PruneTerm asks = is_and ? one : prune_not(logic, one);
    PruneTerm truth = is_and ? prune_and(logic, one, other) : prune_or(logic, one, other);
    *value = of_truth(logic, truth, prune_or(logic, left.error, prune_and(logic, asks, right.error)));
    return TRUE;
}

/* ---- comparisons ---- */

static PruneTerm widened(PruneLogic *logic, const Value *value)
{
    return prune_resize(logic, value->bits, WIDE, value->kind == HTOL_VALUE_SIGNED);
}

static PruneTerm is_zero(PruneLogic *logic, const Value *value)
{
    return prune_equal(logic, value->bits, prune_number(logic, 0, BITS));
}

/* Whether both are equal, one of them a pointer; sets *error to when that may not be asked. */
static PruneTerm same_pointer(PruneLogic *logic, const Value *left, const Value *right, PruneTerm *error)
{
    PruneTerm null = prune_and(logic, is_zero(logic, left), is_zero(logic, right));
    *error = logic->no;
    if (left->kind != right->kind)
        return null;
    if (left->run == right->run)
        return prune_equal(logic, left->bits, right->bits);
    *error = prune_not(logic, prune_or(logic, is_zero(logic, left), is_zero(logic, right)));
    return null;
}

static PruneTerm compared(PruneLogic *logic, HtolOp op, PruneTerm left, PruneTerm right)
{
    switch (op) {
    case HTOL_OP_LT: return prune_operate(logic, Z3_mk_bvslt, left, right);
    case HTOL_OP_LE: return prune_operate(logic, Z3_mk_bvsle, left, right);
    case HTOL_OP_GT: return prune_operate(logic, Z3_mk_bvslt, right, left);
    case HTOL_OP_GE: return prune_operate(logic, Z3_mk_bvsle, right, left);
    case HTOL_OP_EQ: return prune_equal(logic, left, right);
    default: return prune_not(logic, prune_equal(logic, left, right));
    }
}

static Value compare(PruneLogic *logic, HtolOp op, const Value *left, const Value *right)
{
    PruneTerm error = prune_or(logic, left->error, right->error), own = logic->yes;
    gboolean is_pointer = left->kind == HTOL_VALUE_POINTER || right->kind == HTOL_VALUE_POINTER;
    if (!is_pointer)
        return of_truth(logic, compared(logic, op, widened(logic, left), widened(logic, right)), error);
    PruneTerm same = logic->no;
    if (op == HTOL_OP_EQ || op == HTOL_OP_NE)
        same = same_pointer(logic, left, right, &own);
    return of_truth(logic, op == HTOL_OP_NE ? prune_not(logic, same) : same, prune_or(logic, error, own));
}

/* ---- arithmetic ---- */

static PruneTerm divide(PruneLogic *logic, HtolOp op, gboolean is_signed, const Value *left, const Value *right)
{
    if (op == HTOL_OP_DIV)
        return prune_operate(logic, is_signed ? Z3_mk_bvsdiv : Z3_mk_bvudiv, left->bits, right->bits);
    return prune_operate(logic, is_signed ? Z3_mk_bvsrem : Z3_mk_bvurem, left->bits, right->bits);
}

static Value calculate(PruneLogic *logic, HtolOp op, const Value *left, const Value *right)
{
    gboolean is_signed = left->kind == HTOL_VALUE_SIGNED && right->kind == HTOL_VALUE_SIGNED;
    gboolean is_pointer = left->kind == HTOL_VALUE_POINTER || right->kind == HTOL_VALUE_POINTER;
    Value value = {is_signed ? HTOL_VALUE_SIGNED : HTOL_VALUE_UNSIGNED, NULL,
                   is_pointer ? logic->yes : prune_or(logic, left->error, right->error), 0};
    switch (op) {
    case HTOL_OP_MUL: value.bits = prune_operate(logic, Z3_mk_bvmul, left->bits, right->bits); break;
    case HTOL_OP_ADD: value.bits = prune_operate(logic, Z3_mk_bvadd, left->bits, right->bits); break;
    case HTOL_OP_SUB: value.bits = prune_operate(logic, Z3_mk_bvsub, left->bits, right->bits); break;
    case HTOL_OP_BAND: value.bits = prune_operate(logic, Z3_mk_bvand, left->bits, right->bits); break;
    case HTOL_OP_XOR: value.bits = prune_operate(logic, Z3_mk_bvxor, left->bits, right->bits); break;
    case HTOL_OP_BOR: value.bits = prune_operate(logic, Z3_mk_bvor, left->bits, right->bits); break;
    default:
        value.bits = divide(logic, op, is_signed, left, right);
        value.error = prune_or(logic, value.error, is_zero(logic, right));
    }
    return value;
}

/* ---- all of them ---- */

static gboolean read_unary(const Reader *r, const HtolExpr *expr, Value *value)
{
    PruneLogic *logic = r->logic;
    if (!read_value(r, expr->left, value))
        return FALSE;
    if (expr->op == HTOL_OP_NOT) {
        PruneTerm truth = truth_of(logic, value);
        *value = of_truth(logic, prune_not(logic, truth), value->error);
        return TRUE;
    }
    if (value->kind == HTOL_VALUE_POINTER)
        value->error = logic->yes;
    value->bits = expr->op == HTOL_OP_MINUS ? prune_negate(logic, value->bits) : prune_complement(logic, value->bits);
    return TRUE;
}

static gboolean read_binary(const Reader *r, const HtolExpr *expr, Value *value)
{
    Value left, right;
    if (expr->op == HTOL_OP_AND || expr->op == HTOL_OP_OR)
        return read_logical(r, expr, value);
    if (!read_value(r, expr->left, &left) || !read_value(r, expr->right, &right))
        return FALSE;
    gboolean compares = expr->op >= HTOL_OP_LT && expr->op <= HTOL_OP_NE;
    *value = compares ? compare(r->logic, expr->op, &left, &right) : calculate(r->logic, expr->op, &left, &right);
    return TRUE;
}

static const GenerateBound *find_bound(const Reader *r, const HtolExpr *variable)
{
    for (guint i = 0; i < r->n && variable->name; i++)
        if (strcmp(r->bound[i].name, variable->name) == 0)
            return &r->bound[i];
    return variable->name || variable->variable >= r->n ? NULL : &r->bound[variable->variable];
}

static gboolean read_variable(const Reader *r, const HtolExpr *variable, Value *value)
{
    const GenerateBound *bound = find_bound(r, variable);
    if (!bound || bound->kind == HTOL_VALUE_FLOAT)
        return FALSE;
    *value = (Value){bound->kind, bound->bits, r->logic->no, bound->run};
    return TRUE;
}

static gboolean read_value(const Reader *r, const HtolExpr *expr, Value *value)
{
    switch (expr->kind) {
    case HTOL_EXPR_CONSTANT:
        *value = (Value){expr->constant.kind, prune_number(r->logic, expr->constant.u, BITS), r->logic->no, 0};
        return expr->constant.kind == HTOL_VALUE_SIGNED || expr->constant.kind == HTOL_VALUE_UNSIGNED;
    case HTOL_EXPR_VARIABLE: return read_variable(r, expr, value);
    case HTOL_EXPR_UNARY: return read_unary(r, expr, value);
    case HTOL_EXPR_BINARY: return read_binary(r, expr, value);
    }
    return FALSE;
}

PruneTerm generate_guard(PruneLogic *logic, const HtolExpr *guard, const GenerateBound *bound, guint n)
{
    Reader reader = {logic, bound, n};
    Value value;
    if (!guard)
        return logic->yes;
    if (!read_value(&reader, guard, &value))
        return NULL;
    PruneTerm truth = truth_of(logic, &value);
    return prune_and(logic, truth, prune_not(logic, value.error));
}
