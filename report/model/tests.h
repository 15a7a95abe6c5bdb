/* Which tests recorded what, as sets of tests, and words for the tests that cover an objective. It reads no
 * files, and decides nothing. */
#ifndef REPORT_TESTS_H
#define REPORT_TESTS_H

#include "report/model/model.h"

/* Sets of the tests of the inputs, by their numbers, and of one more, without a name: what was recorded
 * outside of all tests. NULL if the inputs know of no test. */
HtolTestSets *report_tests_new(const ReportInputs *inputs);

/* Sets tests[i] of each slot of the unit, and of each of its tuples. What some test recorded is said to be
 * recorded by tests only, whether or not it was outside of tests, too. */
void report_tests_of_slots(HtolTestSets *sets, const ReportUnit *unit, HtolTestSet *tests);
void report_tests_of_tuples(HtolTestSets *sets, const ReportUnit *unit, HtolTestSet *tests);

/* The test's name, as it is shown; to be freed. */
char *report_test_name(const ReportModel *model, guint32 test);

/* The first witnesses of an objective, as htol_witness_list lists them, REPORT_MOST_WITNESSES at most; none
 * if it is not covered, or nobody asked. In the arena. */
enum { REPORT_MOST_WITNESSES = 8 };
const HtolWitness *report_witnesses(HtolArena *arena, const ReportModel *model, const ReportObjective *objective,
                                    guint *count);

/* A set of tests in words: `12 tests, such as first, second`, `test first or second`; "" if it is empty. To be
 * freed. */
char *report_test_set_words(const ReportModel *model, HtolTestSet tests);

/* Returns the names of all tests of a set: "first, second, third"; if they are more than `most`, the first ones, and
 * how many more. To be freed. */
char *report_test_set_names(const ReportModel *model, HtolTestSet tests, guint most);

/* Returns the tests that cover the objective in words: `12 tests, such as first, second`, `test first or second`, or
 * `tests first with second`; "" if there are none. To be freed. */
char *report_witness_words(const ReportModel *model, const ReportObjective *objective);

#endif
