/* Fuzz target: whatever bytes the reader of shards accepts, tests have sound facts, and ranges lie among the tests, and
 * apart. Mutates bodies unpacked, and makes what is around them fit, because nothing else gets past it. */
#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/base/pack.h"
#include "htol/shards/shard.h"

enum { LARGEST = 1 << 16, MOST_SLOTS = 1 << 20 };

size_t LLVMFuzzerMutate(guint8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* A shard of one block with that body. */
static GByteArray *seal(const guint8 *body, gsize size)
{
    GByteArray *shard = g_byte_array_new();
    g_byte_array_set_size(shard, HTOL_AT_SHARD_END);
    memset(shard->data, 0, HTOL_AT_SHARD_END);
    gsize packed = htol_pack(shard, body, size, 1);
    memcpy(shard->data, HTOL_SHARD_MAGIC_BYTES, HTOL_LEN_SHARD_MAGIC);
    shard->data[HTOL_AT_SHARD_VERSION] = HTOL_SHARD_LAYOUT_VERSION;
    shard->data[HTOL_AT_SHARD_LAST] = 1;
    htol_put_long_number(shard->data + HTOL_AT_SHARD_PACKED, packed);
    htol_put_long_number(shard->data + HTOL_AT_SHARD_UNPACKED, size);
    guint64 sum = htol_sum(HTOL_FNV_BASIS, shard->data, HTOL_AT_SHARD_CHECKSUM);
    htol_put_long_number(shard->data + HTOL_AT_SHARD_CHECKSUM,
                         htol_sum(sum, shard->data + HTOL_AT_SHARD_END, shard->len - HTOL_AT_SHARD_END));
    return shard;
}

/* The unpacked body of the first block of tests, 0 if there is none. */
static gsize unseal(const guint8 *data, size_t size, guint8 *body)
{
    HtolShardFile file = HTOL_SHARD_FILE(data, size);
    HtolShardBlock block;
    while (htol_shard_next(&file, &block, NULL) == HTOL_SHARD_BLOCK)
        if (block.kind == HTOL_SHARD_TESTS && block.unpacked <= LARGEST &&
            htol_unpack(body, block.unpacked, block.body, block.size))
            return block.unpacked;
    return 0;
}

size_t LLVMFuzzerCustomMutator(guint8 *data, size_t size, size_t max_size, unsigned seed)
{
    static guint8 body[LARGEST];
    gsize unpacked = seed % 8 == 0 ? 0 : unseal(data, size, body);
    if (unpacked == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    unpacked = LLVMFuzzerMutate(body, unpacked, sizeof body);
    g_autoptr(GByteArray) shard = seal(body, unpacked);
    if (shard->len > max_size)
        return size;
    memcpy(data, shard->data, shard->len);
    return shard->len;
}

static void check_columns(const HtolShardReader *reader, const GArray *columns)
{
    for (guint i = 0; i < columns->len; i++) {
        const HtolColumn *column = &g_array_index(columns, HtolColumn, i);
        for (guint k = 0; k < column->n_contents; k++)
            for (guint r = 0; r < column->contents[k].n_ranges; r++) {
                HtolRange range = column->contents[k].ranges[r];
                g_assert(range.first < range.end && range.end <= reader->n_tests);
                g_assert(r == 0 || column->contents[k].ranges[r - 1].end < range.first);
            }
    }
}

static void check_step(const HtolShardReader *reader)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    for (guint i = 0; i < reader->n_units; i++) {
        HtolFacts facts;
        if (!htol_shard_facts(reader, i, arena, &facts))
            continue;
        for (guint32 k = 0; k < facts.n_tuples; k++)
            g_assert(htol_tuple_is_sound(&facts.tuples[k]));
    }
}

static void check_block(const HtolShardBlock *block)
{
    g_autoptr(HtolShardReader) reader = htol_shard_reader_new(block, NULL);
    guint64 slots = 0;
    for (guint i = 0; reader && i < reader->n_units; i++)
        slots += reader->units[i].n_slots;
    if (!reader || slots > MOST_SLOTS)
        return;
    while (htol_shard_step(reader, NULL))
        check_step(reader);
    for (guint i = 0; reader->turn == reader->n_tests && i < reader->n_units; i++) {
        check_columns(reader, reader->units[i].slots);
        check_columns(reader, reader->units[i].tuples);
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    HtolShardFile file = HTOL_SHARD_FILE(data, size);
    HtolShardBlock block;
    HtolShardNext next;
    while ((next = htol_shard_next(&file, &block, NULL)) != HTOL_SHARD_END)
        if (next == HTOL_SHARD_BLOCK && block.kind == HTOL_SHARD_TESTS)
            check_block(&block);
    return 0;
}
