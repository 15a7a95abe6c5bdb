/* Writes shards; see shard.h. */
#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/base/pack.h"
#include "htol/shards/shard.h"

/* A block is closed when its parts have FULL_BLOCK bytes or it has FULL_TESTS tests: that bounds readers' memory. */
enum { FULL_BLOCK = 1 << 20, FULL_TESTS = 1 << 12, ZSTD_LEVEL = 9 };

/* The values but 0 that were seen at one place, in the order in which they were seen. */
typedef struct {
    guint64 *contents;
    guint32 n, room;
} Column;

/* The slots of a unit, or its tuples. */
typedef struct {
    GArray *now;     /* guint64: value of each column in the test before */
    GArray *columns; /* Column */
} Part;

typedef struct {
    guint8 id[HTOL_ID_SIZE];
    guint32 n_slots;
    guint32 number;
    Part slots, tuples;
    GHashTable *numbers;    /* HtolTuple: its number */
    const HtolFacts *facts; /* of the test being written; NULL: it has none */
} Unit;

struct HtolShardWriter {
    GByteArray *ready;
    GByteArray *pending; /* the last block, until it is known whether another follows */
    guint32 n_blocks;
    HtolArena *arena; /* this and what follows: of the block of tests being written */
    GHashTable *units, *programs;
    GPtrArray *unit_list;
    GByteArray *program_rows, *unit_rows, *test_rows, *changes, *values;
    guint32 n_tests, n_slots;
    gboolean is_split; /* a test goes on in the next block */
};

/* ---- blocks ---- */

static void put_number(guint8 *place, guint64 number, gsize size)
{
    number = GUINT64_TO_LE(number);
    memcpy(place, &number, size);
}

#define PUT(header, FIELD, number) put_number((header) + HTOL_AT_SHARD_##FIELD, (number), HTOL_LEN_SHARD_##FIELD)

static void seal(GByteArray *block, gboolean last)
{
    PUT(block->data, LAST, last);
    guint64 sum = htol_sum(HTOL_FNV_BASIS, block->data, HTOL_AT_SHARD_CHECKSUM);
    sum = htol_sum(sum, block->data + HTOL_AT_SHARD_END, block->len - HTOL_AT_SHARD_END);
    PUT(block->data, CHECKSUM, sum);
}

static void release(HtolShardWriter *writer, gboolean last)
{
    if (writer->pending->len > 0) {
        seal(writer->pending, last);
        g_byte_array_append(writer->ready, writer->pending->data, writer->pending->len);
    }
    g_byte_array_set_size(writer->pending, 0);
}

/* Writes a block's header; the caller appends its body. */
static void begin_block(HtolShardWriter *writer, HtolShardKind kind)
{
    release(writer, FALSE);
    g_byte_array_set_size(writer->pending, HTOL_AT_SHARD_END);
    guint8 *header = writer->pending->data;
    memset(header, 0, HTOL_AT_SHARD_END);
    memcpy(header, HTOL_SHARD_MAGIC_BYTES, HTOL_LEN_SHARD_MAGIC);
    PUT(header, VERSION, HTOL_SHARD_LAYOUT_VERSION);
    PUT(header, KIND, kind);
    PUT(header, NUMBER, writer->n_blocks++);
}

void htol_shard_writer_plain(HtolShardWriter *writer, HtolShardKind kind, gconstpointer bytes, gsize size)
{
    begin_block(writer, kind);
    g_byte_array_append(writer->pending, bytes, size);
    PUT(writer->pending->data, PACKED, size);
}

static void append_bytes(GByteArray *out, const GByteArray *bytes)
{
    g_byte_array_append(out, bytes->data, bytes->len);
}

static GByteArray *body_of(HtolShardWriter *writer)
{
    GByteArray *body = g_byte_array_new();
    htol_stream_put(body, g_hash_table_size(writer->programs));
    append_bytes(body, writer->program_rows);
    htol_stream_put(body, writer->unit_list->len);
    append_bytes(body, writer->unit_rows);
    htol_stream_put(body, writer->n_tests);
    append_bytes(body, writer->test_rows);
    htol_stream_put(body, writer->changes->len);
    append_bytes(body, writer->changes);
    append_bytes(body, writer->values);
    return body;
}

static void free_unit(gpointer data)
{
    Unit *unit = data;
    g_array_unref(unit->slots.now);
    g_array_unref(unit->slots.columns);
    g_array_unref(unit->tuples.now);
    g_array_unref(unit->tuples.columns);
    g_hash_table_unref(unit->numbers);
}

static guint hash_unit(gconstpointer key)
{
    return htol_id_hash(((const Unit *)key)->id);
}

static gboolean equal_units(gconstpointer left, gconstpointer right)
{
    const Unit *one = left, *other = right;
    return one->n_slots == other->n_slots && htol_id_equal(one->id, other->id);
}

static guint hash_program(gconstpointer key)
{
    const HtolProgram *program = key;
    return g_str_hash(program->build_id) * 31 + g_str_hash(program->path);
}

static gboolean equal_programs(gconstpointer left, gconstpointer right)
{
    const HtolProgram *one = left, *other = right;
    return strcmp(one->build_id, other->build_id) == 0 && strcmp(one->path, other->path) == 0;
}

/* Begins an empty block of tests. */
static void start_tests(HtolShardWriter *writer)
{
    writer->arena = htol_arena_new();
    writer->units = g_hash_table_new(hash_unit, equal_units);
    writer->programs = g_hash_table_new(hash_program, equal_programs);
    writer->unit_list = g_ptr_array_new_with_free_func(free_unit);
    writer->program_rows = g_byte_array_new();
    writer->unit_rows = g_byte_array_new();
    writer->test_rows = g_byte_array_new();
    writer->changes = g_byte_array_new();
    writer->values = g_byte_array_new();
    writer->n_tests = writer->n_slots = 0;
    writer->is_split = FALSE;
}

static void clear_tests(HtolShardWriter *writer)
{
    g_hash_table_unref(writer->units);
    g_hash_table_unref(writer->programs);
    g_ptr_array_unref(writer->unit_list);
    g_byte_array_unref(writer->program_rows);
    g_byte_array_unref(writer->unit_rows);
    g_byte_array_unref(writer->test_rows);
    g_byte_array_unref(writer->changes);
    g_byte_array_unref(writer->values);
    htol_arena_free(writer->arena);
}

static void close_tests(HtolShardWriter *writer)
{
    g_autoptr(GByteArray) body = body_of(writer);
    begin_block(writer, HTOL_SHARD_TESTS);
    gsize packed = htol_pack(writer->pending, body->data, body->len, ZSTD_LEVEL);
    PUT(writer->pending->data, PACKED, packed);
    PUT(writer->pending->data, UNPACKED, body->len);
    clear_tests(writer);
    start_tests(writer);
}

/* ---- units and programs ---- */

static Part new_part(guint32 n_columns)
{
    Part part = {g_array_new(FALSE, TRUE, sizeof(guint64)), g_array_new(FALSE, TRUE, sizeof(Column))};
    g_array_set_size(part.now, n_columns);
    g_array_set_size(part.columns, n_columns);
    return part;
}

static Unit *unit_of(HtolShardWriter *writer, const HtolFacts *facts)
{
    Unit key = {.n_slots = facts->n_slots};
    memcpy(key.id, facts->id, HTOL_ID_SIZE);
    Unit *unit = g_hash_table_lookup(writer->units, &key);
    if (unit)
        return unit;
    unit = htol_arena_memdup(writer->arena, &key, sizeof key);
    unit->number = writer->unit_list->len;
    unit->slots = new_part(HTOL_COLUMN_WORDS + HTOL_WORDS(facts->n_slots));
    unit->tuples = new_part(0);
    unit->numbers = g_hash_table_new(htol_tuple_hash, htol_tuple_equal);
    g_hash_table_add(writer->units, unit);
    g_ptr_array_add(writer->unit_list, unit);
    g_byte_array_append(writer->unit_rows, unit->id, HTOL_ID_SIZE);
    htol_stream_put(writer->unit_rows, unit->n_slots);
    writer->n_slots += unit->n_slots;
    return unit;
}

static guint32 program_number(HtolShardWriter *writer, const HtolProgram *program)
{
    gpointer number;
    if (g_hash_table_lookup_extended(writer->programs, program, NULL, &number))
        return GPOINTER_TO_UINT(number);
    HtolProgram *copy = htol_arena_new0(writer->arena, HtolProgram, 1);
    copy->build_id = htol_arena_strndup(writer->arena, program->build_id, strlen(program->build_id));
    copy->path = htol_arena_strndup(writer->arena, program->path, strlen(program->path));
    number = GUINT_TO_POINTER(g_hash_table_size(writer->programs));
    g_hash_table_insert(writer->programs, copy, number);
    htol_stream_put_text(writer->program_rows, copy->build_id);
    htol_stream_put_text(writer->program_rows, copy->path);
    return GPOINTER_TO_UINT(number);
}

static void put_test(HtolShardWriter *writer, const HtolTest *test)
{
    htol_stream_put_text(writer->test_rows, test->name);
    htol_stream_put(writer->test_rows, test->ending.started);
    htol_stream_put(writer->test_rows, test->ending.duration);
    htol_stream_put(writer->test_rows, test->ending.status);
    htol_stream_put(writer->test_rows, test->n_programs);
    for (guint32 i = 0; i < test->n_programs; i++) {
        htol_stream_put(writer->test_rows, program_number(writer, &test->programs[i]));
        htol_crashes_put(writer->test_rows, &test->programs[i].crashes);
    }
}

/* ---- changes ---- */

/* Returns 1 + the index of `content` in its column, to which it is added if it is new; 0 for content 0. */
static guint32 reference(HtolShardWriter *writer, Column *column, guint64 content)
{
    if (content == 0)
        return 0;
    for (guint32 i = column->n; i-- > 0;)
        if (column->contents[i] == content)
            return i + 1;
    if (column->n == column->room) {
        guint64 *more = htol_arena_new0(writer->arena, guint64, 2 * column->room + 1);
        if (column->n > 0)
            memcpy(more, column->contents, column->n * sizeof *more);
        column->contents = more;
        column->room = 2 * column->room + 1;
    }
    column->contents[column->n++] = content;
    guint64 value = GUINT64_TO_LE(content);
    g_byte_array_append(writer->values, (const guint8 *)&value, sizeof value);
    return column->n;
}

/* Appends the columns whose content changes: their number, then for each the number of unchanged columns since the last
 * one, and its content. */
static void put_part(HtolShardWriter *writer, Part *part, const guint64 *next, GByteArray *out)
{
    g_autoptr(GByteArray) rows = g_byte_array_new();
    guint32 count = 0, after = 0;
    for (guint32 i = 0; i < part->now->len; i++) {
        guint64 *now = &g_array_index(part->now, guint64, i);
        if (*now == next[i])
            continue;
        htol_stream_put(rows, i - after);
        htol_stream_put(rows, reference(writer, &g_array_index(part->columns, Column, i), next[i]));
        *now = next[i];
        after = i + 1;
        count++;
    }
    htol_stream_put(out, count);
    append_bytes(out, rows);
}

static guint64 *next_slots(HtolArena *scratch, const Unit *unit)
{
    guint64 *next = htol_arena_new0(scratch, guint64, unit->slots.now->len);
    if (!unit->facts)
        return next;
    next[HTOL_COLUMN_RAN] = 1;
    next[HTOL_COLUMN_LOST] = unit->facts->lost;
    memcpy(next + HTOL_COLUMN_WORDS, unit->facts->words, HTOL_WORDS(unit->n_slots) * sizeof *next);
    return next;
}

static void put_tuple(HtolShardWriter *writer, Unit *unit, const HtolTuple *tuple, GByteArray *out)
{
    HtolTuple *copy = htol_arena_memdup(writer->arena, tuple, sizeof *tuple);
    gsize n_words = 2 * (gsize)tuple->n_values;
    copy->words = htol_arena_memdup(writer->arena, tuple->words, n_words * sizeof *tuple->words);
    g_hash_table_insert(unit->numbers, copy, GUINT_TO_POINTER(g_hash_table_size(unit->numbers)));
    htol_stream_put(out, tuple->source);
    htol_stream_put(out, tuple->n_values);
    for (gsize i = 0; i < n_words; i++)
        htol_stream_put(out, tuple->words[i]);
}

/* Appends the tuples that no test before had. */
static void put_new_tuples(HtolShardWriter *writer, Unit *unit, GByteArray *out)
{
    g_autoptr(GByteArray) rows = g_byte_array_new();
    guint32 known = g_hash_table_size(unit->numbers);
    for (guint32 i = 0; unit->facts && i < unit->facts->n_tuples; i++)
        if (!g_hash_table_contains(unit->numbers, &unit->facts->tuples[i]))
            put_tuple(writer, unit, &unit->facts->tuples[i], rows);
    htol_stream_put(out, g_hash_table_size(unit->numbers) - known);
    append_bytes(out, rows);
    g_array_set_size(unit->tuples.now, HTOL_WORDS(g_hash_table_size(unit->numbers)));
    g_array_set_size(unit->tuples.columns, unit->tuples.now->len);
}

static guint64 *next_tuples(HtolArena *scratch, const Unit *unit)
{
    guint64 *next = htol_arena_new0(scratch, guint64, unit->tuples.now->len);
    for (guint32 i = 0; unit->facts && i < unit->facts->n_tuples; i++) {
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(unit->numbers, &unit->facts->tuples[i]));
        next[number / 64] |= (guint64)1 << number % 64;
    }
    return next;
}

static void put_unit(HtolShardWriter *writer, Unit *unit, GByteArray *out)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    put_part(writer, &unit->slots, next_slots(scratch, unit), out);
    put_new_tuples(writer, unit, out);
    put_part(writer, &unit->tuples, next_tuples(scratch, unit), out);
}

static gboolean concerns(const Unit *unit)
{
    return unit->facts || g_array_index(unit->slots.now, guint64, HTOL_COLUMN_RAN) != 0;
}

/* Appends the units of the test or of the one before: for each, 1 + the number of units skipped since the last; then 0.
 */
static void put_facts(HtolShardWriter *writer, const HtolTest *test)
{
    guint32 after = 0;
    for (guint32 i = 0; i < test->n_units; i++)
        unit_of(writer, &test->units[i])->facts = &test->units[i];
    for (guint32 i = 0; i < writer->unit_list->len; i++) {
        Unit *unit = writer->unit_list->pdata[i];
        if (!concerns(unit))
            continue;
        htol_stream_put(writer->changes, i - after + 1);
        put_unit(writer, unit, writer->changes);
        unit->facts = NULL;
        after = i + 1;
    }
    htol_stream_put(writer->changes, 0);
}

/* ---- the whole ---- */

HtolShardWriter *htol_shard_writer_new(void)
{
    HtolShardWriter *writer = g_new0(HtolShardWriter, 1);
    writer->ready = g_byte_array_new();
    writer->pending = g_byte_array_new();
    start_tests(writer);
    return writer;
}

void htol_shard_writer_free(HtolShardWriter *writer)
{
    clear_tests(writer);
    g_byte_array_unref(writer->ready);
    g_byte_array_unref(writer->pending);
    g_free(writer);
}

static gboolean is_full(const HtolShardWriter *writer, guint64 more_slots)
{
    return writer->n_tests > 0 &&
           (writer->n_tests >= FULL_TESTS || writer->n_slots + more_slots > HTOL_MOST_SHARD_SLOTS || writer->is_split ||
            writer->test_rows->len + writer->changes->len + writer->values->len >= FULL_BLOCK);
}

static void add_test(HtolShardWriter *writer, const HtolTest *test, guint64 slots)
{
    if (is_full(writer, slots))
        close_tests(writer);
    put_test(writer, test);
    put_facts(writer, test);
    writer->n_tests++;
}

void htol_shard_writer_test(HtolShardWriter *writer, const HtolTest *test)
{
    HtolTest part = *test;
    guint64 slots = 0;
    part.n_units = 0;
    for (guint32 i = 0; i < test->n_units; i++) {
        if (slots + test->units[i].n_slots > HTOL_MOST_SHARD_SLOTS) {
            add_test(writer, &part, slots);
            writer->is_split = TRUE;
            part.units = &test->units[i];
            part.n_units = 0;
            slots = 0;
        }
        slots += test->units[i].n_slots;
        part.n_units++;
    }
    add_test(writer, &part, slots);
}

void htol_shard_writer_end(HtolShardWriter *writer)
{
    if (writer->n_tests > 0 || writer->n_blocks == 0)
        close_tests(writer);
    release(writer, TRUE);
}

GByteArray *htol_shard_writer_ready(HtolShardWriter *writer)
{
    return writer->ready;
}
