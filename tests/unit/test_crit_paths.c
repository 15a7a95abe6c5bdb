/* The criteria of paths and loops: their objectives of graphs by hand, and whether walks cover them. */
#include <string.h>

#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "htol/words/missing.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_graph.h"

enum { NO_CAP = 1 << 16 };

/* Two ways, one with a loop of three nodes, one with a loop of one node. */
static const char *const SEVEN = "0-1 0-4 1-2 1-5 2-3 3-1 4-4 4-6 5-6";

/* Of that graph, node 1 is a condition before a body of nodes 2 and 3, node 4 a body with its condition
 * behind. */
static const guint8 first_loop[] = {0, HTOL_LOOP_TESTS, HTOL_LOOP_BODY, HTOL_LOOP_BODY, 0, 0, 0};
static const guint8 second_loop[] = {0, 0, 0, 0, HTOL_LOOP_BODY, 0, 0};

static HtolFunction *seven(HtolArena *arena)
{
    const HtolLoopNodes loops[] = {{0, 1, first_loop}, {1, 4, second_loop}};
    const HtolGraph *graph = sample_graph_of(arena, SEVEN);
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    htol_paths_edge_pairs(graph, NO_CAP, set);
    htol_paths_prime(graph, NO_CAP, set);
    htol_paths_round_trips(graph, NO_CAP, set);
    htol_paths_basis(graph, NO_CAP, set);
    for (guint i = 0; i < G_N_ELEMENTS(loops); i++)
        htol_paths_loop(graph, &loops[i], NO_CAP, set);
    htol_path_set_add(set, (guint32[]){3, 1, 5, 6}, (HtolPath){.n_nodes = 4, .kinds = HTOL_PATH_SPECIFIED});
    htol_path_set_sort(set);
    sample_function_add_paths(sample, graph, set);
    for (guint i = 0; i < G_N_ELEMENTS(loops); i++)
        sample_function_add_loop(sample, &loops[i]);
    sample_function_add_unpathed(sample, HTOL_PATH_COMPLETE, HTOL_UNPATHED_LOOPS, 0);
    return sample_function_end(sample);
}

/* "ID", or "ID*" if it is covered, or "ID: why" if it cannot be judged. */
static char *verdicts(const HtolFunction *function, const char *criterion, const guint8 *slots)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolSelection selection;
    guint count;
    g_assert_true(htol_selection_parse(criterion, &selection, NULL));
    const HtolObjective *objectives = htol_expand(arena, function, &selection, &count);
    HtolObserved *observed = htol_observed_new(arena, function, slots);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < count; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", objectives[i].id);
        if (objectives[i].unmeasured)
            g_string_append_printf(text, ": %s", objectives[i].unmeasured);
        else if (htol_covered(objectives[i].hyper, observed))
            g_string_append_c(text, '*');
    }
    return g_string_free(text, FALSE);
}

typedef struct {
    const char *criterion, *expected;
} Case;

static void assert_cases(const HtolFunction *function, const guint8 *slots, const Case *cases, guint n)
{
    for (guint i = 0; i < n; i++) {
        g_autofree char *text = verdicts(function, cases[i].criterion, slots);
        g_assert_cmpstr(text, ==, cases[i].expected);
    }
}

/* Two activations: the first loop once round and left; the second one twice round, without coming to the end.
 */
static void test_verdicts(void)
{
    static const Case cases[] = {
        {"EPC", "0-1-2* 0-1-5 0-4-4* 0-4-6 1-2-3* 1-5-6* 2-3-1* 3-1-2 3-1-5* 4-4-4* 4-4-6"},
        {"PPC", "0-1-2-3* 0-1-5-6 0-4-6 1-2-3-1* 2-3-1-2 2-3-1-5-6* 3-1-2-3 4-4*"},
        {"CRTC", "1-2-3-1* 2-3-1-2 3-1-2-3 4-4*"},
        {"SRTC", "1* 2 3 4*"},
        {"BPC", "0-1-2-3-1-5-6* 0-1-5-6 0-4-4-6 0-4-6"},
        {"CPC", "function: not measured: loops, and so no end of paths"},
        {"SPC", "3-1-5-6*"},
        {"ELO", "l0* l1*"},
        {"SLO", "l0"},
        {"MLO", "l0 l1*"},
    };
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = seven(arena);
    guint8 *slots = htol_arena_alloc(arena, function->row.slots);
    sample_function_walk(function, (guint32[]){0, 1, 2, 3, 1, 5, 6}, 7, slots);
    sample_function_walk(function, (guint32[]){0, 4, 4, 4}, 4, slots);
    assert_cases(function, slots, cases, G_N_ELEMENTS(cases));
}

/* An activation ends where it ends: the next one does not go on with its path. */
static void test_activations(void)
{
    static const Case cases[] = {{"SLO", "l0*"}, {"MLO", "l0 l1"}, {"SRTC", "1 2 3 4"}};
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = seven(arena);
    guint8 *slots = htol_arena_alloc(arena, function->row.slots);
    sample_function_walk(function, (guint32[]){0, 1, 2, 3}, 4, slots);
    sample_function_walk(function, (guint32[]){0, 1, 5, 6}, 4, slots);
    sample_function_walk(function, (guint32[]){0, 4}, 2, slots);
    assert_cases(function, slots, cases, G_N_ELEMENTS(cases));
}

static void test_unmeasured(void)
{
    static const Case cases[] = {
        {"EPC", "function: not measured (4711 paths)"},
        {"PPC", "function: not measured (4712 paths or more)"},
        {"CPC", "function: not measured: some of its jumps lead to places that are not known"},
        {"BPC", "function: not measured: nothing can be inserted on some of its ways"},
        {"SRTC", ""}, /* there are none, whatever was recorded */
        {"CRTC", ""},
        {"ELO", ""},
        {"SPC", ""},
    };
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_paths(sample, sample_graph_of(arena, "0-1 0-2 1-3 2-3"), set);
    sample_function_add_unpathed(sample, HTOL_PATH_EDGE_PAIR, HTOL_UNPATHED_MANY, 4711);
    sample_function_add_unpathed(sample, HTOL_PATH_PRIME, HTOL_UNPATHED_UNCOUNTED, 4712);
    sample_function_add_unpathed(sample, HTOL_PATH_COMPLETE, HTOL_UNPATHED_JUMPS, 0);
    sample_function_add_unpathed(sample, HTOL_PATH_BASIS | HTOL_PATH_ROUND_TRIP | HTOL_PATH_ENTERED,
                                 HTOL_UNPATHED_HIDDEN, 0);
    const HtolFunction *function = sample_function_end(sample);
    guint8 *slots = htol_arena_alloc(arena, function->row.slots);
    assert_cases(function, slots, cases, G_N_ELEMENTS(cases));
}

/* Words
 * ---------------------------------------------------------------------------------------------------- */

static char *words_of(const char *criterion, guint index)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = seven(arena);
    HtolSelection selection;
    guint count;
    g_assert_true(htol_selection_parse(criterion, &selection, NULL));
    const HtolObjective *objective = &htol_expand(arena, function, &selection, &count)[index];
    const guint8 *slots = htol_arena_alloc(arena, function->row.slots);
    HtolObserved *observed = htol_observed_new(arena, function, slots);
    g_autofree char *words = htol_missing_words(htol_missing_new(arena, function, observed), objective);
    return g_strdup_printf("%u:%u %s: %s", objective->line, objective->column, objective->text, words);
}

static void test_words(void)
{
    g_autofree char *pair = words_of("EPC", 7), *trip = words_of("SRTC", 1), *loop = words_of("MLO", 0);
    g_assert_cmpstr(pair, ==, "103:3 lines 103 -> 101 -> 102: never in one call");
    g_assert_cmpstr(trip, ==, "102:3 back to line 102: never in one call; lines 102 -> 103 -> 101 -> 102 would do");
    g_assert_cmpstr(loop, ==, "200:5 loop0: never in one call; lines 103 -> 101 -> 102 would do");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/crit-paths/verdicts", test_verdicts);
    g_test_add_func("/crit-paths/activations", test_activations);
    g_test_add_func("/crit-paths/unmeasured", test_unmeasured);
    g_test_add_func("/crit-paths/words", test_words);
    return g_test_run();
}
