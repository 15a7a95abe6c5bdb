/* Tests of gathering: the same shard comes out whatever the order, also when memory is short. */
#include "report/store/gather.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/unit/sample_tests.h"

static void gather_shard(ReportGather *gather, const GByteArray *bytes)
{
    HtolShardFile file = HTOL_SHARD_FILE(bytes->data, bytes->len);
    HtolShardBlock block;
    while (htol_shard_next(&file, &block, NULL) == HTOL_SHARD_BLOCK) {
        if (block.kind != HTOL_SHARD_TESTS)
            continue;
        g_autoptr(HtolShardReader) reader = htol_shard_reader_new(&block, NULL);
        g_autoptr(GError) error = NULL;
        report_gather_tests(gather, reader, &error);
        g_assert_no_error(error);
    }
}

static GByteArray *written(ReportGather *gather)
{
    FILE *file = tmpfile();
    g_autoptr(GError) error = NULL;
    report_gather_table(gather, (const guint8 *)"0123456789abcdef", (const guint8 *)"a table", 7);
    g_assert_true(report_gather_write(gather, file, &error));
    g_assert_no_error(error);
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_set_size(bytes, (guint)ftell(file));
    rewind(file);
    g_assert_cmpuint(fread(bytes->data, 1, bytes->len, file), ==, bytes->len);
    fclose(file);
    return bytes;
}

static void assert_same(const GByteArray *one, const GByteArray *other)
{
    g_assert_cmpmem(one->data, one->len, other->data, other->len);
}

/* A shard for each `size` tests, the last ones first, some of them twice. */
static GByteArray *gathered(const HtolTest *tests, guint size, gsize memory)
{
    g_autoptr(ReportGather) gather = report_gather_new(memory);
    for (guint end = SAMPLE_TESTS; end > 0; end -= MIN(size, end)) {
        g_autoptr(GByteArray) shard = sample_tests_write(tests, end - MIN(size, end), end);
        gather_shard(gather, shard);
        if (end % 2 == 0)
            gather_shard(gather, shard);
    }
    return written(gather);
}

static void test_orders(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *tests = sample_tests_new(arena);
    g_autoptr(GByteArray) wanted = sample_tests_write(tests, 0, SAMPLE_TESTS);
    for (guint size = 1; size <= SAMPLE_TESTS; size += 1 + size / 2) {
        g_autoptr(GByteArray) found = gathered(tests, size, REPORT_GATHER_MEMORY);
        assert_same(found, wanted);
    }
}

/* Every few tests go to a file; the last, every one. */
static void test_short_memory(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *tests = sample_tests_new(arena);
    g_autoptr(GByteArray) wanted = sample_tests_write(tests, 0, SAMPLE_TESTS);
    for (gsize memory = 20000; memory > 0; memory /= 10) {
        g_autoptr(GByteArray) found = gathered(tests, 3, memory);
        assert_same(found, wanted);
    }
}

/* Parts of what a test recorded, in several shards: its facts are their union, its ending the latest. */
static GByteArray *part(const HtolTest *test, guint first_unit, guint n_units, gint64 started)
{
    HtolShardWriter *writer = htol_shard_writer_new();
    HtolTest row = *test;
    row.units += first_unit;
    row.n_units = n_units;
    row.ending.started = started;
    htol_shard_writer_test(writer, &row);
    htol_shard_writer_end(writer);
    return sample_tests_take(writer);
}

static void test_union(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *test = &sample_tests_new(arena)[5];
    g_autoptr(GByteArray) whole = part(test, 0, 3, 9), first = part(test, 0, 2, 9), last = part(test, 1, 2, 7);
    for (gsize memory = 1; memory <= REPORT_GATHER_MEMORY; memory *= 1 << 13) {
        g_autoptr(ReportGather) gather = report_gather_new(memory), other = report_gather_new(memory);
        gather_shard(gather, first);
        gather_shard(gather, last);
        gather_shard(other, whole);
        g_autoptr(GByteArray) found = written(gather), wanted = written(other);
        assert_same(found, wanted);
    }
}

static GByteArray *crashed(const HtolTest *test, guint64 times, guint64 address)
{
    static const HtolCodePlace place = {7, 16};
    const HtolCrash crash = {.signal = 11, .times = times, .address = address, .n_places = 1, .places = &place};
    const HtolProgram program = {"0abc", "/bin/first", {1, &crash, times}};
    HtolTest row = *test;
    row.n_programs = 1;
    row.programs = &program;
    return part(&row, 0, 1, 9);
}

static GByteArray *both(const GByteArray *one, const GByteArray *other)
{
    g_autoptr(ReportGather) gather = report_gather_new(REPORT_GATHER_MEMORY);
    gather_shard(gather, one);
    gather_shard(gather, other);
    return written(gather);
}

/* Equal notes of a crash with other addresses, as often or not: which one stays does not depend on the order. */
static void test_crashes(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *test = &sample_tests_new(arena)[5];
    g_autoptr(GByteArray) first = crashed(test, 1, 1000);
    for (guint64 times = 1; times < 4; times++) {
        g_autoptr(GByteArray) other = crashed(test, times, 2000);
        g_autoptr(GByteArray) found = both(first, other), wanted = both(other, first);
        assert_same(found, wanted);
    }
}

/* Where no temporary file may grow, that is told in the end, and nothing is lost silently. */
static void test_no_room(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) shard = sample_tests_write(sample_tests_new(arena), 0, SAMPLE_TESTS);
    g_autoptr(ReportGather) gather = report_gather_new(1000);
    g_autoptr(GError) error = NULL;
    struct rlimit limit, small;
    FILE *out = fopen("/dev/null", "w");
    getrlimit(RLIMIT_FSIZE, &limit);
    small = (struct rlimit){16, limit.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    gather_shard(gather, shard);
    g_assert_false(report_gather_write(gather, out, &error));
    setrlimit(RLIMIT_FSIZE, &limit);
    g_assert_cmpstr(error->message, ==, "a temporary file: File too large");
    fclose(out);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/gather/orders", test_orders);
    g_test_add_func("/gather/short memory", test_short_memory);
    g_test_add_func("/gather/union", test_union);
    g_test_add_func("/gather/crashes", test_crashes);
    g_test_add_func("/gather/no room", test_no_room);
    return g_test_run();
}
