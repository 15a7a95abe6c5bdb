/* Text from outside, made fit to be shown: what hides is replaced, what is too long is cut between words. */
#include "htol/base/plain.h"

static void check_cut(const char *text, guint most, const char *wanted)
{
    g_autofree char *cut = htol_cut(text, most);
    g_assert_cmpstr(cut, ==, wanted);
    g_assert_cmpint(g_utf8_strlen(cut, -1), <=, most);
}

static void test_cut(void)
{
    check_cut("", 10, "");
    check_cut("0123456789", 10, "0123456789");
    check_cut("0123456789a", 10, "012345 ...");
    check_cut("a < b && c < d", 10, "a < b ...");
    check_cut("a < bcdefghijk", 10, "a < bc ...");
    check_cut("äöüäöüäöüä", 10, "äöüäöüäöüä");
    check_cut("äöüäöüäöüäö", 10, "äöüäöü ...");
    check_cut("äöüäö äöüäö", 10, "äöüäö ...");
}

static void check_plain(const char *text, const char *wanted)
{
    g_autofree char *plain = htol_plain(text);
    g_assert_cmpstr(plain, ==, wanted);
}

static void test_plain(void)
{
    check_plain("a\tb\x1b[31m", "a\uFFFDb\uFFFD[31m");
    check_plain("\u202Eabc\u2028", "\uFFFDabc\uFFFD");
    check_plain("a\xff"
                "b",
                "a\uFFFDb");
    g_autofree char *lines = htol_plain_lines("a\n\x07\n");
    g_assert_cmpstr(lines, ==, "a\n\uFFFD\n");
}

static void test_squeezed(void)
{
    g_autofree char *one = htol_squeezed("  a \n\t b  c", 9), *none = htol_squeezed(" \n", 2);
    g_assert_cmpstr(one, ==, "a b");
    g_assert_cmpstr(none, ==, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plain/cut", test_cut);
    g_test_add_func("/plain/plain", test_plain);
    g_test_add_func("/plain/squeezed", test_squeezed);
    return g_test_run();
}
