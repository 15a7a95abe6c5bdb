/* Witnesses against an oracle that asks, of each part of a small suite, whether what its tests recorded
 * covers the objective; and sets of tests. */
#include <string.h>

#include "htol/base/layout.h"
#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "htol/tests/witness.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_suite.h"

enum { ROUNDS = 150, MOST_ATOMS = 4, NO_CAP = G_MAXINT32, ALL = 1000, TUPLES = 3 };

/* Sets
 * -----------------------------------------------------------------------------------------------------------
 */

static void test_sets(void)
{
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(200);
    HtolTestSet low = htol_test_set_range(sets, 0, 70), high = htol_test_set_range(sets, 60, 200);
    HtolTestSet both = htol_test_set_both(sets, low, high);
    g_assert_cmpuint(both, ==, htol_test_set_range(sets, 60, 70));
    g_assert_cmpuint(htol_test_set_either(sets, low, high), ==, htol_test_set_range(sets, 0, 200));
    g_assert_cmpuint(htol_test_set_without(sets, low, high), ==, htol_test_set_range(sets, 0, 60));
    g_assert_cmpuint(htol_test_set_without(sets, high, low), ==, htol_test_set_range(sets, 70, 200));
    g_assert_cmpuint(htol_test_set_without(sets, low, low), ==, HTOL_NO_TESTS);
    htol_test_set_put(sets, 3, 64);
    htol_test_set_put(sets, 0, 5);
    htol_test_set_put(sets, 64, 70);
    htol_test_set_put(sets, 7, 7);
    g_assert_cmpuint(htol_test_set_made(sets), ==, low);
    g_assert_cmpuint(htol_test_set_made(sets), ==, HTOL_NO_TESTS);
    g_assert_true(htol_test_set_within(sets, both, low) && !htol_test_set_within(sets, low, both));
    g_assert_cmpuint(htol_test_set_size(sets, high), ==, 140);
    g_assert_true(htol_test_set_has(sets, both, 69) && !htol_test_set_has(sets, both, 70));
    g_assert_true(htol_test_set_meets(sets, low, high));
    g_assert_false(htol_test_set_meets(sets, htol_test_set_of(sets, 199), low));
    g_assert_cmpuint(htol_test_set_next(sets, both, 0), ==, 60);
    g_assert_cmpuint(htol_test_set_next(sets, both, 65), ==, 65);
    g_assert_cmpuint(htol_test_set_next(sets, both, 70), ==, HTOL_NO_TEST);
    g_assert_cmpuint(htol_test_set_next(sets, high, 200), ==, HTOL_NO_TEST);
    g_assert_cmpuint(htol_test_set_next(sets, htol_test_set_of(sets, 64), 0), ==, 64);
    g_assert_cmpuint(htol_test_set_next(sets, HTOL_NO_TESTS, 0), ==, HTOL_NO_TEST);
}

/* Against the oracle
 * -----------------------------------------------------------------------------------------------------------
 */

static guint mask_of(const HtolWitness *witness)
{
    guint mask = 0;
    for (guint i = 0; i < witness->n; i++)
        mask |= 1u << witness->tests[i];
    return mask;
}

static guint mask_of_set(const HtolTestSets *sets, HtolTestSet set)
{
    guint mask = 0;
    for (guint32 i = htol_test_set_next(sets, set, 0); i != HTOL_NO_TEST; i = htol_test_set_next(sets, set, i + 1))
        mask |= 1u << i;
    return mask;
}

/* The tests that are a witness each; those that are in all witnesses. */
static void check_summary(const HtolTestSets *sets, const HtolWitnesses *witnesses, const GArray *wanted)
{
    guint alone = 0, needed = wanted->len > 0 ? G_MAXUINT : 0;
    for (guint i = 0; i < wanted->len; i++) {
        guint mask = g_array_index(wanted, guint, i);
        alone |= (mask & (mask - 1)) == 0 ? mask : 0;
        needed &= mask;
    }
    g_assert_cmphex(mask_of_set(sets, witnesses->alone), ==, alone);
    g_assert_cmphex(mask_of_set(sets, witnesses->needed), ==, needed);
    g_assert_false(witnesses->partial);
}

static void check_witnesses(HtolTestSets *sets, const HtolWitnesses *witnesses, const GArray *wanted)
{
    guint count, first;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolWitness *list = htol_witness_list(arena, sets, witnesses, ALL, &count);
    g_assert_cmpuint(count, ==, wanted->len);
    for (guint i = 0; i < count; i++)
        g_assert_cmphex(mask_of(&list[i]), ==, g_array_index(wanted, guint, i));
    const HtolWitness *few = htol_witness_list(arena, sets, witnesses, 2, &first);
    g_assert_cmpuint(first, ==, MIN(count, 2));
    for (guint i = 0; i < first; i++)
        g_assert_cmphex(mask_of(&few[i]), ==, mask_of(&list[i]));
    check_summary(sets, witnesses, wanted);
}

/* Criteria
 * -----------------------------------------------------------------------------------------------------------
 */

typedef struct {
    const SampleSuite *suite;
    const HtolHyper *hyper;
} Asked;

static gboolean covers(guint mask, gpointer data)
{
    const Asked *asked = data;
    HtolRecorded *recorded = sample_suite_recorded(asked->suite, mask, NULL);
    return htol_covered(asked->hyper, htol_observed_of(asked->suite->arena, recorded));
}

static void check_objective(const Asked *asked, HtolObserved *observed, GRand *random)
{
    HtolTestSets *sets = htol_observed_tests(observed);
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolWitnesses witnesses = htol_witnesses(arena, asked->hyper, observed);
    g_autoptr(GArray) wanted = sample_suite_minimal(asked->suite->n_tests, covers, (gpointer)asked);
    check_witnesses(sets, &witnesses, wanted);
    guint some = (guint)g_rand_int_range(random, 0, 1 << asked->suite->n_tests);
    g_assert_cmpint(htol_covered_by(asked->hyper, observed, sample_suite_set(sets, some)), ==,
                    covers(some, (gpointer)asked));
}

/* Decisions by ways and over the cap, a switch, and flows. */
static HtolFunction *random_function(HtolArena *arena, GRand *random)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    for (guint i = 0; i < 2; i++) {
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        guint32 cap = g_rand_int_range(random, 0, 3) ? NO_CAP : 1;
        sample_function_add_decision(sample, HTOL_DECISION_IF, text, cap);
    }
    sample_function_add_switch(sample, 2);
    sample_function_add_flows(sample, "x");
    HtolFunction *function = sample_function_end(sample);
    for (guint i = 0; i < function->n_decisions; i++)
        if (function->decisions[i].ways == 0)
            function->decisions[i].source = ++function->row.sources;
    return function;
}

/* Some are no vectors: two bits that are no truth. */
static GArray *random_vectors(HtolArena *arena, const HtolFunction *function, GRand *random)
{
    GArray *tuples = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
    for (guint32 i = 0; i < TUPLES * function->row.sources; i++) {
        guint64 *words = htol_arena_new0(arena, guint64, 2);
        words[0] = HTOL_TUPLE_VECTOR;
        words[1] = g_rand_int_range(random, 0, 1 << 2 * MOST_ATOMS);
        const HtolTuple tuple = {i / TUPLES, 1, words};
        g_array_append_val(tuples, tuple);
    }
    return tuples;
}

static void check_function(HtolArena *arena, GRand *random)
{
    HtolSelection selection;
    guint count;
    const HtolFunction *function = random_function(arena, random);
    g_autoptr(GArray) tuples = random_vectors(arena, function, random);
    SampleSuite suite = sample_suite(arena, function, tuples);
    gint often = g_rand_int_range(random, 1, 6), n_tests = g_rand_int_range(random, 2, SAMPLE_MOST_TESTS);
    for (gint i = 0; i < n_tests; i++)
        sample_suite_record(&suite, random, often);
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(suite.n_tests);
    HtolObserved *observed = htol_observed_of(arena, sample_suite_recorded(&suite, G_MAXUINT, sets));
    g_assert_true(htol_selection_parse("all", &selection, NULL));
    const HtolObjective *objectives = htol_expand(arena, function, &selection, &count);
    for (guint i = 0; i < count; i++)
        if (objectives[i].hyper)
            check_objective(&(Asked){&suite, objectives[i].hyper}, observed, random);
}

static void test_criteria(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < ROUNDS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        check_function(arena, random);
    }
}

/* Sites that several facts can make an environment of, one of them enough; and those that have an environment
 * for each fact. */
static HtolFunction *function_of_sites(HtolArena *arena)
{
    static HtolRowTerm terms[] = {{.kind = HTOL_TERM_SLOT, .index = 0},
                                  {.kind = HTOL_TERM_SLOT, .index = 1},
                                  {.kind = HTOL_TERM_ARM, .index = 0}};
    static HtolRowBlock blocks[] = {{.first_term = 0, .terms = G_N_ELEMENTS(terms)}};
    static HtolRowArm arms[] = {{.slot = 2}};
    static HtolRowOperation operations[] = {{.slot = 3, .classes = 3}};
    static HtolRowState states[] = {{.slot = 7}, {.slot = 8, .fail = 1}, {.slot = 9, .fail = 2}};
    static HtolRowPath paths[] = {{.state = 0}};
    static HtolRowCall calls[] = {{.source = 2}};
    HtolFunction *function = htol_arena_new0(arena, HtolFunction, 1);
    *function = (HtolFunction){.row = {.name = "f", .slots = 9, .sources = 2},
                               .terms = terms,
                               .blocks = blocks,
                               .arms = arms,
                               .operations = operations,
                               .n_states = G_N_ELEMENTS(states),
                               .states = states,
                               .paths = paths,
                               .calls = calls};
    return function;
}

static GArray *random_calls(HtolArena *arena)
{
    GArray *tuples = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
    for (guint32 i = 0; i < 2 * TUPLES; i++) {
        guint64 *words = htol_arena_new0(arena, guint64, 2);
        words[0] = HTOL_TUPLE_CODE;
        words[1] = i;
        const HtolTuple tuple = {i / TUPLES, 1, words};
        g_array_append_val(tuples, tuple);
    }
    return tuples;
}

static void check_sites(HtolArena *arena, GRand *random)
{
    const HtolHyper *block = htol_label(arena, (HtolSite){HTOL_SITE_BLOCK, 0}, NULL);
    const HtolHyper *path = htol_label(arena, (HtolSite){HTOL_SITE_PATH, 0}, NULL);
    const HtolHyper *call = htol_label(arena, (HtolSite){HTOL_SITE_CALL, 0}, NULL);
    const HtolHyper *first = htol_label(arena, (HtolSite){HTOL_SITE_OPERATION, 0}, htol_class(arena, 0));
    const HtolHyper *last = htol_label(arena, (HtolSite){HTOL_SITE_OPERATION, 0}, htol_class(arena, 2));
    const HtolHyper *asked[] = {block,
                                path,
                                call,
                                first,
                                htol_conjunction(arena, first, last),
                                htol_conjunction(arena, block, htol_conjunction(arena, path, call))};
    g_autoptr(GArray) tuples = random_calls(arena);
    SampleSuite suite = sample_suite(arena, function_of_sites(arena), tuples);
    for (guint i = 0; i < SAMPLE_MOST_TESTS - 1; i++)
        sample_suite_record(&suite, random, 2);
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(suite.n_tests);
    HtolObserved *observed = htol_observed_of(arena, sample_suite_recorded(&suite, G_MAXUINT, sets));
    for (guint i = 0; i < G_N_ELEMENTS(asked); i++)
        check_objective(&(Asked){&suite, asked[i]}, observed, random);
}

static void test_sites(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < ROUNDS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        check_sites(arena, random);
    }
}

/* Users
 * -----------------------------------------------------------------------------------------------------------
 */

/* A file with labels A, B, C of one value, P of none, and a sequence. A lies in two places. */
typedef struct {
    SampleSuite suite;
    HtolTestSets *sets;
    guint objective; /* that is asked about */
} UserSuite;

#define SCRIPT                                                                                                         \
    "label A at a.c:1 { a = x } : 1; label B at a.c:2 { b = x } : 1; label C at a.c:3 { c = x } : 1;\n"                \
    "label P at a.c:5 : 1;\n"                                                                                          \
    "hyper Same : < A . B | a == b >; hyper Other : < A . A' | a < a' >;\n"                                            \
    "hyper Three : < A . B . C | a != b && b != c && a != c >;\n"                                                      \
    "hyper Chain : < A . B . C | a + b == c >; hyper Either : < A . C | a == c > + < B . P | b > 1 >;\n"               \
    "hyper Apart : P . A . B; hyper Run : < [ A --> B ] . C | a <= c && b <= c >;\n"                                   \
    "hyper Four : < A . A' . B . C | a == a' && b != c >;\n"

static const HtolUserObjective *judge(HtolArena *arena, const HtolRecorded *recorded, guint *count)
{
    static const HtolRowScript row = {
        .path = "s.htol", .hash = "", .line = 1, .column = 1, .kind = HTOL_SCRIPT_FILE, .text = SCRIPT, .file = ""};
    g_autoptr(HtolUsers) users = htol_users_new(arena);
    htol_users_add_script(users, &row);
    htol_users_add_function(users, recorded);
    HtolUserVerdicts verdicts = htol_users_judge(users);
    *count = verdicts.n_objectives;
    return verdicts.objectives;
}

static gboolean user_covers(guint mask, gpointer data)
{
    const UserSuite *users = data;
    guint count;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolUserObjective *objectives = judge(arena, sample_suite_recorded(&users->suite, mask, NULL), &count);
    g_assert_cmpstr(objectives[users->objective].unmeasured, ==, NULL);
    return objectives[users->objective].verdict.covered;
}

static HtolFunction *user_function(HtolArena *arena)
{
    static HtolRowFile file = {.path = "a.c", .hash = ""};
    static const char *const names[] = {"A", "B", "C", "A", "P"};
    HtolFunction *function = htol_arena_new0(arena, HtolFunction, 1);
    *function = (HtolFunction){.row = {.name = "f", .slots = G_N_ELEMENTS(names) + 2, .sources = 5},
                               .n_files = 1,
                               .files = &file,
                               .n_labels = G_N_ELEMENTS(names),
                               .labels = htol_arena_new0(arena, HtolRowLabel, G_N_ELEMENTS(names)),
                               .n_sequences = 1,
                               .sequences = htol_arena_new0(arena, HtolRowSequence, 1)};
    for (guint32 i = 0; i < G_N_ELEMENTS(names); i++)
        function->labels[i] = (HtolRowLabel){.script = "s.htol",
                                             .name = names[i],
                                             .line = i + 1,
                                             .slot = i,
                                             .source = i < 4 ? i + 1 : 0,
                                             .values = i < 4,
                                             .tag = ""};
    function->sequences[0] = (HtolRowSequence){
        .script = "s.htol", .name = "[ A --> B ]", .slot = 5, .overflow = 6, .source = 5, .values = 2};
    return function;
}

static GArray *random_values(HtolArena *arena, GRand *random)
{
    GArray *tuples = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
    for (guint32 source = 0; source < 5; source++) {
        guint32 n_values = source == 4 ? 2 : 1;
        for (guint k = 0; k < TUPLES; k++) {
            guint64 *words = htol_arena_new0(arena, guint64, 2 * n_values);
            for (guint i = 0; i < n_values; i++) {
                words[2 * i] = HTOL_TUPLE_SIGNED;
                words[2 * i + 1] = k == 0 ? 0 : g_rand_int_range(random, 0, 4);
            }
            const HtolTuple tuple = {source, n_values, words};
            g_array_append_val(tuples, tuple);
        }
    }
    return tuples;
}

static void check_users(HtolArena *arena, GRand *random)
{
    guint count;
    g_autoptr(GArray) tuples = random_values(arena, random);
    UserSuite users = {.suite = sample_suite(arena, user_function(arena), tuples)};
    gint often = g_rand_int_range(random, 1, 6), n_tests = g_rand_int_range(random, 2, SAMPLE_MOST_TESTS);
    for (gint i = 0; i < n_tests; i++)
        sample_suite_record(&users.suite, random, often);
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(users.suite.n_tests);
    const HtolUserObjective *objectives = judge(arena, sample_suite_recorded(&users.suite, G_MAXUINT, sets), &count);
    g_assert_cmpuint(count, ==, 8);
    for (users.objective = 0; users.objective < count; users.objective++) {
        const HtolUserObjective *objective = &objectives[users.objective];
        HtolWitnesses witnesses = htol_user_witnesses(arena, sets, objective);
        g_autoptr(GArray) wanted = sample_suite_minimal(users.suite.n_tests, user_covers, &users);
        check_witnesses(sets, &witnesses, wanted);
        guint some = (guint)g_rand_int_range(random, 0, 1 << n_tests);
        g_assert_cmpint(htol_user_covered_by(sets, objective, sample_suite_set(sets, some)), ==,
                        user_covers(some, &users));
    }
}

static void test_users(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < ROUNDS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        check_users(arena, random);
    }
}

/* Bounds
 * -----------------------------------------------------------------------------------------------------------
 */

/* A decision of ten conditions, of which each way was taken by a test of its own: too many pairs to ask about
 * all. What is told is right all the same. */
static void test_too_many(void)
{
    enum { TESTS = 1024 };
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(TESTS);
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && b && c && d && e && f && g && h && i && j", 1);
    HtolFunction *function = sample_function_end(sample);
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    HtolTestSet *none = htol_arena_new0(arena, HtolTestSet, function->row.slots), tests[TESTS];
    HtolTuple tuples[TESTS];
    guint64 words[TESTS][2];
    for (guint i = 0; i < TESTS; i++) {
        words[i][0] = HTOL_TUPLE_VECTOR, words[i][1] = 0;
        for (guint c = 0; c < 10; c++)
            words[i][1] |= (guint64)(i >> c & 1) << 2 * c;
        tuples[i] = (HtolTuple){0, 1, words[i]};
        tests[i] = htol_test_set_of(sets, i);
    }
    function->decisions[0].source = function->row.sources = 1;
    HtolRecorded recorded = {.function = function,
                             .slots = slots,
                             .n_tuples = TESTS,
                             .tuples = tuples,
                             .tests = sets,
                             .slot_tests = none,
                             .tuple_tests = tests};
    HtolObserved *observed = htol_observed_of(arena, &recorded);
    const HtolSite site = {HTOL_SITE_DECISION, 0};
    const HtolHyper *one = htol_label_with(arena, site, NULL, &(HtolSiteBinding){"o", 0}, 1);
    const HtolHyper *other = htol_label_with(arena, site, NULL, &(HtolSiteBinding){"o'", 0}, 1);
    HtolExpr *left = htol_arena_memdup(arena, htol_variable(arena, 0), sizeof *left), *right;
    right = htol_arena_memdup(arena, left, sizeof *left);
    left->name = "o", right->name = "o'";
    const HtolHyper *pair =
        htol_guarded(arena, htol_conjunction(arena, one, other), htol_binary(arena, HTOL_OP_NE, left, right));
    HtolWitnesses witnesses = htol_witnesses(arena, pair, observed);
    g_assert_true(witnesses.partial);
    g_assert_cmpuint(witnesses.alone, ==, HTOL_NO_TESTS);
    g_assert_cmpuint(witnesses.needed, ==, htol_test_set_of(sets, TESTS - 1));
    guint count;
    const HtolWitness *list = htol_witness_list(arena, sets, &witnesses, 8, &count);
    g_assert_cmpuint(count, >, 0);
    for (guint i = 0; i < count; i++) {
        g_assert_cmpuint(list[i].n, ==, 2);
        g_assert_cmpuint(list[i].tests[1], ==, TESTS - 1);
    }
}

/* So many environments that few questions may be asked, each about all. */
static void test_many_environments(void)
{
    enum { TESTS = 1000, CALLS = 40000 };
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(TESTS);
    const HtolFunction *function = function_of_sites(arena);
    HtolTestSet *tests = htol_arena_new0(arena, HtolTestSet, CALLS);
    HtolTuple *tuples = htol_arena_new0(arena, HtolTuple, CALLS);
    for (guint i = 0; i < CALLS; i++) {
        tuples[i] = (HtolTuple){1, 1, NULL};
        tests[i] = htol_test_set_of(sets, i % TESTS);
    }
    HtolRecorded recorded = {
        .function = function, .n_tuples = CALLS, .tuples = tuples, .tests = sets, .tuple_tests = tests};
    const HtolHyper *call = htol_label(arena, (HtolSite){HTOL_SITE_CALL, 0}, NULL);
    HtolWitnesses witnesses = htol_witnesses(arena, call, htol_observed_of(arena, &recorded));
    guint32 alone = htol_test_set_size(sets, witnesses.alone);
    g_assert_true(witnesses.partial);
    g_assert_cmpuint(alone, >, 0);
    g_assert_cmpuint(alone, <=, HTOL_MOST_LOOKED_AT / CALLS);
    g_assert_cmpuint(witnesses.needed, ==, HTOL_NO_TESTS);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/witness/sets", test_sets);
    g_test_add_func("/witness/criteria", test_criteria);
    g_test_add_func("/witness/sites", test_sites);
    g_test_add_func("/witness/users", test_users);
    g_test_add_func("/witness/too-many", test_too_many);
    g_test_add_func("/witness/many-environments", test_many_environments);
    return g_test_run();
}
