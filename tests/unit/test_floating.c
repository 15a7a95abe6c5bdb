/* Floating-point terms against the machine: of numbers that are known, Z3 computes what the processor does. */
#include "prune/formula/floating.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 3000 };

static const AnnotType narrow = {.kind = ANNOT_TYPE_FLOAT, .size = 4};
static const AnnotType wide = {.kind = ANNOT_TYPE_FLOAT, .size = 8};
static const AnnotType number = {.kind = ANNOT_TYPE_INTEGER, .size = 4, .is_signed = TRUE};
static const AnnotType natural = {.kind = ANNOT_TYPE_INTEGER, .size = 8};
static const AnnotType boolean = {.kind = ANNOT_TYPE_BOOL, .size = 1};

/* A number out of few, many of them odd ones. */
static double some_number(GRand *random)
{
    static const double odd[] = {0.0, -0.0, 1, -1, 0.1, 1e-310, 1e308, -1e308, 3.5, 16777217, INFINITY, -INFINITY, NAN};
    guint i = g_rand_int(random) % (2 * G_N_ELEMENTS(odd));
    return i < G_N_ELEMENTS(odd) ? odd[i] : g_rand_double_range(random, -1e6, 1e6);
}

static gboolean is_true(PruneLogic *logic, PruneTerm truth)
{
    PruneTerm decided = Z3_simplify(logic->z3, truth);
    g_assert_true(decided == logic->yes || decided == logic->no);
    return decided == logic->yes;
}

static void assert_number(PruneLogic *logic, PruneTerm bits, const AnnotType *type, double value)
{
    PruneTerm decided = Z3_simplify(logic->z3, bits);
    if (isnan(value))
        g_assert_true(is_true(logic, prune_floating_is_nan(logic, decided)));
    else
        g_assert_true(decided == prune_floating_number(logic, type, value));
}

static void check_compared(PruneLogic *logic, PruneTerm left, PruneTerm right, double one, double other)
{
    g_assert_cmpint(is_true(logic, prune_floating_compare(logic, ANNOT_OP_LT, left, right)), ==, one < other);
    g_assert_cmpint(is_true(logic, prune_floating_compare(logic, ANNOT_OP_LE, left, right)), ==, one <= other);
    g_assert_cmpint(is_true(logic, prune_floating_compare(logic, ANNOT_OP_GT, left, right)), ==, one > other);
    g_assert_cmpint(is_true(logic, prune_floating_compare(logic, ANNOT_OP_GE, left, right)), ==, one >= other);
    g_assert_cmpint(is_true(logic, prune_floating_compare(logic, ANNOT_OP_EQ, left, right)), ==, one == other);
    g_assert_cmpint(is_true(logic, prune_floating_compare(logic, ANNOT_OP_NE, left, right)), ==, one != other);
    g_assert_cmpint(is_true(logic, prune_floating_is_true(logic, left)), ==, one != 0);
    g_assert_cmpint(is_true(logic, prune_floating_is_nan(logic, left)), ==, isnan(one) != 0);
    g_assert_null(prune_floating_compare(logic, ANNOT_OP_ADD, left, right));
}

static void check_computed(PruneLogic *logic, PruneTerm left, PruneTerm right, double one, double other)
{
    assert_number(logic, prune_floating_compute(logic, ANNOT_OP_ADD, left, right), &wide, one + other);
    assert_number(logic, prune_floating_compute(logic, ANNOT_OP_SUB, left, right), &wide, one - other);
    assert_number(logic, prune_floating_compute(logic, ANNOT_OP_MUL, left, right), &wide, one * other);
    assert_number(logic, prune_floating_compute(logic, ANNOT_OP_DIV, left, right), &wide, one / other);
    assert_number(logic, prune_floating_negate(logic, left), &wide, -one);
    g_assert_null(prune_floating_compute(logic, ANNOT_OP_REM, left, right));
}

static void check_converted(PruneLogic *logic, PruneTerm bits, double value)
{
    assert_number(logic, prune_floating_convert(logic, bits, &wide, &narrow), &narrow, (float)value);
    g_assert_true(prune_floating_convert(logic, bits, &wide, &boolean) == prune_number(logic, value != 0, 8));
    if (value > -2e9 && value < 2e9)
        g_assert_true(prune_floating_convert(logic, bits, &wide, &number) ==
                      prune_number(logic, (guint64)(int)value, 32));
    if (value >= 0 && value < 2e9)
        g_assert_true(prune_floating_convert(logic, bits, &wide, &natural) == prune_number(logic, (guint64)value, 64));
}

static void test_numbers(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    PruneLogic *logic = prune_logic_new();
    for (guint i = 0; i < ROUNDS; i++) {
        double one = some_number(random), other = some_number(random);
        PruneTerm left = prune_floating_number(logic, &wide, one), right = prune_floating_number(logic, &wide, other);
        check_compared(logic, left, right, one, other);
        check_computed(logic, left, right, one, other);
        check_converted(logic, left, one);
    }
    prune_logic_free(logic);
}

/* From integers, those too that need rounding. */
static void test_integers(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(2);
    PruneLogic *logic = prune_logic_new();
    for (guint i = 0; i < ROUNDS; i++) {
        guint64 value = (guint64)g_rand_int(random) << (i % 33) | g_rand_int(random) % 7;
        PruneTerm bits = prune_number(logic, value, 64), low = prune_number(logic, value, 32);
        assert_number(logic, prune_floating_convert(logic, bits, &natural, &narrow), &narrow, (float)value);
        assert_number(logic, prune_floating_convert(logic, bits, &natural, &wide), &wide, (double)value);
        assert_number(logic, prune_floating_convert(logic, low, &number, &narrow), &narrow, (float)(gint32)value);
    }
    prune_logic_free(logic);
}

/* Only arithmetic makes a formula a large one. */
static void test_calculates(void)
{
    PruneLogic *logic = prune_logic_new();
    PruneTerm x = prune_free_bits(logic, 64), y = prune_free_bits(logic, 64);
    logic->follows_ways = TRUE;
    g_assert_false(prune_calculates(logic, prune_equal(logic, x, y)));
    g_assert_true(prune_calculates(logic, prune_floating_compare(logic, ANNOT_OP_LT, x, y)));
    logic->follows_ways = FALSE;
    g_assert_false(prune_calculates(logic, prune_floating_compare(logic, ANNOT_OP_LT, x, y)));
    prune_logic_free(logic);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/floating/numbers", test_numbers);
    g_test_add_func("/floating/integers", test_integers);
    g_test_add_func("/floating/calculates", test_calculates);
    return g_test_run();
}
