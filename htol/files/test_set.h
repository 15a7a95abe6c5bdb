/* Sets of tests, each kept once: equal sets are one number, so what the same tests recorded shares its set.
 * It knows nothing of what tests record. */
#ifndef HTOL_TEST_SET_H
#define HTOL_TEST_SET_H

#include <glib.h>

/* A set among an HtolTestSets. Numbers are given in the order in which sets are made, from 0, the empty one.
 */
typedef guint32 HtolTestSet;
enum { HTOL_NO_TESTS = 0 };

/* No test: where one is looked for in vain. */
#define HTOL_NO_TEST G_MAXUINT32

/* All sets of tests 0 to n_tests - 1 that were made; a bit for each test in each of them. */
typedef struct HtolTestSets HtolTestSets;
HtolTestSets *htol_test_sets_new(guint32 n_tests);
void htol_test_sets_free(HtolTestSets *sets);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtolTestSets, htol_test_sets_free)

/* Returns the number of tests that sets are made of: n_tests of htol_test_sets_new. */
guint32 htol_test_sets_tests(const HtolTestSets *sets);

/* Puts tests first to end - 1 into a set that is being made; takes that set, and begins another one, which is
 * empty. */
void htol_test_set_put(HtolTestSets *sets, guint32 first, guint32 end);
HtolTestSet htol_test_set_made(HtolTestSets *sets);

/* The set of tests first to end - 1, of one, and of all that are in `one` and in the other, in one of them,
 * in `one` only. What was asked before is looked up. */
HtolTestSet htol_test_set_range(HtolTestSets *sets, guint32 first, guint32 end);
HtolTestSet htol_test_set_of(HtolTestSets *sets, guint32 test);
HtolTestSet htol_test_set_both(HtolTestSets *sets, HtolTestSet one, HtolTestSet other);
HtolTestSet htol_test_set_either(HtolTestSets *sets, HtolTestSet one, HtolTestSet other);
HtolTestSet htol_test_set_without(HtolTestSets *sets, HtolTestSet one, HtolTestSet other);

/* Returns the set of the same tests that `set` of `from`, sets of as many tests, has; `from` may be `sets`. */
HtolTestSet htol_test_set_copy(HtolTestSets *sets, const HtolTestSets *from, HtolTestSet set);

/* Whether `test` is in the set; whether some test is in both sets. `test` must be less than the number of tests. */
gboolean htol_test_set_has(const HtolTestSets *sets, HtolTestSet set, guint32 test);
gboolean htol_test_set_meets(const HtolTestSets *sets, HtolTestSet one, HtolTestSet other);
/* Whether all of `one` are in the other. */
gboolean htol_test_set_within(const HtolTestSets *sets, HtolTestSet one, HtolTestSet other);
/* Returns how many tests are in the set. */
guint32 htol_test_set_size(const HtolTestSets *sets, HtolTestSet set);
/* The first test of the set that is not below `from`; HTOL_NO_TEST if there is none. */
guint32 htol_test_set_next(const HtolTestSets *sets, HtolTestSet set, guint32 from);

#endif
