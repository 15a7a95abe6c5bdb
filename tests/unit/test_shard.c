/* Tests of the writer and the reader of shards: what goes in comes out, the same bytes whatever came before, and no
 * flipped bit or cut goes unnoticed. */
#include "htol/shards/shard.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/base/pack.h"
#include "tests/unit/sample_tests.h"

static HtolShardReader *opened(HtolShardFile *file)
{
    HtolShardBlock block;
    g_assert_cmpint(htol_shard_next(file, &block, NULL), ==, HTOL_SHARD_BLOCK);
    g_assert_cmpint(block.kind, ==, HTOL_SHARD_TABLE);
    g_assert_cmpmem(block.body, block.size, "a table", 7);
    g_assert_cmpint(htol_shard_next(file, &block, NULL), ==, HTOL_SHARD_BLOCK);
    HtolShardReader *reader = htol_shard_reader_new(&block, NULL);
    g_assert_nonnull(reader);
    return reader;
}

static void assert_facts(const HtolFacts *found, const HtolFacts *wanted)
{
    g_assert_cmpint(htol_facts_compare(found, wanted), ==, 0);
    g_assert_cmpuint(found->lost, ==, wanted->lost);
    g_assert_cmpmem(found->words, HTOL_WORDS(SAMPLE_TEST_SLOTS) * 8, wanted->words, HTOL_WORDS(SAMPLE_TEST_SLOTS) * 8);
    g_assert_cmpuint(found->n_tuples, ==, wanted->n_tuples);
    for (guint i = 0; i < found->n_tuples; i++)
        g_assert_cmpint(htol_tuple_compare(&found->tuples[i], &wanted->tuples[i]), ==, 0);
}

static void assert_crashes(const HtolCrashes *found, const HtolCrashes *wanted)
{
    g_assert_cmpuint(found->unnoted, ==, wanted->unnoted);
    g_assert_cmpuint(found->n_crashes, ==, wanted->n_crashes);
    for (guint i = 0; i < found->n_crashes; i++) {
        g_assert_cmpint(htol_crash_compare(&found->crashes[i], &wanted->crashes[i]), ==, 0);
        g_assert_cmpuint(found->crashes[i].times, ==, wanted->crashes[i].times);
        g_assert_cmpuint(found->crashes[i].address, ==, wanted->crashes[i].address);
    }
}

static void assert_step(const HtolShardReader *reader, const HtolTest *wanted)
{
    const HtolTest *test = &reader->tests[reader->turn - 1];
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint n = 0;
    g_assert_cmpstr(test->name, ==, wanted->name);
    g_assert_cmpint(htol_ending_compare(&test->ending, &wanted->ending), ==, 0);
    g_assert_cmpuint(test->n_programs, ==, wanted->n_programs);
    for (guint i = 0; i < test->n_programs; i++) {
        g_assert_cmpint(htol_program_compare(&test->programs[i], &wanted->programs[i]), ==, 0);
        assert_crashes(&test->programs[i].crashes, &wanted->programs[i].crashes);
    }
    for (guint i = 0; i < reader->n_units; i++) {
        HtolFacts facts;
        if (htol_shard_facts(reader, i, arena, &facts))
            assert_facts(&facts, &wanted->units[n++]);
    }
    g_assert_cmpuint(n, ==, wanted->n_units);
}

static void test_round_trip(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *sample = sample_tests_new(arena);
    g_autoptr(GByteArray) bytes = sample_tests_write(sample, 0, SAMPLE_TESTS);
    HtolShardFile file = HTOL_SHARD_FILE(bytes->data, bytes->len);
    g_autoptr(HtolShardReader) reader = opened(&file);
    HtolShardBlock block;
    g_assert_cmpuint(reader->n_tests, ==, SAMPLE_TESTS);
    for (guint i = 0; i < SAMPLE_TESTS; i++) {
        g_assert_true(htol_shard_step(reader, NULL));
        assert_step(reader, &sample[i]);
    }
    g_autoptr(GError) error = NULL;
    g_assert_false(htol_shard_step(reader, &error));
    g_assert_no_error(error);
    g_assert_cmpint(htol_shard_next(&file, &block, NULL), ==, HTOL_SHARD_END);
}

static guint64 bits_of(const HtolColumn *column, guint test)
{
    guint64 bits = 0;
    for (guint i = 0; i < column->n_contents; i++)
        for (guint k = 0; k < column->contents[i].n_ranges; k++)
            if (column->contents[i].ranges[k].first <= test && test < column->contents[i].ranges[k].end)
                bits |= column->contents[i].bits;
    return bits;
}

/* The ranges say the same as the steps. */
static void test_ranges(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *sample = sample_tests_new(arena);
    g_autoptr(GByteArray) bytes = sample_tests_write(sample, 0, SAMPLE_TESTS);
    HtolShardFile file = HTOL_SHARD_FILE(bytes->data, bytes->len);
    g_autoptr(HtolShardReader) reader = opened(&file);
    while (htol_shard_step(reader, NULL))
        continue;
    for (guint i = 0; i < SAMPLE_TESTS; i++)
        for (guint w = 0; w < HTOL_WORDS(SAMPLE_TEST_SLOTS); w++) {
            const HtolColumn *column = &g_array_index(reader->units[1].slots, HtolColumn, HTOL_COLUMN_WORDS + w);
            g_assert_cmpuint(bits_of(column, i), ==, sample[i].units[1].words[w]);
        }
}

/* What a walk over the bytes comes to: tests that are read, and damage. */
static void walk(const guint8 *bytes, gsize size, guint *tests, guint *damage)
{
    HtolShardFile file = HTOL_SHARD_FILE(bytes, size);
    HtolShardBlock block;
    *tests = *damage = 0;
    for (HtolShardNext next; (next = htol_shard_next(&file, &block, NULL)) != HTOL_SHARD_END;) {
        *damage += next == HTOL_SHARD_DAMAGED;
        if (next != HTOL_SHARD_BLOCK || block.kind != HTOL_SHARD_TESTS)
            continue;
        g_autoptr(HtolShardReader) reader = htol_shard_reader_new(&block, NULL);
        g_assert_nonnull(reader);
        *tests += reader->n_tests;
    }
}

static void test_flips(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *sample = sample_tests_new(arena);
    g_autoptr(GByteArray) bytes = sample_tests_write(sample, 3, 6);
    guint tests, damage;
    for (guint i = 0; i < 8 * bytes->len; i++) {
        bytes->data[i / 8] ^= 1 << i % 8;
        walk(bytes->data, bytes->len, &tests, &damage);
        g_assert_cmpuint(damage, >, 0);
        bytes->data[i / 8] ^= 1 << i % 8;
    }
    walk(bytes->data, bytes->len, &tests, &damage);
    g_assert_cmpuint(tests, ==, 3);
    g_assert_cmpuint(damage, ==, 0);
}

static void test_cuts(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *sample = sample_tests_new(arena);
    g_autoptr(GByteArray) bytes = sample_tests_write(sample, 3, 6);
    guint tests, damage;
    for (guint size = 0; size < bytes->len; size++) {
        g_autofree guint8 *cut = g_memdup2(bytes->data, size);
        walk(cut, size, &tests, &damage);
        g_assert_cmpuint(damage, >, 0);
    }
}

/* Shards one behind the other are all read; damage in one leaves the others. */
static void test_rows(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTest *sample = sample_tests_new(arena);
    g_autoptr(GByteArray) bytes = sample_tests_write(sample, 0, 5), more = sample_tests_write(sample, 5, 12);
    guint tests, damage, end = bytes->len;
    g_byte_array_append(bytes, more->data, more->len);
    walk(bytes->data, bytes->len, &tests, &damage);
    g_assert_cmpuint(tests, ==, 12);
    g_assert_cmpuint(damage, ==, 0);
    bytes->data[end - 1] ^= 4;
    walk(bytes->data, bytes->len, &tests, &damage);
    g_assert_cmpuint(tests, ==, 7);
    g_assert_cmpuint(damage, ==, 1);
    bytes->data[end - 1] ^= 4;
    g_byte_array_remove_range(bytes, 0, HTOL_AT_SHARD_END + 7); /* the table's block */
    walk(bytes->data, bytes->len, &tests, &damage);
    g_assert_cmpuint(tests, ==, 12);
    g_assert_cmpuint(damage, ==, 1);
}

/* A large test, and many of them, need several blocks. */
static void test_blocks(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolShardWriter *writer = htol_shard_writer_new();
    guint64 *words = htol_arena_new0(arena, guint64, 1 << 15);
    HtolFacts facts = {.n_slots = 64 << 15, .words = words};
    for (guint i = 0; i < 12; i++) {
        HtolTest test = {.name = htol_arena_printf(arena, "%02u", i), .n_units = 1, .units = &facts};
        for (guint w = 0; w < 1 << 15; w++)
            words[w] = (guint64)w << 32 | i;
        htol_shard_writer_test(writer, &test);
    }
    htol_shard_writer_end(writer);
    g_autoptr(GByteArray) bytes = sample_tests_take(writer);
    guint tests, damage, blocks = 0;
    walk(bytes->data, bytes->len, &tests, &damage);
    g_assert_cmpuint(tests, ==, 12);
    g_assert_cmpuint(damage, ==, 0);
    HtolShardFile file = HTOL_SHARD_FILE(bytes->data, bytes->len);
    HtolShardBlock block;
    while (htol_shard_next(&file, &block, NULL) == HTOL_SHARD_BLOCK)
        blocks++;
    g_assert_cmpuint(blocks, >, 1);
    g_byte_array_set_size(bytes, bytes->len - HTOL_AT_SHARD_END - block.size);
    walk(bytes->data, bytes->len, &tests, &damage);
    g_assert_cmpuint(damage, ==, 1);
}

/* A shard of nothing is one; an empty file is none. */
static void test_empty(void)
{
    HtolShardWriter *writer = htol_shard_writer_new();
    htol_shard_writer_end(writer);
    g_autoptr(GByteArray) bytes = sample_tests_take(writer);
    guint tests, damage;
    walk(bytes->data, bytes->len, &tests, &damage);
    g_assert_cmpuint(tests, ==, 0);
    g_assert_cmpuint(damage, ==, 0);
    walk(NULL, 0, &tests, &damage);
    g_assert_cmpuint(damage, ==, 1);
}

static void test_other_version(void)
{
    HtolShardWriter *writer = htol_shard_writer_new();
    htol_shard_writer_end(writer);
    g_autoptr(GByteArray) bytes = sample_tests_take(writer);
    HtolShardFile file = HTOL_SHARD_FILE(bytes->data, bytes->len);
    HtolShardBlock block;
    g_autoptr(GError) error = NULL;
    bytes->data[HTOL_AT_SHARD_VERSION] = 9;
    guint64 sum = htol_sum(HTOL_FNV_BASIS, bytes->data, HTOL_AT_SHARD_CHECKSUM);
    sum = GUINT64_TO_LE(htol_sum(sum, bytes->data + HTOL_AT_SHARD_END, bytes->len - HTOL_AT_SHARD_END));
    memcpy(bytes->data + HTOL_AT_SHARD_CHECKSUM, &sum, sizeof sum);
    g_assert_cmpint(htol_shard_next(&file, &block, &error), ==, HTOL_SHARD_DAMAGED);
    g_assert_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_OTHER_VERSION);
    g_assert_cmpint(htol_shard_next(&file, &block, NULL), ==, HTOL_SHARD_END);
}

/* A shard of one block, whose body begins so and goes on with zero bytes. */
static GByteArray *sealed(const guint8 *begin, gsize size, gsize zeros)
{
    g_autoptr(GByteArray) body = g_byte_array_new(), packed = g_byte_array_new();
    g_byte_array_append(body, begin, size);
    g_byte_array_set_size(body, size + zeros);
    memset(body->data + size, 0, zeros);
    htol_pack(packed, body->data, body->len, 1);
    GByteArray *shard = g_byte_array_set_size(g_byte_array_new(), HTOL_AT_SHARD_END);
    memset(shard->data, 0, shard->len);
    memcpy(shard->data, HTOL_SHARD_MAGIC_BYTES, HTOL_LEN_SHARD_MAGIC);
    const guint64 packed_size = GUINT64_TO_LE(packed->len), unpacked = GUINT64_TO_LE(body->len);
    shard->data[HTOL_AT_SHARD_VERSION] = HTOL_SHARD_LAYOUT_VERSION;
    shard->data[HTOL_AT_SHARD_LAST] = 1;
    memcpy(shard->data + HTOL_AT_SHARD_PACKED, &packed_size, sizeof packed_size);
    memcpy(shard->data + HTOL_AT_SHARD_UNPACKED, &unpacked, sizeof unpacked);
    guint64 sum = htol_sum(HTOL_FNV_BASIS, shard->data, HTOL_AT_SHARD_CHECKSUM);
    sum = GUINT64_TO_LE(htol_sum(sum, packed->data, packed->len));
    memcpy(shard->data + HTOL_AT_SHARD_CHECKSUM, &sum, sizeof sum);
    g_byte_array_append(shard, packed->data, packed->len);
    return shard;
}

static void assert_too_much(const guint8 *begin, gsize size, gsize zeros, const char *words)
{
    g_autoptr(GByteArray) shard = sealed(begin, size, zeros);
    g_autoptr(GError) error = NULL;
    HtolShardFile file = HTOL_SHARD_FILE(shard->data, shard->len);
    HtolShardBlock block;
    if (htol_shard_next(&file, &block, &error) == HTOL_SHARD_BLOCK)
        g_assert_null(htol_shard_reader_new(&block, &error));
    g_assert_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED);
    g_assert_nonnull(strstr(error->message, words));
}

/* Zeros are packed well: what is small may ask for much. */
static void test_memory(void)
{
    static const guint8 programs[] = {0x80, 0x80, 0x80, 0x10}, units[] = {0, 0x80, 0x80, 0x80, 0x01},
                        tests[] = {0, 0, 0x80, 0x80, 0x80, 0x04};
    const char *memory = "it asks for more memory than its size allows";
    assert_too_much(programs, sizeof programs, 1u << 26, memory);
    assert_too_much(units, sizeof units, 1u << 26, memory);
    assert_too_much(tests, sizeof tests, 1u << 26, memory);
    assert_too_much(programs, sizeof programs, 1u << 28, "a block is too large");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/shard/round trip", test_round_trip);
    g_test_add_func("/shard/ranges", test_ranges);
    g_test_add_func("/shard/flips", test_flips);
    g_test_add_func("/shard/cuts", test_cuts);
    g_test_add_func("/shard/rows", test_rows);
    g_test_add_func("/shard/blocks", test_blocks);
    g_test_add_func("/shard/empty", test_empty);
    g_test_add_func("/shard/another version", test_other_version);
    g_test_add_func("/shard/memory", test_memory);
    return g_test_run();
}
