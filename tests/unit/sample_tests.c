/* Makes tests and shards; see sample_tests.h. */
#include "tests/unit/sample_tests.h"

#include <string.h>

#include "htol/base/layout.h"

gboolean sample_tests_is_set(guint test, guint unit, guint slot)
{
    return (slot * 7 + unit) % 5 == 0 || (slot + test / 4) % 37 == unit;
}

static guint64 *sample_words(HtolArena *arena, guint test, guint unit)
{
    guint64 *words = htol_arena_new0(arena, guint64, HTOL_WORDS(SAMPLE_TEST_SLOTS));
    for (guint i = 0; i < SAMPLE_TEST_SLOTS; i++)
        words[i / 64] |= (guint64)sample_tests_is_set(test, unit, i) << i % 64;
    return words;
}

/* A tuple of all tests, and one of few. */
static void sample_tuples(HtolArena *arena, HtolFacts *facts, guint test)
{
    HtolTuple *tuples = htol_arena_new0(arena, HtolTuple, 2);
    guint64 *words = htol_arena_new0(arena, guint64, 4);
    words[1] = 5;
    words[3] = 1000 + test / 3;
    tuples[0] = (HtolTuple){0, 1, words};
    tuples[1] = (HtolTuple){0, 1, words + 2};
    facts->n_tuples = 2;
    facts->tuples = tuples;
}

/* The units of a test: not all have the last one. */
static void sample_units(HtolArena *arena, HtolTest *test, guint number)
{
    HtolFacts *units = htol_arena_new0(arena, HtolFacts, SAMPLE_TEST_UNITS);
    test->n_units = SAMPLE_TEST_UNITS - (number % 4 == 0);
    test->units = units;
    for (guint i = 0; i < SAMPLE_TEST_UNITS; i++) {
        memset(units[i].id, (int)i + 1, HTOL_ID_SIZE);
        units[i].n_slots = SAMPLE_TEST_SLOTS;
        units[i].lost = number % 7 == 0 ? i : 0;
        units[i].words = sample_words(arena, number, i);
        if (i == 1)
            sample_tuples(arena, &units[i], number);
    }
}

const HtolTest *sample_tests_new(HtolArena *arena)
{
    static const HtolProgram programs[] = {{.build_id = "", .path = "/bin/none"},
                                           {.build_id = "0abc", .path = "/bin/first"},
                                           {.build_id = "0abd", .path = ""}};
    HtolTest *tests = htol_arena_new0(arena, HtolTest, SAMPLE_TESTS);
    for (guint i = 0; i < SAMPLE_TESTS; i++) {
        tests[i].name = i == 0 ? "" : htol_arena_printf(arena, "test %02u", i);
        tests[i].ending = (HtolEnding){1000 + i, i, i % 3 == 0 ? HTOL_ENDED_BY_SIGNAL + 9 : i};
        tests[i].programs = programs + i % 2;
        tests[i].n_programs = 1 + i % 2;
        sample_units(arena, &tests[i], i);
    }
    return tests;
}

GByteArray *sample_tests_take(HtolShardWriter *writer)
{
    GByteArray *bytes = g_byte_array_ref(htol_shard_writer_ready(writer));
    htol_shard_writer_free(writer);
    return bytes;
}

GByteArray *sample_tests_write(const HtolTest *tests, guint first, guint end)
{
    HtolShardWriter *writer = htol_shard_writer_new();
    htol_shard_writer_plain(writer, HTOL_SHARD_TABLE, "a table", 7);
    for (guint i = first; i < end; i++)
        htol_shard_writer_test(writer, &tests[i]);
    htol_shard_writer_end(writer);
    return sample_tests_take(writer);
}
