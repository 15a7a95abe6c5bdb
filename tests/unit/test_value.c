/* Values: equality, order, hashes and text. Their arithmetic is tested in test_expr.c. */
#include <math.h>

#include "tests/unit/sample_guard.h"

enum { PAIRS = 300000 };

static HtolValue number(double value)
{
    return (HtolValue){.kind = HTOL_VALUE_FLOAT, .f = value};
}

static HtolValue natural(guint64 value)
{
    return (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = value};
}

static HtolValue integer(gint64 value)
{
    return (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = value};
}

static HtolValue pointer(guint64 process, guint64 address)
{
    return (HtolValue){.kind = HTOL_VALUE_POINTER, .process = process, .u = address};
}

static void check_order(HtolValue one, HtolValue other, int order)
{
    g_assert_cmpint(htol_value_compare(one, other), ==, order);
    g_assert_cmpint(htol_value_compare(other, one), ==, order == 2 ? 2 : -order);
    g_assert_cmpint(htol_value_equal(one, other), ==, order == 0);
}

static void test_mathematical(void)
{
    check_order(integer(-1), natural(G_MAXUINT64), -1);
    check_order(integer(G_MAXINT64), number(0x1p63), -1);
    check_order(natural(1ull << 63), number(0x1p63), 0);
    check_order(natural(G_MAXUINT64), number(0x1p64), -1);
    check_order(integer((1ll << 53) + 1), number(0x1p53), 1);
    check_order(integer(G_MININT64), number(-0x1p63), 0);
    check_order(integer(0), number(-0.5), 1);
    check_order(integer(-1), number(-1.5), 1);
    check_order(integer(0), number(-0.0), 0);
    check_order(integer(3), number(INFINITY), -1);
    check_order(number(NAN), number(NAN), 2);
    check_order(number(NAN), integer(0), 2);
}

static void test_pointers(void)
{
    HtolValue one = pointer(1, 16), other = pointer(1, 32), stranger = pointer(2, 16), null = pointer(0, 0);
    check_order(one, one, 0);
    check_order(one, other, 2);
    check_order(one, natural(16), 2);
    check_order(one, stranger, 2);
    check_order(null, null, 0);
    check_order(null, one, 2);
    check_order(null, natural(0), 0);
    check_order(null, integer(0), 0);
    check_order(null, number(-0.0), 0);
    check_order(null, integer(1), 2);
    check_order(null, number(NAN), 2);
    check_order(one, natural(0), 2);
    check_order(pointer(1, 0), natural(0), 2);
    check_order(pointer(1, 0), null, 2);
    g_assert_cmpuint(htol_value_hash(null), ==, htol_value_hash(number(0)));
    g_assert_true(htol_value_comparable(one, other));
    g_assert_true(htol_value_comparable(one, natural(16)));
    g_assert_true(htol_value_comparable(null, one) && htol_value_comparable(one, null));
    g_assert_false(htol_value_comparable(one, stranger));
    g_assert_cmpuint(htol_value_process(stranger), ==, 2);
    g_assert_cmpuint(htol_value_process(null) + htol_value_process(natural(1)), ==, 0);
}

static void test_random(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    for (guint i = 0; i < PAIRS; i++) {
        HtolValue one = sample_value(random, TRUE), other = sample_value(random, TRUE);
        gboolean equal = sample_equal(one, other);
        g_assert_cmpint(htol_value_equal(one, other), ==, equal);
        g_assert_true(!equal || htol_value_hash(one) == htol_value_hash(other));
        int order = htol_value_compare(one, other), back = htol_value_compare(other, one);
        g_assert_cmpint(order, ==, order == 2 ? back : -back);
    }
}

static void check_text(HtolValue value, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_value_print(value, text);
    g_assert_cmpstr(text->str, ==, expected);
}

static void test_text(void)
{
    check_text(integer(-3), "-3");
    check_text(integer(G_MININT64), "-9223372036854775808");
    check_text(natural(7), "7u");
    check_text(number(0.1), "0.1");
    check_text(number(2), "2.0");
    check_text(number(1.0 / 3), "0.3333333333333333");
    check_text(number(1e300), "1e+300");
    check_text(pointer((1ull << 56) - 1, 0x7ffe1234), "0x7ffe1234");
    check_text(pointer(0, 0), "0x0");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/value/mathematical", test_mathematical);
    g_test_add_func("/value/pointers", test_pointers);
    g_test_add_func("/value/random", test_random);
    g_test_add_func("/value/text", test_text);
    return g_test_run();
}
