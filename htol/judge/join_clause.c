/* Splits guards into clauses; see join_clause.h. */
#include "htol/judge/join_clause.h"

/* So many clauses at most; a disjunction that would make more stays an atom. */
enum { MOST_CLAUSES = 64 };

enum {
    SIGNED = 1 << HTOL_VALUE_SIGNED,
    UNSIGNED = 1 << HTOL_VALUE_UNSIGNED,
    FLOAT = 1 << HTOL_VALUE_FLOAT,
    POINTER = 1 << HTOL_VALUE_POINTER,
    ERROR = 1 << 4
};

/* What is still to be split: that `expr` is true, or false. */
typedef struct Goal Goal;
struct Goal {
    const HtolExpr *expr;
    gboolean value;
    gboolean counted; /* its clauses are, as part of a larger disjunction */
    const Goal *next;
};

typedef struct {
    HtolArena *arena;
    const guint8 *kinds;
    GPtrArray *atoms;
    HtolClauseFunc decide;
    gpointer data;
} Splitting;

/* ---- errors ---- */

static guint kinds_of(const HtolExpr *expr, const guint8 *kinds);

static guint error_if(gboolean error)
{
    return error ? ERROR : 0;
}

static gboolean cannot_be_zero(const HtolExpr *expr)
{
    HtolValue value = expr->constant;
    if (expr->kind != HTOL_EXPR_CONSTANT || value.kind == HTOL_VALUE_POINTER)
        return FALSE;
    return value.kind == HTOL_VALUE_FLOAT ? value.f != 0 : value.u != 0;
}

static guint kinds_of_unary(const HtolExpr *expr, const guint8 *kinds)
{
    guint operand = kinds_of(expr->left, kinds);
    guint wrong = expr->op == HTOL_OP_COMPLEMENT ? POINTER | FLOAT : POINTER;
    guint result = expr->op == HTOL_OP_NOT ? SIGNED : operand & (SIGNED | UNSIGNED | FLOAT);
    return result | (operand & ERROR) | error_if(operand & wrong);
}

static guint kinds_of_binary(const HtolExpr *expr, const guint8 *kinds)
{
    guint left = kinds_of(expr->left, kinds), right = kinds_of(expr->right, kinds);
    guint both = left | right, error = both & ERROR, numbers = both & (SIGNED | UNSIGNED | FLOAT);
    switch (expr->op) {
    case HTOL_OP_EQ:
    case HTOL_OP_NE: return SIGNED | error | error_if(left & right & POINTER);
    case HTOL_OP_LT:
    case HTOL_OP_LE:
    case HTOL_OP_GT:
    case HTOL_OP_GE:
    case HTOL_OP_AND:
    case HTOL_OP_OR: return SIGNED | error | error_if(both & POINTER);
    case HTOL_OP_ADD:
    case HTOL_OP_SUB:
    case HTOL_OP_MUL: return numbers | error | error_if(both & POINTER);
    case HTOL_OP_DIV: return numbers | error | error_if(both & POINTER || !cannot_be_zero(expr->right));
    case HTOL_OP_REM: return numbers | error | error_if(both & (POINTER | FLOAT) || !cannot_be_zero(expr->right));
    default: return numbers | error | error_if(both & (POINTER | FLOAT));
    }
}

/* The kinds that the expression may have, and ERROR if it may be none. */
static guint kinds_of(const HtolExpr *expr, const guint8 *kinds)
{
    switch (expr->kind) {
    case HTOL_EXPR_CONSTANT: return 1 << expr->constant.kind;
    case HTOL_EXPR_VARIABLE: return kinds[expr->variable];
    case HTOL_EXPR_UNARY: return kinds_of_unary(expr, kinds);
    case HTOL_EXPR_BINARY: return kinds_of_binary(expr, kinds);
    }
    g_assert_not_reached();
}

static gboolean may_be_wrong(const HtolExpr *expr, const guint8 *kinds)
{
    return (kinds_of(expr, kinds) & (ERROR | POINTER)) != 0;
}

/* ---- splitting ---- */

static gboolean is_operation(const HtolExpr *expr, HtolExprKind kind, HtolOp op)
{
    return expr->kind == kind && expr->op == op;
}

/* Whether the goal asks for one of two, and for both of them. */
static gboolean is_disjunction(const HtolExpr *expr, gboolean value)
{
    return is_operation(expr, HTOL_EXPR_BINARY, value ? HTOL_OP_OR : HTOL_OP_AND);
}

static gboolean is_conjunction(const HtolExpr *expr, gboolean value)
{
    return is_operation(expr, HTOL_EXPR_BINARY, value ? HTOL_OP_AND : HTOL_OP_OR);
}

/* How many clauses the goal has, above MOST_CLAUSES that or more. The second alternative's goal that the first operand
 * has the other value is counted with it. */
static guint count_clauses(const HtolExpr *expr, gboolean value)
{
    if (is_operation(expr, HTOL_EXPR_UNARY, HTOL_OP_NOT))
        return count_clauses(expr->left, !value);
    if (is_conjunction(expr, value))
        return MIN(count_clauses(expr->left, value) * count_clauses(expr->right, value), MOST_CLAUSES + 1);
    if (is_disjunction(expr, value))
        return MIN(count_clauses(expr->left, value) +
                       count_clauses(expr->left, !value) * count_clauses(expr->right, value),
                   MOST_CLAUSES + 1);
    return 1;
}

static const HtolExpr *atom_of(HtolArena *arena, const HtolExpr *expr, gboolean value)
{
    if (value)
        return expr;
    if (is_operation(expr, HTOL_EXPR_BINARY, HTOL_OP_EQ))
        return htol_binary(arena, HTOL_OP_NE, expr->left, expr->right);
    if (is_operation(expr, HTOL_EXPR_BINARY, HTOL_OP_NE))
        return htol_binary(arena, HTOL_OP_EQ, expr->left, expr->right);
    return htol_not(arena, expr);
}

static gboolean split_goal(Splitting *splitting, const Goal *goal, guint budget);

static gboolean split_atom(Splitting *splitting, const Goal *goal, guint budget)
{
    g_ptr_array_add(splitting->atoms, (gpointer)atom_of(splitting->arena, goal->expr, goal->value));
    gboolean found = split_goal(splitting, goal->next, budget);
    g_ptr_array_set_size(splitting->atoms, splitting->atoms->len - 1);
    return found;
}

static gboolean split_disjunction(Splitting *splitting, const Goal *goal, guint budget)
{
    const HtolExpr *expr = goal->expr;
    Goal first = {expr->left, goal->value, TRUE, goal->next};
    Goal second = {expr->right, goal->value, TRUE, goal->next};
    Goal not_first = {expr->left, !goal->value, TRUE, &second};
    if (split_goal(splitting, &first, budget))
        return TRUE;
    return split_goal(splitting, may_be_wrong(expr->left, splitting->kinds) ? &not_first : &second, budget);
}

static gboolean split_conjunction(Splitting *splitting, const Goal *goal, guint budget)
{
    Goal right = {goal->expr->right, goal->value, goal->counted, goal->next};
    Goal left = {goal->expr->left, goal->value, goal->counted, &right};
    return split_goal(splitting, &left, budget);
}

/* Whether a clause of what the goals ask for, and of the atoms so far, is decided with TRUE. `budget`: how many clauses
 * the disjunctions that are not counted may still make. */
static gboolean split_goal(Splitting *splitting, const Goal *goal, guint budget)
{
    if (!goal)
        return splitting->decide(splitting->atoms, splitting->data);
    if (is_operation(goal->expr, HTOL_EXPR_UNARY, HTOL_OP_NOT)) {
        Goal operand = {goal->expr->left, !goal->value, goal->counted, goal->next};
        return split_goal(splitting, &operand, budget);
    }
    if (is_conjunction(goal->expr, goal->value))
        return split_conjunction(splitting, goal, budget);
    if (!is_disjunction(goal->expr, goal->value))
        return split_atom(splitting, goal, budget);
    guint clauses = goal->counted ? 1 : count_clauses(goal->expr, goal->value);
    return clauses <= budget ? split_disjunction(splitting, goal, budget / clauses)
                             : split_atom(splitting, goal, budget);
}

gboolean htol_clauses(HtolArena *arena, const HtolExpr *guard, const guint8 *kinds, HtolClauseFunc decide,
                      gpointer data)
{
    g_autoptr(GPtrArray) atoms = g_ptr_array_new();
    Splitting splitting = {arena, kinds, atoms, decide, data};
    Goal goal = {guard, TRUE, FALSE, NULL};
    return split_goal(&splitting, guard ? &goal : NULL, MOST_CLAUSES);
}
