/* Labels at sites: which functions their places mean, what fits them, what their predicates make of what was
 * recorded. Their grammar is tested in test_parse.c. */

#include "htol/judge/eval.h"
#include "htol/judge/site.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_graph.h"
#include "tests/unit/sample_label.h"

#define F HTOL_FALSE
#define T HTOL_TRUE
#define U HTOL_UNKNOWN

/* Places
 * -----------------------------------------------------------------------------------------------------------
 */

static void test_paths(void)
{
    static const struct {
        const char *path, *name;
        gboolean matches;
    } cases[] = {
        {"src/tcas.c", "tcas.c", TRUE},       {"src/tcas.c", "src/tcas.c", TRUE},    {"src/tcas.c", "cas.c", FALSE},
        {"src/tcas.c", "c/tcas.c", FALSE},    {"src/tcas.c", "a/src/tcas.c", FALSE}, {"src/tcas.c", "./tcas.c", FALSE},
        {"src/tcas.c", "./src/tcas.c", TRUE}, {"tcas.c", "./tcas.c", TRUE},          {"/usr/a.h", "/usr/a.h", TRUE},
        {"/usr/a.h", "usr/a.h", TRUE},        {"b/usr/a.h", "/usr/a.h", FALSE},      {"a.c", "", FALSE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_cmpint(htol_path_matches(cases[i].path, cases[i].name), ==, cases[i].matches);
}

static void test_places(void)
{
    static const struct {
        const char *label;
        gboolean means;
    } cases[] = {
        {"label L at f@block 0 : true;", TRUE},
        {"label L at g@block 0 : true;", FALSE},
        {"label L at a.c:f@block 0 : true;", TRUE},
        {"label L at b.c:f@block 0 : true;", FALSE},
        {"label L at f#0123456789abcdef@block 0 : true;", TRUE},
        {"label L at f#0123456789abcde@block 0 : true;", FALSE},
        {"label L at b.c:f#0123456789abcdef@block 0 : true;", FALSE},
        {"label L at a.c:f@entry : 1;", TRUE},
    };
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = sample_function_end(sample_function_new(arena, "f"));
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const HtolLabelDecl *label = sample_label(arena, cases[i].label);
        g_assert_cmpint(htol_place_means(&label->place, function, "src/a.c"), ==, cases[i].means);
    }
}

/* A function's path is that of its first file, or of the unit. */
static void test_function_path(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = sample_function_end(sample_function_new(arena, "f"));
    HtolTable table = {.row = {.path = "unit.c"}};
    g_assert_cmpstr(htol_function_path(&table, function), ==, function->files[0].path);
    function->n_files = 0;
    g_assert_cmpstr(htol_function_path(&table, function), ==, "unit.c");
}

/* Fitting
 * -----------------------------------------------------------------------------------------------------------
 */

static void add_paths(HtolArena *arena, SampleFunction *sample)
{
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    const HtolGraph *graph = sample_graph_of(arena, "0-1 1-2 1-3 2-3");
    htol_path_set_add(set, (guint32[]){0, 1, 2}, (HtolPath){.n_nodes = 3, .kinds = HTOL_PATH_EDGE_PAIR});
    htol_path_set_add(set, (guint32[]){0, 1, 3}, (HtolPath){.n_nodes = 3, .kinds = HTOL_PATH_EDGE_PAIR});
    sample_function_add_paths(sample, graph, set);
}

/* Decisions `a && b` and, over the cap, `a && b && c`; three arms. */
static HtolFunction *sample(HtolArena *arena)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && b", 1024);
    sample_function_add_decision(sample, HTOL_DECISION_VALUE, "a && b && c", 2);
    sample_function_add_switch(sample, 2);
    add_paths(arena, sample);
    sample_function_add_flows(sample, "x");
    return sample_function_end(sample);
}

static void check_fits(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_assert_cmpstr(htol_site_label_fits(arena, sample_label(arena, pair[0]), sample(arena)), ==, pair[1]);
}

static const char *const fits[][2] = {
    {"label L at f@block 5 : true;", NULL},
    {"label L at f@block 6 : true;", "f has no block 6: the last is 5"},
    {"label L at f@arm 2 : true;", NULL},
    {"label L at f@arm 3 : true;", "f has no arm 3: the last is 2"},
    {"label L at f@flow 1 : true;", NULL},
    {"label L at f@flow 2 : true;", "f has no flow 2: the last is 1"},
    {"label L at f@flow_path 1 : true;", "f has no flow_path 1: the last is 0"},
    {"label L at f@decision 2 : true;", "f has no decision 2: the last is 1"},
    {"label L at f@path 0 1 2 : true;", NULL},
    {"label L at f@path 1 2 : true;",
     "this path is not recorded: no criterion of paths asks for it, nor did a script when it was compiled"},
    {"label L at f@path 0 2 : true;", "no path of f leads from node 0 to node 2 at once"},
    {"label L at f@path 0 1 4 : true;", "f has no node 4: the last is 3"},
    {"label L at f@decision 0 { x = c1, y = inactive(c2) } : d && active(c2);", NULL},
    {"label L at f@decision 0 : d || !(c3 && c1);", "decision 0 of f has no c3: its last condition is c2"},
    {"label L at f@decision 0 : active(c4);", "decision 0 of f has no c4: its last condition is c2"},
    {"label L at f@decision 0 { x = inactive(c3) } : true;", "decision 0 of f has no c3: its last condition is c2"},
    {"label L at f@decision 1 { x = c3 } : c3 == 1;", NULL},
    {"label L at f@decision 1 : d || d;", NULL},
    {"label L at f@decision 1 : c1 && c2;",
     "the ways through its decision exceed the cap: only single values are recorded"},
    {"label L at f@decision 1 { x = d } : c1;",
     "the ways through its decision exceed the cap: only single values are recorded"},
    {"label L at f@decision 1 : active(c1);",
     "the ways through its decision exceed the cap: only single values are recorded"},
};

static void test_no_sites(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = sample_function_end(sample_function_new(arena, "f"));
    const HtolLabelDecl *label = sample_label(arena, "label L at f@decision 0 : d;");
    g_assert_cmpstr(htol_site_label_fits(arena, label, function), ==, "f has no decisions");
    label = sample_label(arena, "label L at f@flow_path 0 : true;");
    g_assert_cmpstr(htol_site_label_fits(arena, label, function), ==,
                    "flow_paths of f are not recorded: see --criteria of hlcov cc");
    function->row.skipped = HTOL_SKIP_NAKED;
    g_assert_true(g_str_has_prefix(htol_site_label_fits(arena, label, function), "its function was passed through: "));
}

static void test_left_alone(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = sample(arena);
    function->conditions[0].state = HTOL_CONDITION_ALONE;
    g_assert_cmpstr(htol_site_label_fits(arena, sample_label(arena, "label L at f@decision 0 : d;"), function), ==,
                    "nothing may be inserted into its text");
}

/* A column of three conditions' environments and the variable of a script that it is. */
static void test_variables(void)
{
    static const char *const labels[] = {"d",          "c1",         "c2",           "c3",           "active(c1)",
                                         "active(c2)", "active(c3)", "inactive(c1)", "inactive(c2)", "inactive(c3)"};
    g_autoptr(HtolArena) arena = htol_arena_new();
    for (guint32 i = 0; i < G_N_ELEMENTS(labels); i++) {
        g_autofree char *source = g_strdup_printf("label L at f@decision 0 : %s;", labels[i]);
        g_assert_cmpuint(htol_site_variable(i, 3), ==, sample_label(arena, source)->of_site->variable);
    }
}

/* Relations
 * -----------------------------------------------------------------------------------------------------------
 */

/* What was recorded of `a && b`: that a = F, and that a = b = T; the arm 1; the second flow, not along its
 * path. */
static HtolObserved *observed_new(HtolArena *arena)
{
    static const guint8 rows[][3] = {{F, F, U}, {T, T, T}};
    HtolFunction *function = sample(arena);
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        sample_function_record(function, 0, rows[i], slots);
    slots[function->arms[1].slot] = 1;
    slots[function->flows[1].slot] = 1;
    sample_function_walk(function, (guint32[]){0, 1, 2}, 3, slots);
    return htol_observed_new(arena, function, slots);
}

static char *relation_text(const HtolRelation *relation)
{
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < relation->rows; i++) {
        g_string_append(text, i == 0 ? "" : "; ");
        for (guint k = 0; k < relation->columns; k++) {
            g_string_append(text, k == 0 ? "" : " ");
            htol_value_print(relation->values[i * relation->columns + k], text);
        }
    }
    g_string_append_printf(text, " (%u of %u)", (guint)relation->rows, relation->columns);
    return g_string_free(text, FALSE);
}

static void check_relation(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolLabelDecl *label = sample_label(arena, pair[0]);
    g_autofree char *text = relation_text(htol_site_relation(arena, label, observed_new(arena)));
    g_assert_cmpstr(text, ==, pair[1]);
}

/* Unknown is 2 as a value, and no predicate is true of it. */
static const char *const relations[][2] = {
    {"label L at f@decision 0 { o = d, x = c1, y = c2 } : true;", "0 0 2; 1 1 1 (2 of 3)"},
    {"label L at f@decision 0 { y = c2 } : !c1;", "2 (1 of 1)"},
    {"label L at f@decision 0 { y = c2 } : c2 || !c2;", "1 (1 of 1)"},
    {"label L at f@decision 0 { y = c2 } : c2 == 2;", " (0 of 1)"},
    {"label L at f@decision 0 { y = c2 } : c1 + c2 == 2;", "1 (1 of 1)"},
    {"label L at f@decision 0 { y = c2 } : c1 + 1 == 1;", "2 (1 of 1)"},
    {"label L at f@decision 0 { y = c2 } : d == c1 && 1 / c1 > 0;", "1 (1 of 1)"},
    {"label L at f@decision 0 { a = active(c1), b = active(c2), i = inactive(c1), j = inactive(c2) } : true;",
     "1 2 1 2; 1 1 0 0 (2 of 4)"},
    {"label L at f@decision 0 { x = c1 } : inactive(c1);", "0 (1 of 1)"},
    {"label L at f@decision 0 : c1 < d;", " (0 of 0)"},
    {"label L at f@decision 0 : d;", " (1 of 0)"},
    {"label L at f@decision 0 : false;", " (0 of 0)"},
    {"label L at f@block 0 : true;", " (0 of 0)"},
    {"label L at f@block 1 : true;", " (1 of 0)"},
    {"label L at f@block 1 : 0;", " (0 of 0)"},
    {"label L at f@arm 0 : true;", " (0 of 0)"},
    {"label L at f@arm 1 : true;", " (1 of 0)"},
    {"label L at f@path 0 1 2 : true;", " (1 of 0)"},
    {"label L at f@path 0 1 3 : true;", " (0 of 0)"},
    {"label L at f@flow 0 : true;", " (0 of 0)"},
    {"label L at f@flow 1 : true;", " (1 of 0)"},
    {"label L at f@flow_path 0 : true;", " (0 of 0)"},
};

/* Calls
 * -----------------------------------------------------------------------------------------------------------
 */

/* A direct call that is recorded, one that is not, and one through a pointer to `a` or `b`. */
static const HtolFunction *calling(HtolArena *arena, guint32 recorded)
{
    static HtolRowTerm term = {HTOL_TERM_SLOT, 0};
    static HtolRowCallee callees[] = {{"a"}, {"b"}};
    static HtolRowCall calls[] = {{.text = "g", .callee = "g", .terms = 1},
                                  {.text = "h", .callee = "h"},
                                  {.text = "p", .callee = "", .source = 1, .callees = 2}};
    HtolFunction *function = sample_function_end(sample_function_new(arena, "f"));
    function->row.recorded = recorded;
    function->n_terms = 1;
    function->terms = &term;
    function->n_callees = G_N_ELEMENTS(callees);
    function->callees = callees;
    function->n_calls = G_N_ELEMENTS(calls);
    function->calls = calls;
    return function;
}

static void check_calls(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolLabelDecl *label = sample_label(arena, pair[0]);
    g_assert_cmpstr(htol_site_label_fits(arena, label, calling(arena, HTOL_RECORDS_CALLS)), ==, pair[1]);
    g_assert_cmpstr(htol_site_label_fits(arena, label, calling(arena, 0)), ==,
                    "calls of f are not recorded: see --criteria of hlcov cc");
}

static const char *const calls[][2] = {
    {"label L at f@call 0 : true;", NULL},
    {"label L at f@call 0 : c1;", "call 0 of f has no c1: 0 functions are known that it may call"},
    {"label L at f@call 1 : true;", "nothing may be inserted at its call"},
    {"label L at f@call 2 { x = c1 } : c2;", NULL},
    {"label L at f@call 2 : c3;", "call 2 of f has no c3: 2 functions are known that it may call"},
    {"label L at f@call 3 : true;", "f has no call 3: the last is 2"},
};

/* What it called is known for the first, unknown for the second. */
static void test_relation_of_calls(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    static const guint64 words[][2] = {{4, 1}, {4, 2}};
    const HtolTuple tuples[] = {{0, 1, words[0]}, {0, 1, words[1]}};
    HtolRecorded recorded = {.function = calling(arena, HTOL_RECORDS_CALLS),
                             .slots = (const guint8[8]){1},
                             .n_tuples = 2,
                             .tuples = tuples,
                             .callees = (const char *const[]){"b", NULL}};
    HtolObserved *observed = htol_observed_of(arena, &recorded);
    const HtolLabelDecl *both = sample_label(arena, "label L at f@call 2 { x = c1, y = c2 } : true;");
    const HtolRelation *relation = htol_site_relation(arena, both, observed);
    g_assert_cmpuint(relation->rows, ==, 2);
    g_assert_cmpint(relation->values[0].s, ==, F);
    g_assert_cmpint(relation->values[1].s, ==, T);
    g_assert_cmpint(relation->values[3].s, ==, F);
    const HtolLabelDecl *direct = sample_label(arena, "label L at f@call 0 : true;");
    g_assert_cmpuint(htol_site_relation(arena, direct, observed)->rows, ==, 1);
}

static void add_cases(const char *name, const char *const (*cases)[2], guint count, GTestDataFunc check)
{
    for (guint i = 0; i < count; i++) {
        g_autofree char *path = g_strdup_printf("/site/%s/%u", name, i + 1);
        g_test_add_data_func(path, cases[i], check);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/site/paths", test_paths);
    g_test_add_func("/site/places", test_places);
    g_test_add_func("/site/function-path", test_function_path);
    add_cases("fits", fits, G_N_ELEMENTS(fits), check_fits);
    g_test_add_func("/site/no-sites", test_no_sites);
    g_test_add_func("/site/left-alone", test_left_alone);
    g_test_add_func("/site/variables", test_variables);
    add_cases("relation", relations, G_N_ELEMENTS(relations), check_relation);
    add_cases("calls", calls, G_N_ELEMENTS(calls), check_calls);
    g_test_add_func("/site/relation-of-calls", test_relation_of_calls);
    return g_test_run();
}
