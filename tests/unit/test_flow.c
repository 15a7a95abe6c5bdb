/* Criteria over data flow, the facts beside them, and their words, on a function made by hand. */
#include <string.h>

#include "htol/expand/expansion.h"
#include "htol/expand/flow.h"
#include "htol/judge/eval.h"
#include "htol/judge/site.h"
#include "htol/words/missing.h"

/*  1 int f(int x)
 *  2 {
 *  3     int y, unset, t[3], w = 1;
 *  4     if (x > 0)                  node 0
 *  5         y = x;                  node 1
 *  6     x = y + y;                  node 2
 *  7     { int x = 3; }
 *  8     volatile int v = x;
 *  9     z = unset; t[v] = t[2];     z is a global that inc.h declares
 * 10     return x;
 * 11 }                               node 3: the exit
 *
 * Nothing ever defines unset; what x = 3 and w = 1 define is never read, but the address of w is taken. */
enum { X, Y, X2, V, UNSET, Z, ELEMENTS, CELLS, W };
enum { FIRST_FLOW = 1, FIRST_PATH = 20, LOST = 30, SLOTS };

static HtolRowFile files[] = {{"f.c", ""}, {"inc.h", ""}};

static HtolRowTerm terms[] = {{HTOL_TERM_SLOT, 0},
                              {HTOL_TERM_SLOT, FIRST_PATH},
                              {HTOL_TERM_SLOT, FIRST_PATH + 1},
                              {HTOL_TERM_SLOT, FIRST_PATH + 2},
                              {HTOL_TERM_SLOT, FIRST_PATH + 3}};

static HtolRowBlock blocks[] = {{.line = 3, .column = 5, .terms = 1}};

static HtolRowNode nodes[] = {{1, 0, 4, 5}, {0, 0, 5, 9}, {0, 0, 6, 5}, {0, 0, 11, 1}};

static HtolRowState states[] = {{.node = 0}, {.node = 1, .parent = 1}, {.node = 2, .parent = 1}, {.node = 2}};

static HtolRowPath paths[] = {{HTOL_PATH_FLOW, 2, 0}, {HTOL_PATH_FLOW, 3, 0}};

static HtolRowVariable variables[] = {
    [X] = {.name = "x", .kind = HTOL_VARIABLE_PARAMETER, .line = 1, .column = 11},
    [Y] = {.name = "y", .line = 3, .column = 9},
    [X2] = {.name = "x", .line = 7, .column = 11},
    [V] = {.name = "v", .line = 8, .column = 18, .unmeasured = HTOL_UNFLOWED_VOLATILE},
    [UNSET] = {.name = "unset", .line = 3, .column = 12},
    [Z] = {.name = "z", .kind = HTOL_VARIABLE_GLOBAL, .file = 1, .line = 2, .column = 5},
    [ELEMENTS] = {.name = "t[]", .shape = HTOL_SHAPE_ARRAY, .line = 3, .column = 19},
    [CELLS] = {.name = "t[]", .shape = HTOL_SHAPE_CELLS, .line = 3, .column = 19, .lost = 1 + LOST},
    [W] = {.name = "w", .aliased = 1, .line = 3, .column = 25}};

static HtolRowDefinition definitions[] = {
    {X, HTOL_DEFINITION_ENTRY, 0, 0, 1, 11, "x"},
    {X, HTOL_DEFINITION_ASSIGNMENT, 2, 0, 6, 5, "x = y + y"},
    {Y, HTOL_DEFINITION_ASSIGNMENT, 1, 0, 5, 9, "y = x"},
    {X2, HTOL_DEFINITION_INITIALIZER, 2, 0, 7, 11, "x = 3"},
    {Z, HTOL_DEFINITION_ENTRY, 0, 1, 2, 5, "z"},
    {Z, HTOL_DEFINITION_UNKNOWN, 0, 0, 9, 16, "g()"},
    {Z, HTOL_DEFINITION_ASSIGNMENT, 2, 0, 9, 5, "z = unset"},
    {ELEMENTS, HTOL_DEFINITION_ASSIGNMENT, 2, 0, 9, 16, "t[v] = t[2]"},
    {CELLS, HTOL_DEFINITION_ASSIGNMENT, 2, 0, 9, 16, "t[v] = t[2]"},
    {W, HTOL_DEFINITION_INITIALIZER, 0, 0, 3, 25, "w = 1"},
};

static HtolRowUse uses[] = {
    {X, HTOL_USE_PREDICATE, 0, 0, 4, 9, "x"},           {X, HTOL_USE_COMPUTATION, 1, 0, 5, 13, "x"},
    {X, HTOL_USE_COMPUTATION, 2, 0, 10, 12, "x"},       {Y, HTOL_USE_COMPUTATION, 2, 0, 6, 9, "y"},
    {Y, HTOL_USE_COMPUTATION, 2, 0, 6, 13, "y"},        {UNSET, HTOL_USE_COMPUTATION, 2, 0, 9, 9, "unset"},
    {Z, HTOL_USE_COMPUTATION, 2, 1, 8, 1, "z"},         {ELEMENTS, HTOL_USE_COMPUTATION, 2, 0, 9, 23, "t[2]"},
    {CELLS, HTOL_USE_COMPUTATION, 2, 0, 9, 23, "t[2]"},
};

/* Flow i has slot FIRST_FLOW + i. */
static HtolRowFlow flows[] = {
    {1, 0, 1},  {1, 1, 2},  {2, 2, 3},  /* x */
    {0, 3, 4},  {3, 3, 5},              /* y, at its first use in line 6 */
    {0, 4, 6},  {3, 4, 7},              /* at its second one */
    {0, 5, 8},                          /* unset */
    {5, 6, 9},  {6, 6, 10}, {7, 6, 11}, /* z */
    {0, 7, 12}, {8, 7, 13},             /* t[] */
    {0, 8, 14}, {9, 8, 15},             /* its cells */
};

static HtolRowFlowPath flow_paths[] = {{0, 0, 1, 1}, {1, 1, 4, 1}, {2, 1, 2, 2},  {4, 1, 4, 1},
                                       {6, 1, 4, 1}, {8, 1, 4, 1}, {10, 1, 4, 1}, {12, 1, 4, 1}};

/* Rows that the criteria do not write to. */
#define ROWS(part) .n_##part = G_N_ELEMENTS(part), .part = part
static HtolFunction function_f(void)
{
    return (HtolFunction){.row = {.name = "f",
                                  .hash = "",
                                  .line = 1,
                                  .column = 5,
                                  .slots = SLOTS,
                                  .recorded = HTOL_RECORDS_FLOWS | HTOL_RECORDS_PATHS},
                          ROWS(files),
                          ROWS(terms),
                          ROWS(blocks),
                          ROWS(nodes),
                          ROWS(states),
                          ROWS(paths),
                          ROWS(variables),
                          ROWS(definitions),
                          ROWS(uses),
                          ROWS(flows),
                          ROWS(flow_paths)};
}

/* Objectives
 * ---------------------------------------------------------------------------------------------------- */

static HtolObjective *expand(HtolArena *arena, const HtolFunction *function, const char *list, guint *count)
{
    HtolSelection selection;
    g_assert_true(htol_selection_parse(list, &selection, NULL));
    return htol_expand(arena, function, &selection, count);
}

static void check_objectives(const HtolFunction *function, const char *list, const char *wanted)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL);
    guint count;
    const HtolObjective *objectives = expand(arena, function, list, &count);
    for (guint i = 0; i < count; i++) {
        const HtolObjective *o = &objectives[i];
        g_string_append_printf(text, "%s %u:%u:%u `%s` ", o->id, o->file, o->line, o->column, o->text);
        if (o->hyper)
            htol_hyper_print(o->hyper, text);
        g_string_append_printf(text, "%s\n", o->unmeasured ? o->unmeasured : "");
    }
    g_assert_cmpstr(text->str, ==, wanted);
}

/* What reaches no use is none; nor what a call may have done. */
static void test_definitions(void)
{
    HtolFunction function = function_f();
    check_objectives(&function, "ADC",
                     "x:d0 0:1:11 `x as passed in` (flow 0) + (flow 1)\n"
                     "x:d1 0:6:5 `x defined in line 6` flow 2\n"
                     "y:d0 0:5:9 `y defined in line 5` (flow 4) + (flow 6)\n"
                     "z:d0 1:2:5 `z as at the entry` flow 8\n"
                     "z:d2 0:9:5 `z defined in line 9:5` flow 10\n"
                     "t[]:d0 0:9:16 `t[] defined in line 9` flow 12\n"
                     "v 0:8:18 `v` it is volatile or atomic\n");
    check_objectives(&function, "CADC", "t[]:d0 0:9:16 `t[] defined in line 9` flow 14\n");
}

static void test_uses(void)
{
    HtolFunction function = function_f();
    check_objectives(&function, "AUC",
                     "x:d0>u0 0:4:9 `x as passed in, tested in line 4` flow 0\n"
                     "x:d0>u1 0:5:13 `x as passed in, used in line 5` flow 1\n"
                     "x:d1>u2 0:10:12 `x defined in line 6, used in line 10` flow 2\n"
                     "y:d0>u0 0:6:9 `y defined in line 5, used in line 6:9` flow 4\n"
                     "y:d0>u1 0:6:13 `y defined in line 5, used in line 6:13` flow 6\n"
                     "z:d0>u0 1:8:1 `z as at the entry, used in line 8 of inc.h` flow 8\n"
                     "z:d2>u0 1:8:1 `z defined in line 9:5, used in line 8 of inc.h` flow 10\n"
                     "t[]:d0>u0 0:9:23 `t[] defined in line 9, used in line 9` flow 12\n"
                     "v 0:8:18 `v` it is volatile or atomic\n");
    check_objectives(&function, "CAUC", "t[]:d0>u0 0:9:23 `t[] defined in line 9, used in line 9` flow 14\n");
}

static void test_kinds_of_uses(void)
{
    HtolFunction function = function_f();
    guint all, computation, predicate;
    g_autoptr(HtolArena) arena = htol_arena_new();
    check_objectives(&function, "APUC",
                     "x:d0>u0 0:4:9 `x as passed in, tested in line 4` flow 0\n"
                     "v 0:8:18 `v` it is volatile or atomic\n");
    expand(arena, &function, "AUC", &all);
    expand(arena, &function, "ACUC", &computation);
    expand(arena, &function, "APUC", &predicate);
    g_assert_cmpuint(computation + predicate, ==, all + 1); /* the unmeasured variable is in both */
}

/* x's path from node 0 to node 2, and one of a single node. */
static void test_paths(void)
{
    HtolFunction function = function_f();
    check_objectives(&function, "ADUPC",
                     "x:d0>u0:0-2 0:4:9 `x as passed in, tested in line 4, by lines 4 -> 6` flow_path 0\n"
                     "x:d0>u1:2 0:5:13 `x as passed in, used in line 5, by line 6` flow_path 1\n"
                     "x:d1>u2:2 0:10:12 `x defined in line 6, used in line 10, by line 6` flow_path 2\n"
                     "y:d0>u0:2 0:6:9 `y defined in line 5, used in line 6:9, by line 6` flow_path 3\n"
                     "y:d0>u1:2 0:6:13 `y defined in line 5, used in line 6:13, by line 6` flow_path 4\n"
                     "z:d0>u0:2 1:8:1 `z as at the entry, used in line 8 of inc.h, by line 6` flow_path 5\n"
                     "z:d2>u0:2 1:8:1 `z defined in line 9:5, used in line 8 of inc.h, by line 6` flow_path 6\n"
                     "t[]:d0>u0:2 0:9:23 `t[] defined in line 9, used in line 9, by line 6` flow_path 7\n"
                     "v 0:8:18 `v` it is volatile or atomic\n");
}

static void test_no_paths(void)
{
    HtolRowUnpathed none[] = {{HTOL_PATH_PRIME, HTOL_UNPATHED_MANY, 9000},
                              {HTOL_PATH_FLOW | HTOL_PATH_BASIS, HTOL_UNPATHED_MANY, 70000}};
    HtolFunction function = function_f();
    function.n_unpathed = G_N_ELEMENTS(none);
    function.unpathed = none;
    check_objectives(&function, "ADUPC",
                     "function 0:1:5 `f` not measured (70000 paths)\n"
                     "v 0:8:18 `v` it is volatile or atomic\n");
    function.n_unpathed = 0;
    function.n_flow_paths--;
    check_objectives(&function, "ADUPC",
                     "x:d0>u0:0-2 0:4:9 `x as passed in, tested in line 4, by lines 4 -> 6` flow_path 0\n"
                     "x:d0>u1:2 0:5:13 `x as passed in, used in line 5, by line 6` flow_path 1\n"
                     "x:d1>u2:2 0:10:12 `x defined in line 6, used in line 10, by line 6` flow_path 2\n"
                     "y:d0>u0:2 0:6:9 `y defined in line 5, used in line 6:9, by line 6` flow_path 3\n"
                     "y:d0>u1:2 0:6:13 `y defined in line 5, used in line 6:13, by line 6` flow_path 4\n"
                     "z:d0>u0:2 1:8:1 `z as at the entry, used in line 8 of inc.h, by line 6` flow_path 5\n"
                     "z:d2>u0:2 1:8:1 `z defined in line 9:5, used in line 8 of inc.h, by line 6` flow_path 6\n"
                     "t[]:d0>u0 0:9:23 `t[] defined in line 9, used in line 9` not measured: at its definition or "
                     "its use nothing tells the path\n"
                     "v 0:8:18 `v` it is volatile or atomic\n");
}

static void test_not_recorded(void)
{
    HtolFunction function = function_f();
    guint count;
    g_autoptr(HtolArena) arena = htol_arena_new();
    function.row.recorded = 0;
    check_objectives(&function, "AUC", "function 0:1:5 `f` not recorded: name it in --criteria of hlcov cc\n");
    const HtolObjective *all = expand(arena, &function, "all", &count);
    for (guint i = 0; i < count; i++)
        g_assert_cmpint(all[i].criterion, <, HTOL_CRIT_adc);
}

/* Verdicts
 * ---------------------------------------------------------------------------------------------------- */

/* The ids of what is covered, or of what is not with what is missing, a line each. */
static char *judged(const char *list, const guint8 *slots, gboolean covered)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction function = function_f();
    HtolObserved *observed = htol_observed_new(arena, &function, slots);
    HtolMissing *missing = htol_missing_new(arena, &function, observed);
    GString *text = g_string_new(NULL);
    guint count;
    const HtolObjective *objectives = expand(arena, &function, list, &count);
    for (guint i = 0; i < count; i++) {
        if (!objectives[i].hyper || htol_covered(objectives[i].hyper, observed) != covered)
            continue;
        g_autofree char *words = covered ? g_strdup("") : htol_missing_words(missing, &objectives[i]);
        g_string_append_printf(text, "%s%s%s\n", objectives[i].id, covered ? "" : ": ", words);
    }
    return g_string_free(text, FALSE);
}

static void check_covered(const char *list, guint32 slot, const char *wanted)
{
    guint8 slots[SLOTS] = {0};
    slots[slot] = 1;
    g_autofree char *found = judged(list, slots, TRUE);
    g_assert_cmpstr(found, ==, wanted);
}

static void test_covered(void)
{
    check_covered("ADC,AUC,ACUC,APUC,CADC,CAUC", FIRST_FLOW, "x:d0\nx:d0>u0\nx:d0>u0\n");
    check_covered("ADC,AUC,ACUC,APUC,CADC,CAUC", FIRST_FLOW + 6, "y:d0\ny:d0>u1\ny:d0>u1\n");
    check_covered("ADC,AUC,ACUC,APUC,CADC,CAUC", FIRST_FLOW + 3, "");
    check_covered("ADC,AUC,ACUC,APUC,CADC,CAUC", FIRST_FLOW + 14, "t[]:d0\nt[]:d0>u0\n");
    check_covered("ADC,AUC,ADUPC", FIRST_PATH, "x:d0>u0:0-2\n");
    check_covered("ADC,AUC,ADUPC", FIRST_PATH + 2, "x:d1>u2:2\n"); /* the second of its terms */
}

static void check_missing(const char *list, const guint32 *set, const char *wanted)
{
    guint8 slots[SLOTS] = {0};
    for (; *set; set++)
        slots[*set] = 1;
    g_autofree char *found = judged(list, slots, FALSE);
    if (!strstr(found, wanted))
        g_assert_cmpstr(found, ==, wanted);
}

static void test_missing(void)
{
    check_missing("ADC", (const guint32[]){0},
                  "x:d0: none of the uses that it can reach was seen with it: tested in line 4, used in line 5\n");
    check_missing("AUC", (const guint32[]){0}, "x:d0>u0: the use was never seen\n");
    check_missing("AUC", (const guint32[]){FIRST_FLOW + 3, FIRST_FLOW + 6, 0},
                  "y:d0>u0: the use was only seen with y as nothing known has defined it\n");
    check_missing("AUC", (const guint32[]){FIRST_FLOW + 8, FIRST_FLOW + 9, 0},
                  "z:d2>u0: the use was only seen with z as at the entry, defined in line 9:16\n");
    check_missing("ADUPC", (const guint32[]){FIRST_FLOW, 0},
                  "x:d0>u0:0-2: the use was seen with it along other paths only\n");
    check_missing("ADUPC", (const guint32[]){FIRST_FLOW + 1, 0}, "x:d0>u0:0-2: the use was never seen\n");
    check_missing("CAUC", (const guint32[]){LOST, 0},
                  "t[]:d0>u0: the use was never seen; but more elements were live than there is room for: it may "
                  "be missing\n");
}

/* Facts
 * ---------------------------------------------------------------------------------------------------- */

static void check_facts(const guint32 *set, const char *wanted)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL);
    HtolFunction function = function_f();
    guint8 slots[SLOTS] = {0};
    guint count;
    for (; *set; set++)
        slots[*set] = 1;
    const HtolFlowFact *facts = htol_flow_facts(arena, htol_observed_new(arena, &function, slots), &count);
    for (guint i = 0; i < count; i++)
        g_string_append_printf(text, "%s %u:%u:%u %s\n", htol_flow_fact_names[facts[i].kind], facts[i].file,
                               facts[i].line, facts[i].column, facts[i].text);
    g_assert_cmpstr(text->str, ==, wanted);
}

/* What a global is given may be read elsewhere; what has its address taken may be set elsewhere. */
static void test_facts(void)
{
    check_facts((const guint32[]){0}, "unread 0:7:11 what x gets here is never read\n"
                                      "undefined 0:9:9 unset is read here, but nothing can have defined it\n");
    check_facts((const guint32[]){FIRST_FLOW + 5, FIRST_FLOW + 7, FIRST_FLOW + 9, FIRST_FLOW + 13, LOST, 0},
                "unset 0:6:13 y was read here before anything had defined it\n"
                "unread 0:7:11 what x gets here is never read\n"
                "unset 0:9:9 unset was read here before anything had defined it\n"
                "unset 0:9:23 t[] was read here before anything had defined it\n"
                "lost 0:3:19 more elements of t[] were live than there is room for: flows may be missing\n");
}

static void test_reasons(void)
{
    for (guint i = HTOL_FLOWED + 1; i < HTOL_UNFLOWED_REASONS; i++)
        g_assert_cmpstr(htol_unflowed_reason(i), !=, htol_unflowed_reason(HTOL_UNFLOWED_REASONS));
    g_assert_cmpstr(htol_unflowed_reason(HTOL_UNFLOWED_REASONS), ==, htol_unflowed_reason(HTOL_FLOWED));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/flow/definitions", test_definitions);
    g_test_add_func("/flow/uses", test_uses);
    g_test_add_func("/flow/kinds-of-uses", test_kinds_of_uses);
    g_test_add_func("/flow/paths", test_paths);
    g_test_add_func("/flow/no-paths", test_no_paths);
    g_test_add_func("/flow/not-recorded", test_not_recorded);
    g_test_add_func("/flow/covered", test_covered);
    g_test_add_func("/flow/missing", test_missing);
    g_test_add_func("/flow/facts", test_facts);
    g_test_add_func("/flow/reasons", test_reasons);
    return g_test_run();
}
