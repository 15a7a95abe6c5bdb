/* The tree: which functions of a unit are the user's, which of them can be measured, and what of the front
 * end's errors is counted. */
#include "annot/tree/tree.h"

#include <string.h>

typedef struct {
    HtolArena *arena;
    AnnotText text; /* the tree points into it */
    AnnotTree *tree;
} Parsed;

static Parsed parse(const char *source)
{
    Parsed parsed = {.arena = htol_arena_new(), .text = {source, (guint32)strlen(source)}};
    parsed.tree = annot_tree_parse(parsed.arena, &parsed.text, NULL, FALSE, NULL);
    g_assert_nonnull(parsed.tree);
    return parsed;
}

/* The functions' names, each with the reason why it was passed through, if it was. */
static void check(const char *source, const char *functions, guint stray_errors)
{
    static const char *const reasons[] = {"", "(error)", "(naked)", "(shape)"};
    Parsed parsed = parse(source);
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; i < parsed.tree->n_functions; i++) {
        const AnnotFunction *function = parsed.tree->functions[i];
        g_string_append_printf(found, "%s%s%s", i > 0 ? " " : "", function->name, reasons[function->skipped]);
        g_assert_cmpint(function->body != NULL, ==, function->skipped == HTOL_MEASURED);
    }
    g_assert_cmpstr(found->str, ==, functions);
    g_assert_cmpuint(parsed.tree->stray_errors, ==, stray_errors);
    htol_arena_free(parsed.arena);
}

static void test_functions_of_the_user(void)
{
    check("int f(void) { return 1; }\nint g(void);\nstatic inline int h(void) { return 2; }\n", "f h", 0);
}

static void test_functions_of_system_headers_are_left_out(void)
{
    check("# 1 \"/usr/include/s.h\" 1 3\nstatic inline int s(void) { return 1; }\n# 2 \"a.c\" 2\nint f(void) "
          "{ return 2; }\n",
          "f", 0);
}

/* As gnulib's headers do: #pragma GCC system_header, #define foo rpl_foo. */
static void test_a_name_out_of_a_system_header_is_the_users(void)
{
    check("# 1 \"a.c\"\nint\n# 1 \"a.c\" 3\n   rpl_foo\n# 1 \"a.c\"\n       (int x) { return x; }\n", "rpl_foo", 0);
}

static void test_what_cannot_be_measured_is_listed(void)
{
    check("int f(int a) { int g(int b) { return b; } return g(a); }\nint h(void) { return 1; }\n", "f(error) h", 0);
    check("__attribute__((naked)) void n(void) { __asm__(\"ret\"); }\n", "n(naked)", 0);
    check("int d(void) <% return 1; %>\n", "d(shape)", 0);
}

static void test_errors_outside_functions_are_counted_if_they_are_the_users(void)
{
    check("# 1 \"a.c\"\nint x = nothing;\nint f(void) { return 1; }\n", "f", 1);
    check("# 1 \"/usr/include/s.h\" 1 3\nint x = nothing;\n# 2 \"a.c\" 2\nint f(void) { return 1; }\n", "f", 0);
}

/* libclang dies when asked for the size of the type of a builtin function. */
static void test_builtin_functions_have_types_without_size(void)
{
    check("int f(int a, ...) { __builtin_va_list v; __builtin_va_start(v, a); return "
          "__builtin_printf(\"%d\", a); }\n",
          "f", 0);
}

static const AnnotExpr *condition_of(const Parsed *parsed)
{
    return parsed->tree->functions[0]->body->parts[0]->expr;
}

static void check_condition(const char *condition, AnnotConstant constant, gboolean asks)
{
    g_autofree char *source = g_strdup_printf("int f(int a) { if (%s) return 1; return 0; }\n", condition);
    Parsed parsed = parse(source);
    g_assert_cmpint(condition_of(&parsed)->constant, ==, constant);
    g_assert_cmpint(condition_of(&parsed)->asks_constant, ==, asks);
    htol_arena_free(parsed.arena);
}

static void test_constants(void)
{
    check_condition("1", ANNOT_CONSTANT_TRUE, FALSE);
    check_condition("sizeof(int) == 3", ANNOT_CONSTANT_FALSE, FALSE);
    check_condition("\"text\"", ANNOT_CONSTANT_TRUE, FALSE);
    check_condition("a", ANNOT_NOT_CONSTANT, FALSE);
    check_condition("a == __builtin_offsetof(struct { int x, y; }, y)", ANNOT_NOT_CONSTANT, FALSE);
    check_condition("__builtin_constant_p(a) && a", ANNOT_NOT_CONSTANT, TRUE);
    check_condition("__builtin_types_compatible_p(int, long) || a", ANNOT_NOT_CONSTANT, TRUE);
}

static void check_value(const char *before, const char *expression, gboolean known, gint64 value)
{
    g_autofree char *source = g_strdup_printf("%s int f(int a) { if (%s) return 1; return 0; }\n", before, expression);
    Parsed parsed = parse(source);
    g_assert_cmpint(condition_of(&parsed)->has_value, ==, known);
    g_assert_cmpint(condition_of(&parsed)->value, ==, known ? value : 0);
    htol_arena_free(parsed.arena);
}

static void test_values(void)
{
    check_value("", "'\\n'", TRUE, '\n');
    check_value("", "-1 + 0u", TRUE, G_MAXUINT32);
    check_value("", "__builtin_offsetof(struct { int x, y; }, y)", TRUE, 4);
    check_value("struct s { int a[9]; };", "__builtin_offsetof(struct s, a[2])", TRUE, 8);
    check_value("struct s { int a[9]; };", "__builtin_offsetof(struct s, a[a])", FALSE, 0);
    check_value("const int k = 4;", "k", FALSE, 0);
    check_value("const int k = 4;", "k + 1", FALSE, 0);
    check_value("", "(int){3}", FALSE, 0);
    check_value("", "1.5", FALSE, 0);
    check_value("", "sizeof(int[a])", FALSE, 0);
    check_value("", "_Generic(a, int: 1, default: 2)", FALSE, 0);
    check_value("", "_Generic(a, int: 1, default: 2) + 1", FALSE, 0);
}

/* Of the size of a structure with a member of a type that the front end does not know, for one. */
static void test_errors_leave_few_values(void)
{
    check_value("struct s { int a; nothing b; };", "sizeof(struct s)", FALSE, 0);
    check_value("struct s { int a; nothing b; };", "'\\n'", TRUE, '\n');
}

/* The promoted type is the one that counts. */
static void test_values_of_cases(void)
{
    Parsed parsed = parse("int f(unsigned char c, int k) { switch (c) { case -1: return 1; "
                          "case '\\7' ... '\\n': return 2; case sizeof(int[7]): return 3; } return 0; }\n");
    const AnnotStmt *body = parsed.tree->functions[0]->body->parts[0]->body;
    static const gint64 values[][2] = {{-1, -1}, {7, 10}, {28, 28}};
    g_assert_cmpuint(body->n_parts, ==, G_N_ELEMENTS(values));
    for (guint i = 0; i < body->n_parts; i++) {
        g_assert_true(body->parts[i]->has_values);
        g_assert_cmpint(body->parts[i]->low, ==, values[i][0]);
        g_assert_cmpint(body->parts[i]->high, ==, values[i][1]);
    }
    htol_arena_free(parsed.arena);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tree/user", test_functions_of_the_user);
    g_test_add_func("/tree/system", test_functions_of_system_headers_are_left_out);
    g_test_add_func("/tree/macro-name", test_a_name_out_of_a_system_header_is_the_users);
    g_test_add_func("/tree/skipped", test_what_cannot_be_measured_is_listed);
    g_test_add_func("/tree/stray", test_errors_outside_functions_are_counted_if_they_are_the_users);
    g_test_add_func("/tree/builtins", test_builtin_functions_have_types_without_size);
    g_test_add_func("/tree/constants", test_constants);
    g_test_add_func("/tree/values", test_values);
    g_test_add_func("/tree/errors-leave-few-values", test_errors_leave_few_values);
    g_test_add_func("/tree/cases", test_values_of_cases);
    return g_test_run();
}
