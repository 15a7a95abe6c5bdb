/* What git writes of changed lines: hunks, odd names and odd lines, by hand. */
#include "report/model/diff.h"

/* "3-5 9" of the lines below 40 that changed. To be freed. */
static char *lines_of(const ReportDiff *diff, const char *path)
{
    GString *out = g_string_new(NULL);
    for (guint line = 1; line < 40; line++)
        if (report_diff_has(diff, path, line, line))
            g_string_append_printf(out, "%s%u", out->len ? " " : "", line);
    return g_string_free(out, FALSE);
}

static void check(const char *text, const char *path, const char *wanted)
{
    g_autoptr(ReportDiff) diff = report_diff_new();
    g_autoptr(GError) error = NULL;
    g_assert_true(report_diff_parse(diff, text, &error));
    g_assert_no_error(error);
    g_autofree char *lines = lines_of(diff, path);
    g_assert_cmpstr(lines, ==, wanted);
}

static void refuse(const char *text)
{
    g_autoptr(ReportDiff) diff = report_diff_new();
    g_autoptr(GError) error = NULL;
    g_assert_false(report_diff_parse(diff, text, &error));
    g_assert_nonnull(error);
}

#define HEAD "diff --git a/x.c b/x.c\nindex 1..2 100644\n--- a/x.c\n+++ b/x.c\n"

static void test_hunks(void)
{
    check("", "x.c", "");
    check(HEAD "@@ -3 +3 @@ int f(void)\n-a\n+b\n", "x.c", "3");
    check(HEAD "@@ -3,0 +4,2 @@\n+a\n+b\n@@ -9,2 +12 @@\n-a\n-b\n+c\n", "x.c", "4 5 12");
    check(HEAD "@@ -3,2 +2,0 @@\n-a\n-b\n", "x.c", "");
    check(HEAD "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", "x.c", "1");
    check(HEAD "@@ -3 +3 @@\n-a\n+b\n", "y.c", "");
}

/* Lines of a hunk that look like something else. */
static void test_odd_lines(void)
{
    check(HEAD "@@ -3,2 +3,3 @@\n---- a/y.c\n-@@ -7 +7 @@\n+++ b/y.c\n+@@ -9 +9 @@\n+diff --git a b\n", "x.c", "3 4 5");
    check(HEAD "@@ -3,2 +3,3 @@\n---- a/y.c\n-@@ -7 +7 @@\n+++ b/y.c\n+@@ -9 +9 @@\n+diff --git a b\n", "y.c", "");
}

static void test_files(void)
{
    const char *two =
        HEAD "@@ -3 +3 @@\n-a\n+b\ndiff --git a/y.c b/y.c\nnew file mode 100644\n--- /dev/null\n+++ b/y.c\n"
             "@@ -0,0 +1,2 @@\n+a\n+b\n";
    check(two, "x.c", "3");
    check(two, "y.c", "1 2");
    check("diff --git a/o.c b/n.c\nsimilarity index 90%\nrename from o.c\nrename to n.c\n--- a/o.c\n+++ b/n.c\n"
          "@@ -7 +8 @@\n-a\n+b\n",
          "n.c", "8");
    check("diff --git a/x.c b/x.c\ndeleted file mode 100644\n--- a/x.c\n+++ /dev/null\n@@ -1,2 +0,0 "
          "@@\n-a\n-b\n",
          "x.c", "");
    check("diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n" HEAD "@@ -1 +1 @@\n-a\n+b\n", "x.c",
          "1");
}

static void test_names(void)
{
    check("--- a/x y.c\t\n+++ b/x y.c\t\n@@ -1 +1 @@\n-a\n+b\n", "x y.c", "1");
    check("--- a/x\n+++ \"b/q\\\"t\\tn\\303\\244.c\"\n@@ -1 +1 @@\n-a\n+b\n", "q\"t\tn\303\244.c", "1");
}

static void test_refused(void)
{
    refuse(HEAD "@@ -3 +3 @@\n-a\n");
    refuse(HEAD "@@ -3 @@\n-a\n");
    refuse(HEAD "@@ -x +3 @@\n+a\n");
    refuse(HEAD "@@ -3 +3 @@\n a\n+b\n");
    refuse(HEAD "@@ -3 +3,99999999999999999999 @@\n-a\n+b\n");
}

static void test_whole_file(void)
{
    g_autoptr(ReportDiff) diff = report_diff_new();
    report_diff_add_file(diff, "x.c");
    g_assert_true(report_diff_has(diff, "x.c", 1, 1));
    g_assert_true(report_diff_has(diff, "x.c", 100000, 100001));
    g_assert_false(report_diff_has(diff, "y.c", 1, 1));
    g_assert_cmpuint(report_diff_files(diff), ==, 1);
    g_assert_cmpstr(report_diff_base(diff), ==, "");
}

static void test_spans(void)
{
    g_autoptr(ReportDiff) diff = report_diff_new();
    g_assert_true(report_diff_parse(diff, HEAD "@@ -4,0 +5,2 @@\n+a\n+b\n", NULL));
    g_assert_false(report_diff_has(diff, "x.c", 1, 4));
    g_assert_true(report_diff_has(diff, "x.c", 1, 5));
    g_assert_true(report_diff_has(diff, "x.c", 6, 9));
    g_assert_false(report_diff_has(diff, "x.c", 7, 9));
    g_assert_true(report_diff_has(diff, "x.c", 1, 90));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diff/hunks", test_hunks);
    g_test_add_func("/diff/odd-lines", test_odd_lines);
    g_test_add_func("/diff/files", test_files);
    g_test_add_func("/diff/names", test_names);
    g_test_add_func("/diff/refused", test_refused);
    g_test_add_func("/diff/whole-file", test_whole_file);
    g_test_add_func("/diff/spans", test_spans);
    return g_test_run();
}
