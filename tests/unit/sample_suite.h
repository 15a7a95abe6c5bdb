/* Suites of tests for unit tests: a function, and at random what each of a few tests recorded of it. Nothing
 * is run. */
#ifndef TESTS_UNIT_SAMPLE_SUITE_H
#define TESTS_UNIT_SAMPLE_SUITE_H

#include "htol/judge/env.h"

enum { SAMPLE_MOST_TESTS = 6 };

typedef struct {
    HtolArena *arena;
    const HtolFunction *function;
    guint n_tests;
    guint n_tuples;
    HtolTuple *tuples;              /* that any test may have */
    guint8 *has[SAMPLE_MOST_TESTS]; /* of each slot, then of each tuple: whether the test recorded it */
} SampleSuite;

/* Tuples must be in the order of their sources. Of ten facts a test records about `often`. */
SampleSuite sample_suite(HtolArena *arena, const HtolFunction *function, const GArray *tuples);
void sample_suite_record(SampleSuite *suite, GRand *random, gint often);

/* What the tests in the bits of `mask` recorded together; `sets` (NULL: not) tell which recorded what. */
HtolRecorded *sample_suite_recorded(const SampleSuite *suite, guint mask, HtolTestSets *sets);

/* The set of the tests in the bits of the mask. */
HtolTestSet sample_suite_set(HtolTestSets *sets, guint mask);

/* Whether these tests cover what is asked about. */
typedef gboolean (*SampleCovers)(guint mask, gpointer data);

/* The smallest masks that cover, by asking about each mask of so many tests: fewer tests first, then in the
 * order of the tests. To be unreferenced. */
GArray *sample_suite_minimal(guint n_tests, SampleCovers covers, gpointer data);

#endif
