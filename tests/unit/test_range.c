/* Ranges of values: the interval of each kind of expression, from types and constants. */
#include "annot/facts/range.h"

#include <string.h>

/* The expression is that of a return statement; its conversion to the type returned is left out. */
static AnnotRange range_of(const char *expression, gboolean unbounded)
{
    g_autofree char *source = g_strdup_printf(
        "struct s { unsigned b : 3; int t : 5; int x; }; enum e { RED = 5, GREEN = -2 }; enum u { ONE };\n"
        "__int128 f(int i, unsigned u, long l, unsigned long ul, char c, unsigned char uc, _Bool flag, enum "
        "u eu,\n"
        "           double d, __int128 w, int *p, struct s s) { return %s; }\n",
        expression);
    AnnotText text = {source, (guint32)strlen(source)};
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotTree *tree = annot_tree_parse(arena, &text, NULL, FALSE, NULL);
    g_assert_nonnull(tree);
    g_assert_nonnull(tree->functions[0]->body);
    const AnnotExpr *expr = annot_expr_bare(tree->functions[0]->body->parts[0]->expr);
    return unbounded ? annot_range_unbounded(expr) : annot_range(expr);
}

static void check(const char *expression, gint64 low, gint64 high)
{
    AnnotRange range = range_of(expression, FALSE);
    g_test_message("%s", expression);
    g_assert_true(range.known);
    g_assert_cmpint((gint64)range.low, ==, low);
    g_assert_cmpint((gint64)range.high, ==, high);
}

static void test_types(void)
{
    check("i", G_MININT32, G_MAXINT32);
    check("u", 0, G_MAXUINT32);
    check("l", G_MININT64, G_MAXINT64);
    check("c", -128, 127);
    check("uc", 0, 255);
    check("flag", 0, 1);
    check("eu", 0, G_MAXUINT32);
    check("s.x", G_MININT32, G_MAXINT32);
    check("*p", G_MININT32, G_MAXINT32);
    g_assert_true(range_of("ul", FALSE).high == G_MAXUINT64);
}

static void test_constants(void)
{
    check("7", 7, 7);
    check("0x1fuL", 31, 31);
    check("010", 8, 8);
    check("0b101", 5, 5);
    check("'a'", 97, 97);
    check("'\\n'", 10, 10);
    check("'\\377' + 0u", G_MAXUINT32, G_MAXUINT32);
    check("sizeof(s) / sizeof(int)", 2, 2);
    check("RED", 5, 5);
    check("GREEN", -2, -2);
    check("s.b", 0, 7);
    check("s.t", -16, 15);
    g_assert_true(range_of("0xffffffffffffffff", FALSE).low == G_MAXUINT64);
}

static void test_arithmetic(void)
{
    check("c + uc", -128, 382);
    check("c - uc", -383, 127);
    check("c * uc", -32640, 32385);
    check("c * c", -16256, 16384);
    check("-c", -127, 128);
    check("+c", -128, 127);
    check("~c", -128, 127);
    check("~uc", -256, -1);
    check("~u", 0, G_MAXUINT32);
    check("c / 2", -64, 63);
    check("uc / -3", -85, 0);
    check("c / uc", G_MININT32, G_MAXINT32);
    check("i % 10", -9, 9);
    check("uc % 10", 0, 9);
    check("c % 1000", -128, 127);
    check("u % -1", 0, G_MAXUINT32 - 1);
    check("i % 0", G_MININT32, G_MAXINT32);
}

static void test_bits(void)
{
    check("i & 8", 0, 8);
    check("8 & i", 0, 8);
    check("uc & 1000", 0, 255);
    check("c & -2", G_MININT32, G_MAXINT32);
    check("uc << 4", 0, 4080);
    check("1 << (i & 3)", 1, 8);
    check("c << 1", G_MININT32, G_MAXINT32);
    check("uc >> 1", 0, 127);
    check("200 >> (i & 3)", 25, 200);
    check("i >> 1", G_MININT32, G_MAXINT32);
    check("uc | 1", G_MININT32, G_MAXINT32);
}

static void test_truth(void)
{
    check("i < c", 0, 1);
    check("d == i", 0, 1);
    check("p != 0", 0, 1);
    check("i && d", 0, 1);
    check("!i", 0, 1);
}

static void test_choices(void)
{
    check("i ? c : uc", -128, 255);
    check("uc ?: -1", -1, 255);
    check("(i, uc)", 0, 255);
    check("__extension__ uc", 0, 255);
    check("(int)(i ? 3 : d)", G_MININT32, G_MAXINT32);
}

static void test_conversions(void)
{
    check("(unsigned char)7", 7, 7);
    check("(unsigned char)-1", 255, 255);
    check("(long)c", -128, 127);
    check("(_Bool)i", 0, 1);
    check("(int)d", G_MININT32, G_MAXINT32);
    check("uc + 0u - 1", 0, G_MAXUINT32);
    check("(char)(i & 15)", 0, 15);
}

static void test_what_is_not_known(void)
{
    static const char *const expressions[] = {"w", "w + 1", "(__int128)7"};
    for (guint i = 0; i < G_N_ELEMENTS(expressions); i++)
        g_assert_false(range_of(expressions[i], FALSE).known);
    g_assert_false(annot_range_within(range_of("w", FALSE), G_MININT64, G_MAXINT64));
}

static void test_without_bounds(void)
{
    AnnotRange sum = range_of("i + 1", TRUE), opposite = range_of("-i", TRUE);
    g_assert_true(sum.known && sum.low == (gint64)G_MININT32 + 1 && sum.high == (gint64)G_MAXINT32 + 1);
    g_assert_true(opposite.known && opposite.high == -(gint64)G_MININT32);
    g_assert_true(range_of("l * l", TRUE).high == (__int128)1 << 126);
    g_assert_false(range_of("ul * ul", TRUE).known);
    g_assert_true(annot_range_within(sum, sum.low, sum.high));
    g_assert_false(annot_range_within(sum, sum.low + 1, sum.high));
    g_assert_false(annot_range_within(sum, sum.low, sum.high - 1));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/range/types", test_types);
    g_test_add_func("/range/constants", test_constants);
    g_test_add_func("/range/arithmetic", test_arithmetic);
    g_test_add_func("/range/bits", test_bits);
    g_test_add_func("/range/truth", test_truth);
    g_test_add_func("/range/choices", test_choices);
    g_test_add_func("/range/conversions", test_conversions);
    g_test_add_func("/range/unknown", test_what_is_not_known);
    g_test_add_func("/range/unbounded", test_without_bounds);
    return g_test_run();
}
