/* Long lines of C are broken so that their tokens stay, and names that tests bring along are free ones. */
#include <string.h>

#include "generate/case/fold.h"
#include "generate/case/names.h"

static char *folded(const char *text)
{
    GString *out = g_string_new(text);
    generate_fold(out);
    return g_string_free(out, FALSE);
}

static void check_widths(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_assert_cmpuint(strlen(*line), <=, 120);
        g_assert_false(g_str_has_suffix(*line, " "));
    }
}

static char *without_blanks(const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \n", -1);
    return g_strjoinv("", words);
}

static void test_short_lines(void)
{
    g_autofree char *text = folded("int a;\n    {1, 2},\n");
    g_assert_cmpstr(text, ==, "int a;\n    {1, 2},\n");
}

static void test_lists(void)
{
    g_autoptr(GString) row = g_string_new("    {.value = {");
    for (guint i = 0; i < 100; i++)
        g_string_append_printf(row, "%s'%c'", i > 0 ? ", " : "", i % 3 ? ',' : '"');
    g_string_append(row, "}},\n");
    g_autofree char *text = folded(row->str), *bare = without_blanks(text), *before = without_blanks(row->str);
    check_widths(text);
    g_assert_cmpstr(bare, ==, before);
    g_assert_nonnull(strstr(text, "\n        '"));
}

/* An escape sequence stays in one piece, and so does the string: its parts follow each other. */
static void test_long_strings(void)
{
    g_autoptr(GString) row = g_string_new("    {\"");
    for (guint i = 0; i < 100; i++)
        g_string_append(row, "\\001\\\"");
    g_string_append(row, "\"},\n");
    g_autofree char *text = folded(row->str);
    check_widths(text);
    g_auto(GStrv) parts = g_strsplit(text, "\"\n        \"", -1);
    g_autofree char *joined = g_strjoinv("", parts);
    g_assert_cmpuint(g_strv_length(parts), >, 1);
    g_assert_cmpstr(joined, ==, row->str);
}

static void test_comments(void)
{
    g_autoptr(GString) comment = g_string_new("    /*");
    for (guint i = 0; i < 60; i++)
        g_string_append(comment, " word");
    g_string_append(comment, " */\n");
    g_autofree char *text = folded(comment->str);
    check_widths(text);
    g_assert_nonnull(strstr(text, "\n     * word"));
}

static void check_settled(const char *unit, const char *text, const char *wanted)
{
    const AnnotText preprocessed = {unit, (guint32)strlen(unit)};
    g_autoptr(GenerateNames) names = generate_names_new(&preprocessed, "#define macro 1\n#  define call(x) x\n");
    g_autoptr(GString) out = g_string_new(text);
    generate_names_settle(names, out);
    g_assert_cmpstr(out->str, ==, wanted);
}

static void test_names(void)
{
    check_settled("int f(int row) { int good; }", "$row $good $f", "row good f_");
    check_settled("int f_, f;", "$f", "f__");
    check_settled("enum e { RED }; int a;", "$RED $e $a $b", "RED_ e_ a_ b");
    check_settled("int a;", "$macro $call", "macro_ call_");
    check_settled("int a;", "\"$a\" /* $a */ '$' a$b", "\"$a\" /* $a */ '$' a$b");
    check_settled("int a;", "_Bool", "_Bool");
    check_settled("# 1 \"/usr/include/stdbool.h\" 1 3\nint a;", "_Bool _Boolean", "bool _Boolean");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fold/short_lines", test_short_lines);
    g_test_add_func("/fold/lists", test_lists);
    g_test_add_func("/fold/long_strings", test_long_strings);
    g_test_add_func("/fold/comments", test_comments);
    g_test_add_func("/fold/names", test_names);
    return g_test_run();
}
