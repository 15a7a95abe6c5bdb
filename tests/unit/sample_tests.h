/* Tests that recorded something, made by arithmetic, and shards of them. No program is run for them. */
#ifndef TESTS_UNIT_SAMPLE_TESTS_H
#define TESTS_UNIT_SAMPLE_TESTS_H

#include "htol/shards/shard.h"

enum { SAMPLE_TESTS = 40, SAMPLE_TEST_UNITS = 3, SAMPLE_TEST_SLOTS = 150 };

/* SAMPLE_TESTS tests in the order of their names; the first is what was recorded outside of tests. Every fourth lacks
 * the last unit; unit 1 has two tuples of source 0: 5, and one that three tests share. */
const HtolTest *sample_tests_new(HtolArena *arena);

/* Whether the test sets that slot of the unit, if it has it. */
gboolean sample_tests_is_set(guint test, guint unit, guint slot);

/* A shard of a table of the bytes "a table" and of the tests from `first` to `end` - 1, to be unreferenced. */
GByteArray *sample_tests_write(const HtolTest *tests, guint first, guint end);

/* Frees the writer, but not the bytes that are ready. */
GByteArray *sample_tests_take(HtolShardWriter *writer);

#endif
