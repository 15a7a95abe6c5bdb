/* What hyperlabels need, written by users and made by criteria, and its words. What each criterion needs is
 * held against the literature by tests/tools/taxonomy.py. */
#include <string.h>

#include "htol/expand/taxonomy.h"
#include "htol/lang/parse.h"
#include "htol/lang/wellformed.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_graph.h"

#define LABELS "label L at a.c:3 : 1; label B at a.c:4 { x = a } : 1;\n"

typedef struct {
    const char *hyper;
    guint32 needs;
} Case;

static const Case cases[] = {
    {"L", 0},
    {"B", HTOL_NEEDS_BINDINGS},
    {"L . L'", HTOL_NEEDS_CONJUNCTION},
    {"L + L'", HTOL_NEEDS_DISJUNCTION},
    {"[ L -!B-> L' ]", HTOL_NEEDS_SEQUENCE},
    {"[ L --> B ]", HTOL_NEEDS_SEQUENCE | HTOL_NEEDS_BINDINGS},
    {"< B | x == 0 >", HTOL_NEEDS_GUARD | HTOL_NEEDS_BINDINGS},
    {"L + < B . B' | x == x' >",
     HTOL_NEEDS_DISJUNCTION | HTOL_NEEDS_CONJUNCTION | HTOL_NEEDS_GUARD | HTOL_NEEDS_BINDINGS},
    {"L . ([ L' --> L'' ] + L''')", HTOL_NEEDS_CONJUNCTION | HTOL_NEEDS_DISJUNCTION | HTOL_NEEDS_SEQUENCE},
};

static const HtolHyper *declared(HtolArena *arena, const char *hyper)
{
    const char *source = htol_arena_printf(arena, LABELS "hyper H : %s;", hyper);
    HtolText text = {{"a.htol", 1, 1}, source, strlen(source)};
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    g_assert_true(htol_parse_file(arena, &text, &script, &faults));
    g_assert_true(htol_wellformed(&script, &faults));
    return script.hypers->hyper;
}

static void test_users(gconstpointer data)
{
    const Case *row = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction none = {0};
    g_assert_cmpuint(htol_hyper_needs(&none, declared(arena, row->hyper)), ==, row->needs);
}

/* Facts of one event are no choice; real alternatives beside them are. */
static void test_facts(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = sample_function_end(sample_function_new(arena, "f"));
    const HtolHyper *label = htol_label(arena, (HtolSite){HTOL_SITE_BLOCK, 0}, NULL);
    const HtolHyper *fact = htol_either_fact(arena, label, label);
    g_assert_cmpuint(htol_hyper_needs(function, label), ==, 0);
    g_assert_cmpuint(htol_hyper_needs(function, fact), ==, 0);
    g_assert_cmpuint(htol_hyper_needs(function, htol_disjunction(arena, fact, label)), ==, HTOL_NEEDS_DISJUNCTION);
}

/* A criterion needs what any objective in any function needs; nothing is known of one that has none. */
static void test_derived(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && (b || c)", 1024);
    HtolFunction functions[] = {*sample_function_end(sample_function_new(arena, "g")), *sample_function_end(sample)};
    HtolTable table = {.n_functions = 1, .functions = functions};
    HtolTaxonomy taxonomy = {0};
    htol_taxonomy_add(&table, &taxonomy);
    g_assert_true(taxonomy.known[HTOL_CRIT_fc] && !taxonomy.known[HTOL_CRIT_racc]);
    table.n_functions = 2;
    htol_taxonomy_add(&table, &taxonomy);
    g_assert_true(taxonomy.known[HTOL_CRIT_racc] && !taxonomy.known[HTOL_CRIT_user]);
    g_assert_cmpuint(taxonomy.needs[HTOL_CRIT_racc], ==,
                     HTOL_NEEDS_CONJUNCTION | HTOL_NEEDS_GUARD | HTOL_NEEDS_BINDINGS);
    g_assert_cmpuint(taxonomy.needs[HTOL_CRIT_fc], ==, 0);
}

static guint32 needs_in(const HtolFunction *function, HtolCriterion criterion)
{
    HtolTaxonomy taxonomy = {0};
    HtolFunction functions[] = {*function};
    const HtolTable table = {.n_functions = 1, .functions = functions};
    htol_taxonomy_add(&table, &taxonomy);
    g_assert_true(taxonomy.known[criterion]);
    return taxonomy.needs[criterion];
}

/* A loop that is entered from nodes 1 and 2: its condition is node 3, its body one of the nodes 4 and 5. */
static HtolFunction *looping(HtolArena *arena)
{
    static const guint8 roles[] = {0, 0, 0, HTOL_LOOP_TESTS, HTOL_LOOP_BODY, HTOL_LOOP_BODY, 0};
    const HtolLoopNodes loop = {0, 3, roles};
    const HtolGraph *graph = sample_graph_of(arena, "0-1 0-2 1-3 2-3 3-4 3-5 4-3 5-3 3-6");
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    htol_paths_prime(graph, 100, set);
    htol_paths_round_trips(graph, 100, set);
    htol_paths_loop(graph, &loop, 100, set);
    htol_path_set_sort(set);
    sample_function_add_paths(sample, graph, set);
    sample_function_add_loop(sample, &loop);
    return sample_function_end(sample);
}

/* A path is a sequence. Round trips that begin at one node are a choice; ways into one loop are not. */
static void test_paths(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = looping(arena);
    g_assert_cmpuint(needs_in(function, HTOL_CRIT_ppc), ==, HTOL_NEEDS_SEQUENCE);
    g_assert_cmpuint(needs_in(function, HTOL_CRIT_crtc), ==, HTOL_NEEDS_SEQUENCE);
    g_assert_cmpuint(needs_in(function, HTOL_CRIT_srtc), ==, HTOL_NEEDS_SEQUENCE | HTOL_NEEDS_DISJUNCTION);
    g_assert_cmpuint(needs_in(function, HTOL_CRIT_elo), ==, HTOL_NEEDS_SEQUENCE);
    g_assert_cmpuint(needs_in(function, HTOL_CRIT_slo), ==, HTOL_NEEDS_SEQUENCE);
    g_assert_cmpuint(needs_in(function, HTOL_CRIT_mlo), ==, HTOL_NEEDS_SEQUENCE);
}

/* A flow is a sequence; one between elements of an array has an index at both ends. */
static void test_flows(void)
{
    const guint32 of_cells = HTOL_NEEDS_SEQUENCE | HTOL_NEEDS_GUARD | HTOL_NEEDS_BINDINGS;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolHyper *path = htol_label(arena, (HtolSite){HTOL_SITE_FLOW_PATH, 0}, NULL);
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_flows(sample, "x");
    HtolFunction *function = sample_function_end(sample);
    g_assert_cmpuint(needs_in(function, HTOL_CRIT_auc), ==, HTOL_NEEDS_SEQUENCE);
    g_assert_cmpuint(htol_hyper_needs(function, path), ==, HTOL_NEEDS_SEQUENCE);
    function->variables[0].shape = HTOL_SHAPE_CELLS;
    g_assert_cmpuint(needs_in(function, HTOL_CRIT_cauc), ==, of_cells);
    g_assert_cmpuint(htol_hyper_needs(function, path), ==, of_cells);
}

static void check_words(guint32 needs, const char *wanted)
{
    g_autofree char *text = htol_needs_text(needs);
    g_assert_cmpstr(text, ==, wanted);
}

static void test_words(void)
{
    check_words(0, "labels alone");
    check_words(HTOL_NEEDS_GUARD | HTOL_NEEDS_BINDINGS, "guard, bindings");
    check_words(HTOL_NEEDS_SEQUENCE | HTOL_NEEDS_DISJUNCTION, "sequence, disjunction (whole paths, choices)");
    check_words(HTOL_NEEDS_CONJUNCTION | HTOL_NEEDS_GUARD, "conjunction, guard (several runs)");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/taxonomy/users/%s", cases[i].hyper);
        g_test_add_data_func(path, &cases[i], test_users);
    }
    g_test_add_func("/taxonomy/facts", test_facts);
    g_test_add_func("/taxonomy/derived", test_derived);
    g_test_add_func("/taxonomy/paths", test_paths);
    g_test_add_func("/taxonomy/flows", test_flows);
    g_test_add_func("/taxonomy/words", test_words);
    return g_test_run();
}
