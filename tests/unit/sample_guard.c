/* Random values and guards, and their plain evaluation in 128 bits and long double; see sample_guard.h. */
#include "tests/unit/sample_guard.h"

#include <float.h>
#include <math.h>

G_STATIC_ASSERT(LDBL_MANT_DIG >= 64);

typedef struct {
    gboolean wrong;
    HtolValue value;
} Outcome;

static HtolValue integer(gint64 value)
{
    return (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = value};
}

HtolValue sample_pointer(GRand *random)
{
    guint32 process = g_rand_int_range(random, 0, 5) % 3;
    guint32 address = process > 0 ? g_rand_int_range(random, 1, 4) : 0;
    return (HtolValue){.kind = HTOL_VALUE_POINTER, .process = process, .u = address};
}

HtolValue sample_value(GRand *random, gboolean any_kind)
{
    static const gint64 edges[] = {G_MININT64, G_MININT64 + 1, -1, 0, 1, G_MAXINT64, 1ll << 53, (1ll << 53) + 1};
    static const double floats[] = {0.0,     -0.0,   1.0,   0.5,      -0.5,      -1.0, 0x1p53, 0x1p63,
                                    -0x1p63, 0x1p64, 1e300, INFINITY, -INFINITY, NAN,  2.0,    2.5};
    gint32 kind = any_kind ? g_rand_int_range(random, 0, 12) : 0;
    if (kind < 5)
        return integer(g_rand_int_range(random, -1, 4));
    if (kind < 6)
        return integer(edges[g_rand_int_range(random, 0, G_N_ELEMENTS(edges))]);
    if (kind < 8)
        return (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = g_rand_int_range(random, 0, 4)};
    if (kind < 9)
        return (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .s = edges[g_rand_int_range(random, 0, G_N_ELEMENTS(edges))]};
    if (kind < 11)
        return (HtolValue){.kind = HTOL_VALUE_FLOAT, .f = floats[g_rand_int_range(random, 0, G_N_ELEMENTS(floats))]};
    return sample_pointer(random);
}

/* Guards
 * ----------------------------------------------------------------------------------------------------------- */

static const HtolExpr *term(HtolArena *arena, GRand *random, guint variables, guint depth)
{
    static const HtolOp ops[] = {HTOL_OP_MUL, HTOL_OP_DIV,  HTOL_OP_REM, HTOL_OP_ADD,
                                 HTOL_OP_SUB, HTOL_OP_BAND, HTOL_OP_XOR, HTOL_OP_BOR};
    gint32 choice = g_rand_int_range(random, 0, 20);
    if (depth == 0 || choice < 13)
        return choice % 5 == 4 || variables == 0 ? htol_constant(arena, sample_value(random, choice == 4))
                                                 : htol_variable(arena, g_rand_int_range(random, 0, variables));
    if (choice < 15)
        return htol_unary(arena, g_rand_int_range(random, HTOL_OP_NOT, HTOL_OP_MINUS + 1),
                          term(arena, random, variables, depth - 1));
    return htol_binary(arena, ops[g_rand_int_range(random, 0, G_N_ELEMENTS(ops))],
                       term(arena, random, variables, depth - 1), term(arena, random, variables, depth - 1));
}

static const HtolExpr *comparison(HtolArena *arena, GRand *random, guint variables)
{
    static const HtolOp ops[] = {HTOL_OP_EQ, HTOL_OP_EQ, HTOL_OP_EQ, HTOL_OP_NE, HTOL_OP_NE,
                                 HTOL_OP_LT, HTOL_OP_LE, HTOL_OP_GT, HTOL_OP_GE};
    HtolOp op = ops[g_rand_int_range(random, 0, G_N_ELEMENTS(ops))];
    guint depth = g_rand_int_range(random, 0, 3);
    return htol_binary(arena, op, term(arena, random, variables, depth), term(arena, random, variables, depth / 2));
}

const HtolExpr *sample_guard(HtolArena *arena, GRand *random, guint variables, guint depth)
{
    gint32 choice = g_rand_int_range(random, 0, 20);
    if (choice == 0)
        return term(arena, random, variables, 2);
    if (depth == 0 || choice < 4)
        return comparison(arena, random, variables);
    if (choice < 6)
        return htol_not(arena, sample_guard(arena, random, variables, depth - 1));
    return htol_binary(arena, choice < 16 ? HTOL_OP_AND : HTOL_OP_OR, sample_guard(arena, random, variables, depth - 1),
                       sample_guard(arena, random, variables, depth - 1));
}

/* Evaluation
 * ----------------------------------------------------------------------------------------------------------- */

/* Exact: a long double holds every integer of 64 bits and every double. */
static long double real(HtolValue value)
{
    if (value.kind == HTOL_VALUE_FLOAT)
        return value.f;
    return value.kind == HTOL_VALUE_SIGNED ? (long double)value.s : (long double)value.u;
}

static gboolean number_or_null(HtolValue value)
{
    return value.kind != HTOL_VALUE_POINTER || value.u == 0;
}

gboolean sample_equal(HtolValue one, HtolValue other)
{
    gboolean pointers = one.kind == HTOL_VALUE_POINTER && other.kind == HTOL_VALUE_POINTER;
    if (pointers)
        return one.process == other.process && one.u == other.u;
    return number_or_null(one) && number_or_null(other) && real(one) == real(other);
}

/* Pointers of two processes. */
static gboolean are_strangers(HtolValue one, HtolValue other)
{
    gboolean pointers = one.kind == HTOL_VALUE_POINTER && other.kind == HTOL_VALUE_POINTER;
    return pointers && one.u != 0 && other.u != 0 && one.process != other.process;
}

static Outcome outcome(const HtolExpr *expr, const HtolValue *values);

static int truth(Outcome outcome)
{
    return outcome.wrong || outcome.value.kind == HTOL_VALUE_POINTER ? -1 : real(outcome.value) != 0;
}

static Outcome of_floats(HtolOp op, double one, double other)
{
    gboolean wrong = op == HTOL_OP_DIV ? other == 0 : op != HTOL_OP_MUL && op != HTOL_OP_ADD && op != HTOL_OP_SUB;
    double result = op == HTOL_OP_MUL ? one * other : op == HTOL_OP_ADD ? one + other : one - other;
    return (Outcome){wrong, {.kind = HTOL_VALUE_FLOAT, .f = op == HTOL_OP_DIV && !wrong ? one / other : result}};
}

static __int128 of_integers(HtolOp op, __int128 one, __int128 other)
{
    switch (op) {
    case HTOL_OP_MUL: return (unsigned __int128)one * (unsigned __int128)other;
    case HTOL_OP_DIV: return one / other;
    case HTOL_OP_REM: return one % other;
    case HTOL_OP_ADD: return one + other;
    case HTOL_OP_SUB: return one - other;
    case HTOL_OP_BAND: return one & other;
    case HTOL_OP_XOR: return one ^ other;
    case HTOL_OP_BOR: return one | other;
    default: g_assert_not_reached();
    }
}

static Outcome of_numbers(HtolOp op, HtolValue one, HtolValue other)
{
    gboolean sign = one.kind == HTOL_VALUE_SIGNED && other.kind == HTOL_VALUE_SIGNED;
    if (one.kind == HTOL_VALUE_POINTER || other.kind == HTOL_VALUE_POINTER)
        return (Outcome){.wrong = TRUE};
    if (op == HTOL_OP_LT || op == HTOL_OP_LE)
        return (Outcome){FALSE, integer(op == HTOL_OP_LT ? real(one) < real(other) : real(one) <= real(other))};
    if (op == HTOL_OP_GT || op == HTOL_OP_GE)
        return (Outcome){FALSE, integer(op == HTOL_OP_GT ? real(one) > real(other) : real(one) >= real(other))};
    if (one.kind == HTOL_VALUE_FLOAT || other.kind == HTOL_VALUE_FLOAT)
        return of_floats(op, real(one), real(other));
    if ((op == HTOL_OP_DIV || op == HTOL_OP_REM) && other.u == 0)
        return (Outcome){.wrong = TRUE};
    __int128 result = sign ? of_integers(op, one.s, other.s) : of_integers(op, one.u, other.u);
    return (Outcome){FALSE, {.kind = sign ? HTOL_VALUE_SIGNED : HTOL_VALUE_UNSIGNED, .u = (guint64)result}};
}

static Outcome of_binary(const HtolExpr *expr, const HtolValue *values)
{
    Outcome one = outcome(expr->left, values);
    if (expr->op == HTOL_OP_AND || expr->op == HTOL_OP_OR) {
        int first = truth(one), result = first;
        if (first == (expr->op == HTOL_OP_AND))
            result = truth(outcome(expr->right, values));
        return (Outcome){result < 0, integer(result)};
    }
    Outcome other = outcome(expr->right, values);
    if (one.wrong || other.wrong)
        return (Outcome){.wrong = TRUE};
    if (expr->op == HTOL_OP_EQ || expr->op == HTOL_OP_NE)
        return (Outcome){are_strangers(one.value, other.value),
                         integer(sample_equal(one.value, other.value) == (expr->op == HTOL_OP_EQ))};
    return of_numbers(expr->op, one.value, other.value);
}

static Outcome of_unary(const HtolExpr *expr, const HtolValue *values)
{
    Outcome operand = outcome(expr->left, values);
    HtolValue value = operand.value;
    if (truth(operand) < 0)
        return (Outcome){.wrong = TRUE};
    if (expr->op == HTOL_OP_NOT)
        return (Outcome){FALSE, integer(!truth(operand))};
    if (value.kind == HTOL_VALUE_FLOAT)
        return (Outcome){expr->op == HTOL_OP_COMPLEMENT, {.kind = value.kind, .f = -value.f}};
    value.u = expr->op == HTOL_OP_COMPLEMENT ? ~value.u : 0 - value.u;
    return (Outcome){FALSE, value};
}

static Outcome outcome(const HtolExpr *expr, const HtolValue *values)
{
    switch (expr->kind) {
    case HTOL_EXPR_CONSTANT: return (Outcome){FALSE, expr->constant};
    case HTOL_EXPR_VARIABLE: return (Outcome){FALSE, values[expr->variable]};
    case HTOL_EXPR_UNARY: return of_unary(expr, values);
    case HTOL_EXPR_BINARY: return of_binary(expr, values);
    }
    g_assert_not_reached();
}

int sample_guard_holds(const HtolExpr *guard, const HtolValue *values)
{
    return truth(outcome(guard, values));
}
