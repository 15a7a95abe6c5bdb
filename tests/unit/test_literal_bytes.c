/* String literals as their characters. */
#include "prune/formula/literal.h"

#include <string.h>

static const struct {
    const char *text, *bytes;
    guint size; /* with the 0 behind them; 0: they are not known */
} literals[] = {
    {"\"\"", "", 1},
    {"\"ab\"", "ab", 3},
    {"\"a\" \"b\"\n  \"c\"", "abc", 4},
    {"\"\\n\\t\\\\\\\"\\'\\?\\a\\b\\f\\r\\v\"", "\n\t\\\"'\?\a\b\f\r\v", 12},
    {"\"\\x41\\x7e\"", "A~", 3},
    {"\"\\0\\12\\3779\"",
     "\0\n\377"
     "9",
     5},
    {"L\"wide\"", NULL, 0},
    {"u8\"x\"", NULL, 0},
    {"'a'", NULL, 0},
    {"\"\\u00e9\"", NULL, 0},
    {"\"open", NULL, 0},
    {"\"open\\", NULL, 0},
    {"12", NULL, 0},
    {"", NULL, 0},
};

static void test_literals(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(literals); i++) {
        g_autoptr(GByteArray) bytes = prune_literal_bytes(literals[i].text, strlen(literals[i].text));
        g_assert_cmpint(bytes != NULL, ==, literals[i].size > 0);
        if (bytes)
            g_assert_cmpmem(bytes->data, bytes->len, literals[i].bytes, literals[i].size);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/literal-bytes/literals", test_literals);
    return g_test_run();
}
