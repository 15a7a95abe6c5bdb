/* Suites against an oracle that tries every part of a small one: few tests that cover as much as all, how few
 * would be enough, and what each test is worth. */
#include "htol/tests/suite.h"

enum { ROUNDS = 3000, MOST_TESTS = 8, MOST_OBJECTIVES = 7, MOST_CHOICES = 4, MOST_SETS = 3 };

/* Objectives made at random, and what is known of them as bits of tests. */
typedef struct {
    HtolArena *arena;
    HtolTestSets *sets;
    guint n_tests, n_objectives;
    HtolWitnesses objectives[MOST_OBJECTIVES];
} Made;

static HtolTestSet random_set(const Made *made, GRand *random, gint often)
{
    HtolTestSet set = HTOL_NO_TESTS;
    for (guint32 i = 0; i < made->n_tests; i++)
        if (g_rand_int_range(random, 0, 10) < often)
            set = htol_test_set_either(made->sets, set, htol_test_set_of(made->sets, i));
    return set;
}

/* Without those that cover alone, as witnesses are; FALSE if a set is empty, or one test is in all. */
static gboolean random_choice(const Made *made, GRand *random, HtolTestSet alone, HtolTogether *choice)
{
    guint n = (guint)g_rand_int_range(random, 2, MOST_SETS + 1);
    HtolTestSet *sets = htol_arena_new0(made->arena, HtolTestSet, n);
    HtolTestSet in_all = htol_test_set_range(made->sets, 0, made->n_tests);
    *choice = (HtolTogether){n, sets};
    for (guint i = 0; i < n; i++) {
        sets[i] = htol_test_set_without(made->sets, random_set(made, random, 3), alone);
        in_all = htol_test_set_both(made->sets, in_all, sets[i]);
        if (sets[i] == HTOL_NO_TESTS)
            return FALSE;
    }
    return in_all == HTOL_NO_TESTS;
}

static HtolWitnesses random_objective(const Made *made, GRand *random)
{
    HtolTogether *choices = htol_arena_new0(made->arena, HtolTogether, MOST_CHOICES);
    HtolWitnesses witnesses = {.alone = random_set(made, random, g_rand_int_range(random, 0, 3)), .together = choices};
    for (gint i = g_rand_int_range(random, 0, MOST_CHOICES + 1); i-- > 0;)
        witnesses.n_together += random_choice(made, random, witnesses.alone, &choices[witnesses.n_together]);
    return witnesses;
}

static gboolean covers(const Made *made, const HtolWitnesses *witnesses, HtolTestSet tests)
{
    if (htol_test_set_meets(made->sets, witnesses->alone, tests))
        return TRUE;
    for (guint i = 0; i < witnesses->n_together; i++) {
        const HtolTogether *choice = &witnesses->together[i];
        guint k = 0;
        while (k < choice->n && htol_test_set_meets(made->sets, choice->sets[k], tests))
            k++;
        if (k == choice->n)
            return TRUE;
    }
    return FALSE;
}

static HtolTestSet everyone_but(const Made *made, guint32 test)
{
    HtolTestSet all = htol_test_set_range(made->sets, 0, made->n_tests);
    return htol_test_set_without(made->sets, all, htol_test_set_of(made->sets, test));
}

/* What witness.c would find. */
static void find_needed(const Made *made, HtolWitnesses *witnesses)
{
    for (guint32 i = 0; i < made->n_tests; i++)
        if (!covers(made, witnesses, everyone_but(made, i)))
            witnesses->needed = htol_test_set_either(made->sets, witnesses->needed, htol_test_set_of(made->sets, i));
}

static void make(Made *made, GRand *random)
{
    made->n_tests = (guint)g_rand_int_range(random, 1, MOST_TESTS + 1);
    made->sets = htol_test_sets_new(made->n_tests);
    HtolTestSet all = htol_test_set_range(made->sets, 0, made->n_tests);
    for (gint i = g_rand_int_range(random, 0, MOST_OBJECTIVES + 1); i-- > 0;) {
        HtolWitnesses *witnesses = &made->objectives[made->n_objectives];
        *witnesses = random_objective(made, random);
        find_needed(made, witnesses);
        made->n_objectives += covers(made, witnesses, all);
    }
}

static HtolSuite *suite_of(const Made *made)
{
    HtolSuite *suite = htol_suite_new(made->sets);
    for (guint i = 0; i < made->n_objectives; i++)
        htol_suite_add(suite, &made->objectives[i]);
    return suite;
}

static gboolean covers_all(const Made *made, HtolTestSet tests)
{
    for (guint i = 0; i < made->n_objectives; i++)
        if (!covers(made, &made->objectives[i], tests))
            return FALSE;
    return TRUE;
}

/* How many tests are enough. */
static guint32 find_enough(const Made *made)
{
    guint32 enough = made->n_tests;
    for (guint mask = 0; mask < 1u << made->n_tests; mask++) {
        HtolTestSet tests = HTOL_NO_TESTS;
        for (guint32 i = 0; i < made->n_tests; i++)
            if (mask >> i & 1)
                tests = htol_test_set_either(made->sets, tests, htol_test_set_of(made->sets, i));
        if (covers_all(made, tests))
            enough = MIN(enough, (guint32)__builtin_popcount(mask));
    }
    return enough;
}

static void check_subset(const Made *made, const HtolSubset *subset)
{
    guint32 size = htol_test_set_size(made->sets, subset->tests), enough = find_enough(made);
    g_assert_true(covers_all(made, subset->tests));
    g_assert_false(subset->partial);
    g_assert_cmpuint(subset->least, <=, enough);
    g_assert_cmpfloat(size, <=, MAX(subset->factor, 1) * enough + 1e-9);
    for (guint32 i = 0; i < made->n_tests; i++) {
        HtolTestSet one = htol_test_set_of(made->sets, i);
        if (htol_test_set_has(made->sets, subset->tests, i))
            g_assert_false(covers_all(made, htol_test_set_without(made->sets, subset->tests, one)));
    }
}

static gboolean is_in_choice(const Made *made, const HtolWitnesses *witnesses, guint32 test)
{
    for (guint i = 0; i < witnesses->n_together; i++)
        for (guint k = 0; k < witnesses->together[i].n; k++)
            if (htol_test_set_has(made->sets, witnesses->together[i].sets[k], test))
                return TRUE;
    return FALSE;
}

static void check_worth(const Made *made, guint32 test, const HtolWorth *worth)
{
    HtolWorth wanted = {0};
    for (guint i = 0; i < made->n_objectives; i++) {
        const HtolWitnesses *witnesses = &made->objectives[i];
        wanted.alone += covers(made, witnesses, htol_test_set_of(made->sets, test));
        wanted.together += is_in_choice(made, witnesses, test);
        wanted.needed += !covers(made, witnesses, everyone_but(made, test));
    }
    g_assert_cmpuint(worth->alone, ==, wanted.alone);
    g_assert_cmpuint(worth->together, ==, wanted.together);
    g_assert_cmpuint(worth->needed, ==, wanted.needed);
}

/* Without objectives no test is chosen. Whether the bounds say anything is counted: how often the subset is a
 * smallest one, and is known to be. */
static void test_random(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    guint known = 0, smallest = 0;
    for (guint round = 0; round < ROUNDS; round++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        Made made = {.arena = arena};
        make(&made, random);
        g_autoptr(HtolTestSets) sets = made.sets;
        g_autoptr(HtolSuite) suite = suite_of(&made);
        HtolSubset subset = htol_suite_minimal(suite);
        check_subset(&made, &subset);
        g_autofree HtolWorth *worth = htol_suite_worth(suite);
        for (guint32 i = 0; i < made.n_tests; i++)
            check_worth(&made, i, &worth[i]);
        known += htol_test_set_size(sets, subset.tests) == subset.least;
        smallest += htol_test_set_size(sets, subset.tests) == find_enough(&made);
    }
    g_test_message("%u of %d are smallest, %u are known to be", smallest, ROUNDS, known);
    g_assert_cmpuint(known, >, ROUNDS / 2);
    g_assert_cmpuint(smallest, >, ROUNDS * 9 / 10);
}

/* Two processes each add some objectives, and one takes what the other has, over sets that have other numbers there. */
static void check_shared(const Made *made, const HtolSubset *subset, const HtolWorth *worth)
{
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(made->n_tests);
    g_autoptr(HtolSuite) whole = htol_suite_new(sets);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    for (guint part = 0; part < 2; part++) {
        g_autoptr(HtolSuite) suite = htol_suite_new(made->sets);
        for (guint i = part; i < made->n_objectives; i += 2)
            htol_suite_add(suite, &made->objectives[i]);
        g_byte_array_set_size(bytes, 0);
        htol_suite_put(suite, bytes);
        HtolStream stream = {.at = bytes->data, .end = bytes->data + bytes->len};
        htol_suite_take(whole, &stream);
        g_assert_null(stream.wrong);
        g_assert_cmpuint(htol_stream_left(&stream), ==, 0);
    }
    HtolSubset same = htol_suite_minimal(whole);
    g_assert_cmpuint(same.n_sets, ==, subset->n_sets);
    g_assert_cmpuint(same.least, ==, subset->least);
    g_assert_cmpuint(htol_test_set_copy(sets, made->sets, subset->tests), ==, same.tests);
    g_autofree HtolWorth *taken = htol_suite_worth(whole);
    g_assert_cmpmem(taken, made->n_tests * sizeof *taken, worth, made->n_tests * sizeof *worth);
}

static void test_shared(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint round = 0; round < ROUNDS / 10; round++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        Made made = {.arena = arena};
        make(&made, random);
        g_autoptr(HtolTestSets) sets = made.sets;
        g_autoptr(HtolSuite) suite = suite_of(&made);
        HtolSubset subset = htol_suite_minimal(suite);
        g_autofree HtolWorth *worth = htol_suite_worth(suite);
        check_shared(&made, &subset, worth);
    }
}

/* So many pairs that not all can be multiplied out: the subset covers all the same. */
static void test_too_many(void)
{
    enum { PAIRS = 10 };
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(2 * PAIRS);
    g_autoptr(HtolSuite) suite = htol_suite_new(sets);
    HtolTestSet members[PAIRS][2];
    HtolTogether pairs[PAIRS];
    for (guint32 i = 0; i < PAIRS; i++) {
        members[i][0] = htol_test_set_of(sets, 2 * i);
        members[i][1] = htol_test_set_of(sets, 2 * i + 1);
        pairs[i] = (HtolTogether){2, members[i]};
    }
    htol_suite_add(suite, &(HtolWitnesses){.n_together = PAIRS, .together = pairs});
    HtolSubset subset = htol_suite_minimal(suite);
    g_assert_true(subset.partial);
    guint whole = 0;
    for (guint i = 0; i < PAIRS; i++)
        whole += htol_test_set_meets(sets, members[i][0], subset.tests) &&
                 htol_test_set_meets(sets, members[i][1], subset.tests);
    g_assert_cmpuint(whole, >, 0);
}

/* The test that hits most of six sets is chosen first, and the two that hit the rest do all it does. */
static void test_dropped(void)
{
    static const char *const members[] = {"013", "01", "02", "023", "1", "2"};
    g_autoptr(HtolTestSets) sets = htol_test_sets_new(4);
    g_autoptr(HtolSuite) suite = htol_suite_new(sets);
    for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
        HtolTestSet set = HTOL_NO_TESTS;
        for (const char *digit = members[i]; *digit; digit++)
            set = htol_test_set_either(sets, set, htol_test_set_of(sets, (guint32)g_ascii_digit_value(*digit)));
        htol_suite_add(suite, &(HtolWitnesses){.alone = set});
    }
    HtolSubset subset = htol_suite_minimal(suite);
    g_assert_true(subset.tests == htol_test_set_either(sets, htol_test_set_of(sets, 1), htol_test_set_of(sets, 2)));
    g_assert_cmpuint(subset.dropped, ==, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/suite/random", test_random);
    g_test_add_func("/suite/shared", test_shared);
    g_test_add_func("/suite/dropped", test_dropped);
    g_test_add_func("/suite/too-many", test_too_many);
    return g_test_run();
}
