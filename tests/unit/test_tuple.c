/* Tuples: which are sound, their order, hashes, values and text. How they lie in sets is tested in
 * test_data.c. */
#include "htol/files/tuple.h"

#include "htol/base/layout.h"

#define TUPLE(source, ...)                                                                                             \
    {                                                                                                                  \
        (source), G_N_ELEMENTS(((guint64[]){__VA_ARGS__})) / 2, (guint64[])                                            \
        {                                                                                                              \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

enum { BYTE = 256, HALF = 0x3fe0000000000000 >> 52 /* the upper bits of 0.5 */ };

static const struct {
    guint64 kind, bits;
    gboolean sound;
    const char *text; /* if it is */
} values[] = {
    {HTOL_TUPLE_SIGNED, -5, TRUE, "-5"},
    {HTOL_TUPLE_SIGNED + BYTE, 5, FALSE, NULL},
    {HTOL_TUPLE_UNSIGNED, G_MAXUINT64, TRUE, "18446744073709551615u"},
    {HTOL_TUPLE_UNSIGNED + BYTE, 5, FALSE, NULL},
    {HTOL_TUPLE_FLOAT, (guint64)HALF << 52, TRUE, "0.5"},
    {HTOL_TUPLE_FLOAT + BYTE, (guint64)HALF << 52, FALSE, NULL},
    {HTOL_TUPLE_POINTER + 12 * BYTE, 0x7ffe1234, TRUE, "0x7ffe1234@12"},
    {HTOL_TUPLE_POINTER + ((1ull << 56) - 1) * BYTE, 1, TRUE, "0x1@72057594037927935"},
    {HTOL_TUPLE_POINTER, 0, TRUE, "0x0"},
    {HTOL_TUPLE_POINTER, 1, FALSE, NULL},
    {HTOL_TUPLE_POINTER + BYTE, 0, FALSE, NULL},
    {HTOL_TUPLE_CODE + 77 * BYTE, 0x1139, TRUE, "code 0x1139@77"},
    {HTOL_TUPLE_CODE + 77 * BYTE, 0, TRUE, "code 0x0@77"},
    {HTOL_TUPLE_CODE, 0, TRUE, "code 0x0"},
    {HTOL_TUPLE_CODE, 1, FALSE, NULL},
    {HTOL_TUPLE_VECTOR, 1 | 2 << 4 | 1ull << 62, TRUE, "vector TF-FFFFFFFFFFFFFFFFFFFFFFFFFFFFT"},
    {HTOL_TUPLE_VECTOR, 3, FALSE, NULL},
    {HTOL_TUPLE_VECTOR, 3ull << 62, FALSE, NULL},
    {HTOL_TUPLE_VECTOR, 3 << 1, TRUE, "vector -TFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"},
    {HTOL_TUPLE_VECTOR + BYTE, 1, FALSE, NULL},
    {HTOL_TUPLE_KINDS, 0, FALSE, NULL},
    {BYTE - 1, 0, FALSE, NULL},
};

static void test_values(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
        const guint64 words[] = {HTOL_TUPLE_SIGNED, 1, values[i].kind, values[i].bits};
        const HtolTuple tuple = {9, 2, words};
        g_autoptr(GString) found = g_string_new(NULL), wanted = g_string_new(NULL);
        g_assert_cmpint(htol_tuple_is_sound(&tuple), ==, values[i].sound);
        if (!values[i].sound)
            continue;
        htol_tuple_print(&tuple, found);
        g_string_printf(wanted, "source 9: 1 %s", values[i].text);
        g_assert_cmpstr(found->str, ==, wanted->str);
    }
}

static void test_guards(void)
{
    const HtolTuple tuple = TUPLE(0, HTOL_TUPLE_CODE + 77 * BYTE, 0x1139, HTOL_TUPLE_SIGNED, -5, HTOL_TUPLE_VECTOR, 1);
    HtolValue value;
    g_assert_true(htol_tuple_value(&tuple, 0, &value));
    g_assert_cmpint(value.kind, ==, HTOL_VALUE_POINTER);
    g_assert_cmpuint(value.process, ==, 77);
    g_assert_cmpuint(value.u, ==, 0x1139);
    g_assert_true(htol_tuple_value(&tuple, 1, &value));
    g_assert_cmpint(value.kind, ==, HTOL_VALUE_SIGNED);
    g_assert_cmpint(value.s, ==, -5);
    g_assert_cmpuint(value.process, ==, 0);
    g_assert_false(htol_tuple_value(&tuple, 2, &value));
}

/* In their order. */
static const HtolTuple ordered[] = {
    TUPLE(1, HTOL_TUPLE_UNSIGNED, G_MAXUINT64),
    TUPLE(1, HTOL_TUPLE_SIGNED, 5, HTOL_TUPLE_SIGNED, 1),
    TUPLE(1, HTOL_TUPLE_SIGNED, 5, HTOL_TUPLE_SIGNED, 2),
    TUPLE(2, HTOL_TUPLE_SIGNED, -5),
    TUPLE(2, HTOL_TUPLE_SIGNED, 4),
    TUPLE(2, HTOL_TUPLE_UNSIGNED, 3),
    TUPLE(2, HTOL_TUPLE_UNSIGNED, 1ull << 63),
    TUPLE(2, HTOL_TUPLE_POINTER, 0),
    TUPLE(2, HTOL_TUPLE_POINTER + BYTE, 8),
    TUPLE(2, HTOL_TUPLE_POINTER + 2 * BYTE, 4),
    TUPLE(2, HTOL_TUPLE_CODE + BYTE, 8),
};

static void test_order(void)
{
    for (gint i = 0; i < (gint)G_N_ELEMENTS(ordered); i++)
        for (gint j = 0; j < (gint)G_N_ELEMENTS(ordered); j++) {
            g_assert_cmpint(htol_tuple_compare(&ordered[i], &ordered[j]), ==, (i > j) - (i < j));
            g_assert_cmpint(htol_tuple_equal(&ordered[i], &ordered[j]), ==, i == j);
            g_assert_cmpint(htol_tuple_hash(&ordered[i]) == htol_tuple_hash(&ordered[j]), ==, i == j);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tuple/values", test_values);
    g_test_add_func("/tuple/guards", test_guards);
    g_test_add_func("/tuple/order", test_order);
    return g_test_run();
}
