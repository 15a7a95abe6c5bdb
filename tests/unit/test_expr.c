/* Expressions: arithmetic that cannot trap, errors, early stops; and random ones against plain evaluation. */
#include "tests/unit/sample_guard.h"

enum { GUARDS = 300000, VARIABLES = 4 };

static HtolValue integer(gint64 value)
{
    return (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = value};
}

static const HtolExpr *constant(HtolArena *arena, gint64 value)
{
    return htol_constant(arena, integer(value));
}

static void test_wrapping(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolValue result, values[] = {integer(G_MININT64), integer(-1)};
    const HtolExpr *least = htol_variable(arena, 0), *minus = htol_variable(arena, 1);
    g_assert_true(htol_expr_value(htol_binary(arena, HTOL_OP_DIV, least, minus), values, &result));
    g_assert_cmpint(result.s, ==, G_MININT64);
    g_assert_true(htol_expr_value(htol_binary(arena, HTOL_OP_REM, least, minus), values, &result));
    g_assert_cmpint(result.s, ==, 0);
    g_assert_true(htol_expr_value(htol_binary(arena, HTOL_OP_ADD, least, minus), values, &result));
    g_assert_cmpint(result.s, ==, G_MAXINT64);
    g_assert_cmpint(result.kind, ==, HTOL_VALUE_SIGNED);
}

static void test_early_stop(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolExpr *no = constant(arena, 0), *yes = constant(arena, 5);
    const HtolExpr *wrong = htol_binary(arena, HTOL_OP_DIV, yes, no);
    g_assert_cmpint(htol_expr_holds(htol_binary(arena, HTOL_OP_AND, no, wrong), NULL), ==, HTOL_HOLDS_FALSE);
    g_assert_cmpint(htol_expr_holds(htol_binary(arena, HTOL_OP_OR, yes, wrong), NULL), ==, HTOL_HOLDS_TRUE);
    g_assert_cmpint(htol_expr_holds(htol_binary(arena, HTOL_OP_OR, no, wrong), NULL), ==, HTOL_HOLDS_ERROR);
    g_assert_cmpint(htol_expr_holds(htol_binary(arena, HTOL_OP_OR, wrong, yes), NULL), ==, HTOL_HOLDS_ERROR);
    g_assert_cmpint(htol_expr_holds(htol_not(arena, wrong), NULL), ==, HTOL_HOLDS_ERROR);
}

static void test_built(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolExpr *named = htol_named(arena, "low'");
    g_assert_cmpstr(named->name, ==, "low'");
    g_assert_true(htol_and(arena, NULL, named) == named);
    g_assert_cmpint(htol_literal(arena, 2, FALSE)->op, ==, HTOL_OP_NOT);
    g_assert_cmpuint(htol_literal(arena, 2, TRUE)->variable, ==, 2);
}

static void test_random(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(2);
    HtolValue values[VARIABLES];
    guint seen[3] = {0};
    for (guint i = 0; i < GUARDS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        const HtolExpr *guard = sample_guard(arena, random, VARIABLES, 2);
        for (guint v = 0; v < VARIABLES; v++)
            values[v] = sample_value(random, TRUE);
        int expected = sample_guard_holds(guard, values);
        HtolHolds holds = htol_expr_holds(guard, values);
        g_assert_cmpint(holds == HTOL_HOLDS_ERROR ? -1 : holds == HTOL_HOLDS_TRUE, ==, expected);
        seen[holds]++;
    }
    for (guint i = 0; i < G_N_ELEMENTS(seen); i++)
        g_assert_cmpuint(seen[i], >, GUARDS / 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/expr/built", test_built);
    g_test_add_func("/expr/wrapping", test_wrapping);
    g_test_add_func("/expr/early_stop", test_early_stop);
    g_test_add_func("/expr/random", test_random);
    return g_test_run();
}
