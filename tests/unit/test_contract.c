/* What functions are said to take, and whether inputs that are chosen for them are read to their last byte: what the
 * program of a harness reads is what is meant. */
#include "generate/contract/assumed.h"
#include "generate/chooser.h"
#include "generate/contract/describe.h"
#include "tests/unit/sample_input.h"

#include <string.h>

static void look(gpointer data, const AnnotSurveyed *surveyed)
{
    *(const AnnotSurveyed **)data = g_memdup2(surveyed, sizeof *surveyed);
}

typedef struct {
    const AnnotSurveyed *surveyed; /* first */
    const char *expected;
    void (*check)(const GenerateContracts *contracts, const char *expected);
} Looking;

static void end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    Looking *looking = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const AnnotTree *tree = looking->surveyed->tree;
    g_autofree guint *lines = g_new0(guint, tree->n_functions + 1);
    (void)id;
    g_autoptr(GenerateContracts) contracts =
        generate_contracts_new(arena, looking->surveyed->text, tree, "", lines, NULL);
    looking->check(contracts, looking->expected);
    g_free((gpointer)looking->surveyed);
}

static void survey(const char *text, const char *expected,
                   void (*check)(const GenerateContracts *contracts, const char *expected))
{
    Looking looking = {NULL, expected, check};
    AnnotSurvey asked = {look, end, &looking, TRUE, 0};
    g_autofree char *placed = g_strdup_printf("# 1 \"a.c\"\n%s", text);
    AnnotInput input = sample_input(placed, &asked);
    AnnotOutput output = {0};
    g_assert_true(annot_unit(&input, &output, NULL));
    annot_output_clear(&output);
}

/* ---- contracts ---- */

/* The lines of the comment, without its stars. To be freed. */
static char *words_of(const GenerateContract *contract)
{
    g_autofree char *text = generate_describe(contract);
    const char *begin = strstr(text, "/* ") + strlen("/* ");
    GString *plain = g_string_new_len(begin, strstr(begin, " */") - begin);
    g_string_replace(plain, "\n * ", "\n", 0);
    if (plain->len > 0 && plain->str[plain->len - 1] != '\n')
        g_string_append_c(plain, '\n');
    return g_string_free(plain, FALSE);
}

static void compare(const GenerateContracts *contracts, const char *expected)
{
    const GenerateContract *last = contracts->contracts->pdata[contracts->contracts->len - 1];
    g_autofree char *words = words_of(last);
    if (strcmp(words, expected) != 0)
        g_test_fail_printf("%s instead of %s", words, expected);
}

static void check(const char *text, const char *expected)
{
    survey(text, expected, compare);
}

static void test_scalars(void)
{
    check("enum e { A, B }; int f(char c, _Bool b, enum e e, double d) { return c + b + e > d; }",
          "f\n    c: any char\n    b: any _Bool\n    e: an enumerator, or another number: enum e\n    d: any double\n");
}

static void test_pointers(void)
{
    check("struct s { int x; }; struct o; int f(const char *t, int *p, struct s *s, struct o *o) { return t && p && s "
          "&& o; }",
          "f\n    t: NULL, or a text\n    p: NULL, or an array of int\n    s: NULL, or an array of struct s\n"
          "    o: NULL, or something that nobody looks into\n");
}

/* A length comes behind what it is the length of, whatever the order of parameters. */
static void test_lengths(void)
{
    check("int f(unsigned long n, const int *list, const char *buf, int size) { return n && list && buf && size; }",
          "f\n    list: NULL, or an array of int\n    buf: NULL, or an array of char\n"
          "    n: any unsigned long, but no more than there are elements behind list\n"
          "    size: any int, but no more than there are elements behind buf\n");
    check("int f(int n, int m) { return n == m; }", "f\n    n: any int\n    m: any int\n");
}

static void test_callees(void)
{
    check("int level; int ask(void); static int g(int x) { return ask() + level + x; } int f(int x) { return g(x); }",
          "f\n    x: any int\n    level: a variable, as it is at first, or any int\n"
          "    ask: not defined; it gives up to 4 values, then zeros; each is any int\n");
    check("static int g(int x) { return x; } int f(int (*call)(int)) { return call ? call(g(1)) : 0; }",
          "f\n    call: NULL or g\n");
}

static void test_refused(void)
{
    check("int f(int n, ...) { return n; }", "f\n    is not called: it takes any number of arguments\n");
    check("int main(void) { return 0; }", "main\n    is not called: it is the program's entry\n");
}

/* ---- inputs ---- */

static void read_all(const GenerateContracts *contracts, const char *expected)
{
    const GenerateContract *last = contracts->contracts->pdata[contracts->contracts->len - 1];
    g_autoptr(GenerateChooser) chooser = generate_chooser_new(contracts, 5);
    (void)expected;
    generate_chooser_enter(chooser, last);
    for (guint i = 0; i < 2000; i++) {
        g_autoptr(GByteArray) fresh = g_byte_array_new(), near = g_byte_array_new();
        generate_choose_new(chooser, last, fresh);
        g_autoptr(GenerateInput) input = generate_input_read(last, fresh->data, fresh->len);
        g_assert_cmpuint(GENERATE_NODE(input, input->roots[last->n_items - 1])->end, ==, fresh->len);
        generate_choose_near(chooser, input, NULL, near);
        g_autoptr(GenerateInput) changed = generate_input_read(last, near->data, near->len);
        g_assert_cmpuint(GENERATE_NODE(changed, changed->roots[last->n_items - 1])->end, ==, near->len);
    }
}

static void test_inputs(void)
{
    survey("struct n { int a : 3; char t[9]; struct n *next; union { int i; double d; } u; const char *s; };\n"
           "int f(struct n *list, int *x, int n, double d) { return list && x && n > d; }",
           "", read_all);
}

/* Bytes behind the end are zeros. */
static void read_nothing(const GenerateContracts *contracts, const char *expected)
{
    const GenerateContract *last = contracts->contracts->pdata[contracts->contracts->len - 1];
    g_autoptr(GenerateInput) input = generate_input_read(last, (const guint8 *)"", 0);
    (void)expected;
    g_assert_cmpuint(input->nodes->len, ==, 2);
    g_assert_cmpint(GENERATE_NODE(input, 0)->object, ==, -1);
    g_assert_cmpuint(generate_length(input, GENERATE_NODE(input, 1)), ==, 0);
}

static void test_nothing(void)
{
    survey("int f(const int *x, int n) { return x && n; }", "", read_nothing);
}

/* ---- preconditions ---- */

static void test_assumed(void)
{
    static const char source[] =
        "int before;\n//! assume x > 0\n/* A comment. */\n//! assume y != 3; the rest is prose\n"
        "static int\nf(int x, int y)\n{\n}\nint g(int x)\n";
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_assert_cmpstr(generate_assumed(arena, source, 6), ==, "(x > 0) && (y != 3)");
    g_assert_null(generate_assumed(arena, source, 9));
    g_assert_null(generate_assumed(arena, source, 1));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contract/scalars", test_scalars);
    g_test_add_func("/contract/pointers", test_pointers);
    g_test_add_func("/contract/lengths", test_lengths);
    g_test_add_func("/contract/callees", test_callees);
    g_test_add_func("/contract/refused", test_refused);
    g_test_add_func("/contract/inputs", test_inputs);
    g_test_add_func("/contract/nothing", test_nothing);
    g_test_add_func("/contract/assumed", test_assumed);
    return g_test_run();
}
