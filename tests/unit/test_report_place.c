/* Names that users give to files of reports: paths, their ends, and what follows a colon. */
#include <glib.h>

#include "report/model/place.h"

static void test_names(void)
{
    g_assert_true(report_place_is("src/a.c", "/top", "src/a.c"));
    g_assert_true(report_place_is("a.c", "/top", "src/a.c"));
    g_assert_true(report_place_is("./a.c", "/top", "src/a.c"));
    g_assert_true(report_place_is("/top/src/a.c", "/top", "src/a.c"));
    g_assert_true(report_place_is("/usr/include/a.h", "/top", "/usr/include/a.h"));
    g_assert_false(report_place_is("b/a.c", "/top", "src/a.c"));
    g_assert_false(report_place_is("c/a.c", "/top", "src/a.c"));
    g_assert_false(report_place_is("src/a.c", "/top", "xsrc/a.c"));
    g_assert_false(report_place_is("/to/src/a.c", "/top", "src/a.c"));
    g_assert_false(report_place_is("deep/src/a.c", NULL, "src/a.c"));
}

static void test_places(void)
{
    g_assert_true(report_place_may_be("a.c", "/top", "src/a.c"));
    g_assert_true(report_place_may_be("a.c:12", "/top", "src/a.c"));
    g_assert_true(report_place_may_be("/top/src/a.c:main", "/top", "src/a.c"));
    g_assert_true(report_place_may_be("odd:12", "/top", "src/odd:12"));
    g_assert_true(report_place_may_be("odd:12:f", "/top", "src/odd:12"));
    g_assert_false(report_place_may_be("b.c:12", "/top", "src/a.c"));
}

static void test_below(void)
{
    g_assert_cmpstr(report_place_below("/top/src/a.c", "/top"), ==, "src/a.c");
    g_assert_cmpstr(report_place_below("/topmost/a.c", "/top"), ==, "/topmost/a.c");
    g_assert_cmpstr(report_place_below("././a.c", NULL), ==, "a.c");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/report-place/names", test_names);
    g_test_add_func("/report-place/places", test_places);
    g_test_add_func("/report-place/below", test_below);
    return g_test_run();
}
