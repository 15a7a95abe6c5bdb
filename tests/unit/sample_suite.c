/* Makes suites of tests, and tries all of their parts; see sample_suite.h. */
#include "tests/unit/sample_suite.h"

#include <string.h>

SampleSuite sample_suite(HtolArena *arena, const HtolFunction *function, const GArray *tuples)
{
    SampleSuite suite = {.arena = arena, .function = function, .n_tuples = tuples->len};
    suite.tuples = htol_arena_memdup(arena, tuples->data, tuples->len * sizeof(HtolTuple));
    return suite;
}

void sample_suite_record(SampleSuite *suite, GRand *random, gint often)
{
    guint facts = suite->function->row.slots + suite->n_tuples;
    guint8 *has = suite->has[suite->n_tests++] = htol_arena_new0(suite->arena, guint8, facts);
    for (guint i = 0; i < facts; i++)
        has[i] = g_rand_int_range(random, 0, 10) < often;
}

/* The tests of the mask that recorded the fact. */
static guint tests_of(const SampleSuite *suite, guint mask, guint fact)
{
    guint tests = 0;
    for (guint i = 0; i < suite->n_tests; i++)
        tests |= (mask >> i & 1 && suite->has[i][fact]) << i;
    return tests;
}

HtolTestSet sample_suite_set(HtolTestSets *sets, guint mask)
{
    HtolTestSet set = HTOL_NO_TESTS;
    for (guint i = 0; i < SAMPLE_MOST_TESTS; i++)
        if (mask >> i & 1)
            set = htol_test_set_either(sets, set, htol_test_set_of(sets, i));
    return set;
}

HtolRecorded *sample_suite_recorded(const SampleSuite *suite, guint mask, HtolTestSets *sets)
{
    guint32 n_slots = suite->function->row.slots;
    HtolRecorded *recorded = htol_arena_new0(suite->arena, HtolRecorded, 1);
    guint8 *slots = htol_arena_new0(suite->arena, guint8, n_slots);
    HtolTuple *tuples = htol_arena_new0(suite->arena, HtolTuple, suite->n_tuples);
    HtolTestSet *slot_tests = htol_arena_new0(suite->arena, HtolTestSet, n_slots);
    HtolTestSet *tuple_tests = htol_arena_new0(suite->arena, HtolTestSet, suite->n_tuples);
    for (guint i = 0; i < n_slots; i++) {
        guint tests = tests_of(suite, mask, i);
        slots[i] = tests > 0;
        slot_tests[i] = sets ? sample_suite_set(sets, tests) : HTOL_NO_TESTS;
    }
    *recorded = (HtolRecorded){.function = suite->function,
                               .slots = slots,
                               .tuples = tuples,
                               .tests = sets,
                               .slot_tests = slot_tests,
                               .tuple_tests = tuple_tests};
    for (guint i = 0; i < suite->n_tuples; i++) {
        guint tests = tests_of(suite, mask, n_slots + i);
        if (tests == 0)
            continue;
        tuple_tests[recorded->n_tuples] = sets ? sample_suite_set(sets, tests) : HTOL_NO_TESTS;
        tuples[recorded->n_tuples++] = suite->tuples[i];
    }
    return recorded;
}

static gboolean has_part(const GArray *masks, guint mask)
{
    for (guint i = 0; i < masks->len; i++) {
        guint part = g_array_index(masks, guint, i);
        if ((part & mask) == part)
            return TRUE;
    }
    return FALSE;
}

/* The first test that is in one of them only is in the one that comes first. */
static gint compare_masks(gconstpointer left, gconstpointer right)
{
    guint one = *(const guint *)left, other = *(const guint *)right, differing = one ^ other;
    gint sizes = __builtin_popcount(one) - __builtin_popcount(other);
    if (sizes != 0 || differing == 0)
        return sizes;
    return one & differing & (~differing + 1) ? -1 : 1;
}

GArray *sample_suite_minimal(guint n_tests, SampleCovers covers, gpointer data)
{
    GArray *masks = g_array_new(FALSE, FALSE, sizeof(guint)), *minimal = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint mask = 1; mask < 1u << n_tests; mask++)
        g_array_append_val(masks, mask);
    g_array_sort(masks, compare_masks);
    for (guint i = 0; i < masks->len; i++) {
        guint mask = g_array_index(masks, guint, i);
        if (!has_part(minimal, mask) && covers(mask, data))
            g_array_append_val(minimal, mask);
    }
    g_array_unref(masks);
    return minimal;
}
