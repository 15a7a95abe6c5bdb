/* Marks of LTest's labels: which are found, how their arguments are taken apart, and what is left of the
 * text. */
#include "annot/users/mark.h"

#include <string.h>

#define MARK(name, arguments) "((void)sizeof(hlcov_ltest_" name "(0, " arguments ")))"

/* What is known of a mark, on one line. */
static void describe(const AnnotMark *mark, GString *out)
{
    static const char *const kinds[] = {"label", "step", "kill"};
    g_string_append_printf(out, "%s %s", kinds[mark->kind], mark->name ? mark->name : "-");
    if (mark->fault) {
        g_string_append_printf(out, " fault: %s", mark->fault);
        return;
    }
    if (mark->kind == ANNOT_MARK_STEP)
        g_string_append_printf(out, " %u/%u %s", mark->step, mark->steps, mark->variable);
    else if (*mark->tag)
        g_string_append_printf(out, " '%s'", mark->tag);
    g_string_append_printf(out, " [%s]", mark->predicate.text);
    for (guint i = 0; i < mark->n_bindings; i++)
        g_string_append_printf(out, " %s=[%s]", mark->bindings[i].name, mark->bindings[i].value.text);
}

static void check_mark(gconstpointer data)
{
    const char *const *row = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) found = g_string_new(NULL);
    g_autofree char *unit = g_strdup_printf("{ %s; }", row[0]);
    AnnotText text = {unit, (guint32)strlen(unit)};
    g_autoptr(GArray) marks = annot_marks_find(arena, &text);
    for (guint i = 0; i < marks->len; i++)
        describe(&g_array_index(marks, AnnotMark, i), found);
    g_assert_cmpstr(found->str, ==, row[1]);
}

static const char bindings_have[] =
    "fault: pc_label_bindings has a condition, a number, a string, the number of the pair, how "
    "many bindings there are, and a name and a value of each";

static const char *const rows[][2] = {
    {MARK("label", "a == b"), "label - [a == b]"},
    {MARK("label", "a == b, 007"), "label l7 [a == b]"},
    {MARK("label", "f(a, b)[c, d] == ',', 12UL, \"C\\\"C\""), "label l12 'C\"C' [f(a, b)[c, d] == ',']"},
    {MARK("label", "(struct s){1, 2}.a  >\n0, 0x1Fu, \"\""), "label l31 [(struct s){1, 2}.a > 0]"},
    {"( ( void ) sizeof ( hlcov_ltest_label ( 0 , a , 1 ) ) )", "label l1 [a]"},
    {MARK("unnumbered", "a, 12"), "label - [a]"},
    {MARK("unnumbered", "a, \"t\""), "label - 't' [a]"},
    {MARK("bindings", "a, 1, \"T\", 3, 2, \"x\", b, \"y\", c + 1"), "label l1 'T' [a] x=[b] y=[c + 1]"},
    {MARK("bindings", "a, 1, \"T\", 2, \"x\", b, \"y\", c + 1"), "label l1 'T' [a] x=[b] y=[c + 1]"},
    {MARK("bindings", "a, 1, \"T\", 3, 0"), "label l1 'T' [a]"},
    {MARK("bindings", "a, 1, \"T\", 0"), "label l1 'T' [a]"},
    {MARK("sequence", "a, 3UL, 1, 2, \"4062\", 0"), "step s3 1/2 4062 [a]"},
    {MARK("sequence", "1, 3, 64, 64, \"v\""), "step s3 64/64 v [1]"},
    {MARK("sequence_condition", "0, \"4062\""), "kill 4062 [0]"},

    /* faults */
    {MARK("label", ""), "label - fault: expected an expression"},
    {MARK("label", ", 1"), "label l1 fault: expected an expression"},
    {MARK("label", "a, b"), "label - fault: expected a number"},
    {MARK("label", "a, 1.5"), "label - fault: expected a number"},
    {MARK("label", "a, 18446744073709551616"), "label - fault: expected a number"},
    {MARK("label", "a, 1, \"T\" \"U\""), "label l1 fault: expected a string"},
    {MARK("label", "a, 1, T"), "label l1 fault: expected a string"},
    {MARK("label", "a, 1, \"T\", 2"), "label - fault: pc_label has three arguments at most"},
    {MARK("label", "a == \"\xe4\""), "label - fault: the expression is not text in UTF-8"},
    {MARK("unnumbered", "a, 1, 2"), "label - fault: pathcrawler_label has two arguments at most"},
    {MARK("bindings", "a, 1, \"T\""), NULL},
    {MARK("bindings", "a, 1, \"T\", 1, 2, \"x\", b"), NULL},
    {MARK("bindings", "a, 1, \"T\", 1, \"x\", b, \"y\""), NULL},
    {MARK("bindings", "a, 1, \"T\", 9223372036854775808, \"x\", b"), NULL},
    {MARK("bindings", "a, 1, \"T\", 1, \"1x\", b"), "label l1 fault: expected the name of a metavariable"},
    {MARK("sequence", "1, 3, 0, 2, \"v\", 0"), "step s3 fault: the sequence has no such step"},
    {MARK("sequence", "1, 3, 3, 2, \"v\", 0"), "step s3 fault: the sequence has no such step"},
    {MARK("sequence", "1, 3, 1, 65, \"v\", 0"), "step s3 fault: a sequence has 64 steps at most"},
    {MARK("sequence_condition", "0"), "kill - fault: pc_label_sequence_condition has a condition and a string"},
    {"((void)sizeof(hlcov_ltest_label()))", "label - fault: it has no arguments"},

    /* what is none */
    {"char hlcov_ltest_label(int, ...)", ""},
    {"hlcov_ltest_label(0, a, 1)", ""},
    {"((void)sizeof(hlcov_ltest_labels(0, a, 1)))", ""},
    {"((void)sizeof(hlcov_ltest_label(0, a, 1))", ""},
    {"puts(\"((void)sizeof(hlcov_ltest_label(0, a, 1)))\")", ""},
};

/* The faults of bindings that do not fit are long. */
static void check_bindings(gconstpointer data)
{
    const char *const *row = data;
    g_autofree char *name = g_strdup_printf("label %s %s", strstr(row[0], "\"T\")") ? "-" : "l1", bindings_have);
    const char *const filled[] = {row[0], name};
    check_mark(filled);
}

/* ---- the text without them ---- */

static char *erased(const char *unit)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotText text = {unit, (guint32)strlen(unit)};
    g_autoptr(GArray) marks = annot_marks_find(arena, &text);
    const char *left = annot_marks_erase(arena, &text, marks);
    g_assert_cmpuint(strlen(left), ==, text.size);
    for (guint i = 0; i < marks->len; i++)
        g_assert_true(strchr(";(", left[g_array_index(marks, AnnotMark, i).stmt]));
    return g_strdup(left);
}

/* Newlines, directives and offsets stay; `blanks` and what follows is what is left of a mark. */
static void check_erased(const char *before, const char *behind, const char *left)
{
    g_autofree char *unit = g_strconcat(before, MARK("label", "a\n# 7 \"x.c\"\n, 1"), behind, NULL);
    g_autofree char *found = erased(unit);
    g_autofree char *wanted = g_strdup_printf("%s%-36s\n# 7 \"x.c\"\n%6s%s", before, left, "", behind);
    g_assert_cmpstr(found, ==, wanted);
}

static void test_erase(void)
{
    static const char *const before[] = {"{", "{ ", "f();\n", "} ", "if (x) ", "case 1: ", "else ", "do\n"};
    for (guint i = 0; i < G_N_ELEMENTS(before); i++)
        check_erased(before[i], " ;", "");
    check_erased("x = (", ", 1);", "((void)0)");
    check_erased("return ", ";", "((void)0)");
    check_erased("x ? y : ", ", z;", "((void)0)");
    check_erased("redo ", ";", "((void)0)");
    g_autofree char *same = erased("int hlcov_ltest; f(\"hlcov_ltest_label\");");
    g_assert_cmpstr(same, ==, "int hlcov_ltest; f(\"hlcov_ltest_label\");");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *name = g_strdup_printf("/mark/%u", i + 1);
        g_test_add_data_func(name, rows[i], rows[i][1] ? check_mark : check_bindings);
    }
    g_test_add_func("/mark/erase", test_erase);
    return g_test_run();
}
