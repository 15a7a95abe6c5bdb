/* The du-paths of a function that are recorded: for each flow of a variable, written as the lines of the definition and
 * the use, the lines of the nodes of its paths, and how many slots tell of it. The first line of the body is 1. */
#include "htol/graph/tour.h"
#include "tests/unit/sample_input.h"

#include <string.h>

enum { MOST = 100 };

static void describe_nodes(const HtolFunction *rows, guint32 state, GString *out)
{
    if (rows->states[state].parent > 0) {
        describe_nodes(rows, rows->states[state].parent - 1, out);
        g_string_append_c(out, '-');
    }
    g_string_append_printf(out, "%u", rows->nodes[rows->states[state].node].line);
}

static void describe_path(const HtolFunction *rows, const HtolRowFlowPath *path, GString *out)
{
    const HtolRowFlow *flow = &rows->flows[path->flow];
    const HtolRowDefinition *definition = &rows->definitions[flow->definition - 1];
    g_string_append_printf(out, " %u>%u:", definition->line, rows->uses[flow->use].line);
    describe_nodes(rows, rows->paths[path->path].state, out);
    g_string_append_printf(out, "(%u)", path->terms);
}

/* Why du-paths are not recorded, if they are not. */
static void describe_unpathed(const HtolFunction *rows, GString *out)
{
    for (guint32 i = 0; i < rows->n_unpathed; i++)
        if (rows->unpathed[i].kinds & HTOL_PATH_FLOW)
            g_string_append_printf(out, " none: %u", rows->unpathed[i].paths);
}

static void look(gpointer data, const AnnotSurveyed *surveyed)
{
    const HtolFunction *rows = surveyed->rows;
    for (guint32 i = 0; i < rows->n_flow_paths; i++)
        describe_path(rows, &rows->flow_paths[i], data);
    describe_unpathed(rows, data);
}

static void end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    (void)data;
    (void)id;
}

static AnnotInput input_of(const char *text, guint most, const AnnotSurvey *survey)
{
    AnnotInput input = sample_input(text, survey);
    input.options =
        (AnnotOptions){.records = HTOL_RECORDS_FLOWS | HTOL_RECORDS_PATHS, .flows = MOST, .paths = most, .repeats = -1};
    return input;
}

static void check_most(guint most, const char *body, const char *expected)
{
    g_autofree char *text = g_strdup_printf("int get(int); void look(int *);\n"
                                            "# 1 \"a.c\"\nint f(int p, int q) {%s}\n",
                                            body);
    g_autoptr(GString) found = g_string_new(NULL);
    AnnotSurvey survey = {look, end, found, FALSE, 0};
    AnnotInput input = input_of(text, most, &survey);
    AnnotOutput output = {0};
    g_assert_true(annot_unit(&input, &output, NULL));
    if (!g_str_equal(found->str, expected))
        g_test_fail_printf("%s: %s", g_strdelimit(text, "\n", ' '), found->str);
    annot_output_clear(&output);
}

static void check(const char *body, const char *expected)
{
    check_most(MOST, body, expected);
}

static void test_straight(void)
{
    check("int x = p;\nreturn x;", " 1>1:1(1) 1>2:1(1)");
    check("int x = 1;\nif (p)\nq = 2;\nreturn\nx;", " 1>5:1-3-4(1) 1>5:1-4(1) 1>2:1(1)");
    check("int x = 1;\nif (p)\nx = 2;\nreturn\nx;", " 1>5:1-4(1) 3>5:3-4(1) 1>2:1(1)");
}

/* A path ends where the variable is defined again; one through a definition is none. */
static void test_kills(void)
{
    check("int x = 1;\nif (p)\nx = 2;\nif (q)\nx = 3;\nreturn\nx;",
          " 1>7:1-4-6(1) 3>7:3-4-6(1) 5>7:5-6(2) 1>2:1(1) 1>4:1-3-4(1) 1>4:1-4(1)");
    check("int x = 1;\nif (p)\nx = 2;\nelse\nx = 3;\nreturn\nx;", " 3>7:3-6(1) 5>7:5-6(1) 1>2:1(1)");
    check("int x = 1;\nx = 2;\nif (p)\nq = 1;\nreturn\nx;", " 2>6:1-4-5(1) 2>6:1-5(1) 1>3:1(1)");
}

static void test_loops(void)
{
    check("int x = 1;\nwhile (q)\nq--;\nreturn\nx;", " 1>5:1-2-4(1) 1>2:1-2(1) 3>2:3-2(2) 1>3:1-2-3(1) 3>3:3-2-3(1)");
    check("int x = 1;\nwhile (get(1))\nx = x + 1;\nreturn\nx;", " 1>3:1-2-3(1) 3>3:3-2-3(1) 1>5:1-2-4(1) 3>5:3-2-4(2)");
    check("while (get(1)) {\nint x;\nif (p)\nx = 1;\nelse\nx = 2;\nget(x); }\nreturn 1;",
          " 1>3:1-1-3(1) 4>7:4-7(2) 6>7:6-7(2)");
}

/* Where a use may be left out though its node is entered, it tells the state by slots of its own. */
static void test_telling(void)
{
    check("int x = 1;\nif (p)\nq = 2;\nreturn\nq && x;", " 1>5:1-3-4(1) 1>5:1-4(1) 1>2:1(1) 1>5:1-4(1) 3>5:3-4(1)");
    check("int x = 1;\nif (p)\nq = 2;\nreturn\nget(1) + x;", " 1>5:1-3-4(1) 1>5:1-4(1) 1>2:1(1)");
    check("int x = 1;\nif (p)\nq = 2;\nif (q)\nq = 3;\nreturn\nq && x;",
          " 1>7:1-3-4-5-6(1) 1>7:1-3-4-6(1) 1>7:1-4-5-6(1) 1>7:1-4-6(1) 1>2:1(1) 1>4:1-4(1) 3>4:3-4(1) 1>7:1-4-6(1) "
          "3>7:3-4-6(1) 5>7:5-6(2)");
}

/* Arrays are not followed, nor what is defined only perhaps, nor in an order that is open. */
static void test_not_followed(void)
{
    check("int t[2] = {1};\nt[p] = 2;\nif (q)\nq = 1;\nreturn t[0];", " 1>2:1(1) 1>3:1(1)");
    check("int x = 1;\np && (x = 2);\nif (q)\nget(1);\nreturn x;", " 1>2:1(1) 1>3:1(1)");
    check("int x = 1;\nget(x + (x = 2));\nif (p)\nget(1);\nreturn x;", " 1>3:1-3(1)");
    check("volatile int x = 1;\nif (p)\nget(1);\nreturn x;", " 1>2:1(1)");
}

static void test_many(void)
{
    check_most(2, "int x = 1;\nif (p)\nget(1);\nif (q)\nget(2);\nif (p > 1)\nget(3);\nreturn\nx;", " none: 8");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/dupath/straight", test_straight);
    g_test_add_func("/dupath/kills", test_kills);
    g_test_add_func("/dupath/loops", test_loops);
    g_test_add_func("/dupath/telling", test_telling);
    g_test_add_func("/dupath/not-followed", test_not_followed);
    g_test_add_func("/dupath/many", test_many);
    return g_test_run();
}
