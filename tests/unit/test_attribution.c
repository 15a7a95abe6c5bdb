/* Tests of attribution: every test has just the slots and tuples that it recorded, in whatever files they are. */
#include "report/inputs/attribution.h"

#include <string.h>

#include "htol/base/layout.h"
#include "tests/unit/sample_tests.h"

/* What stands for units: addresses. */
static const char units[SAMPLE_TEST_UNITS];

static void attribute_block(ReportAttribution *attribution, HtolShardReader *reader)
{
    while (htol_shard_step(reader, NULL))
        continue;
    report_attribution_block(attribution, reader);
    for (guint i = 0; i < reader->n_units; i++)
        report_attribution_unit(attribution, &units[reader->units[i].id[0] - 1], &reader->units[i]);
}

static void attribute_shard(ReportAttribution *attribution, const HtolTest *tests, guint first, guint end)
{
    g_autoptr(GByteArray) bytes = sample_tests_write(tests, first, end);
    HtolShardFile file = HTOL_SHARD_FILE(bytes->data, bytes->len);
    HtolShardBlock block;
    while (htol_shard_next(&file, &block, NULL) == HTOL_SHARD_BLOCK) {
        if (block.kind != HTOL_SHARD_TESTS)
            continue;
        g_autoptr(HtolShardReader) reader = htol_shard_reader_new(&block, NULL);
        attribute_block(attribution, reader);
    }
}

/* The same as a data file has it. */
static void attribute_data(ReportAttribution *attribution, const HtolTest *test)
{
    report_attribution_test(attribution, test->name);
    for (guint i = 0; i < test->n_units; i++) {
        guint8 slots[SAMPLE_TEST_SLOTS];
        HtolDataUnit data = {.n_slots = SAMPLE_TEST_SLOTS, .slots = slots};
        for (guint k = 0; k < SAMPLE_TEST_SLOTS; k++)
            slots[k] = test->units[i].words[k / 64] >> k % 64 & 1;
        data.n_tuples = test->units[i].n_tuples;
        data.tuples = test->units[i].tuples;
        report_attribution_data(attribution, &units[i], &data);
    }
}

static gboolean is_among(const HtolRange *ranges, guint32 n_ranges, guint32 number)
{
    for (guint32 i = 0; i < n_ranges; i++) {
        g_assert_cmpuint(ranges[i].first, <, ranges[i].end);
        g_assert_true(i == 0 || ranges[i - 1].end < ranges[i].first);
        if (ranges[i].first <= number && number < ranges[i].end)
            return TRUE;
    }
    return FALSE;
}

static gboolean has_slot(const ReportUnitTests *found, guint slot, guint32 number)
{
    gboolean has = FALSE;
    for (guint32 i = 0; i < found->n_patterns; i++) {
        const ReportPattern *pattern = &found->patterns[i];
        g_assert_true(i == 0 || pattern[-1].slot < pattern->slot ||
                      (pattern[-1].slot == pattern->slot && pattern[-1].bits < pattern->bits));
        if (pattern->slot == slot / 64 * 64 && pattern->bits >> slot % 64 & 1)
            has |= is_among(pattern->ranges, pattern->n_ranges, number);
    }
    return has;
}

static void assert_unit(const ReportUnitTests *found, const HtolTest *test, guint32 unit, guint32 number)
{
    for (guint slot = 0; slot < SAMPLE_TEST_SLOTS; slot++) {
        gboolean wanted = unit < test->n_units && test->units[unit].words[slot / 64] >> slot % 64 & 1;
        g_assert_cmpint(has_slot(found, slot, number), ==, wanted);
    }
}

/* Tuples 5 and 1000 + k, of tests 3k to 3k + 2. */
static void assert_tuples(ReportAttribution *attribution)
{
    const guint64 words[] = {HTOL_TUPLE_SIGNED, 5, HTOL_TUPLE_SIGNED, 1004, HTOL_TUPLE_SIGNED, 9};
    const HtolTuple tuples[] = {{0, 1, words}, {0, 1, words + 2}, {0, 1, words + 4}};
    ReportUnitTests found = report_attribution_take(attribution, &units[1], tuples, 3);
    g_assert_cmpuint(found.tuples[0].n_ranges, ==, 1);
    g_assert_cmpuint(found.tuples[0].ranges[0].end, ==, SAMPLE_TESTS - 1);
    g_assert_cmpuint(found.tuples[1].n_ranges, ==, 1);
    g_assert_cmpuint(found.tuples[1].ranges[0].first, ==, 11); /* test 12: test 0 is none */
    g_assert_cmpuint(found.tuples[1].ranges[0].end, ==, 14);
    g_assert_cmpuint(found.tuples[2].n_ranges, ==, 0);
}

static void assert_all(ReportAttribution *attribution, const HtolTest *tests)
{
    g_autoptr(GPtrArray) found = report_attribution_tests(attribution);
    g_assert_cmpuint(found->len, ==, SAMPLE_TESTS - 1);
    for (guint i = 0; i < found->len; i++)
        g_assert_cmpstr(((ReportTest *)found->pdata[i])->name, ==, tests[i + 1].name);
    for (guint u = 0; u < SAMPLE_TEST_UNITS; u++) {
        ReportUnitTests unit = report_attribution_take(attribution, &units[u], NULL, 0);
        for (guint i = 0; i < found->len; i++)
            assert_unit(&unit, &tests[i + 1], u, i);
    }
    assert_tuples(attribution);
}

static void test_one_shard(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *tests = sample_tests_new(arena);
    ReportAttribution *attribution = report_attribution_new(arena);
    attribute_shard(attribution, tests, 0, SAMPLE_TESTS);
    assert_all(attribution, tests);
    report_attribution_free(attribution);
}

/* The last tests first, some in two files. */
static void test_many_files(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *tests = sample_tests_new(arena);
    ReportAttribution *attribution = report_attribution_new(arena);
    for (guint i = SAMPLE_TESTS; i >= 8; i -= 4)
        attribute_shard(attribution, tests, i - 6, i);
    for (guint i = 0; i < 8; i++)
        attribute_data(attribution, &tests[i]);
    assert_all(attribution, tests);
    report_attribution_free(attribution);
}

/* Neighbours with the same facts are one range. */
static void test_compact(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *tests = sample_tests_new(arena);
    ReportAttribution *attribution = report_attribution_new(arena);
    attribute_shard(attribution, tests, 1, SAMPLE_TESTS);
    g_autoptr(GPtrArray) found = report_attribution_tests(attribution);
    ReportUnitTests unit = report_attribution_take(attribution, &units[0], NULL, 0);
    guint ranges = 0;
    for (guint i = 0; i < unit.n_patterns; i++)
        ranges += unit.patterns[i].n_ranges;
    g_assert_cmpuint(ranges, <=, 3 * SAMPLE_TESTS / 4);
    report_attribution_free(attribution);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/attribution/one shard", test_one_shard);
    g_test_add_func("/attribution/many files", test_many_files);
    g_test_add_func("/attribution/compact", test_compact);
    return g_test_run();
}
