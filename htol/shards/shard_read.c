/* Reads shards; see shard.h. */
#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/base/pack.h"
#include "htol/shards/shard.h"

/* Most bytes of an unpacked block, against hostile ones; ours are far smaller unless a test has that many tuples. */
#define MOST_UNPACKED (1u << 30)

static gboolean damaged(GError **error, const char *wrong)
{
    g_set_error_literal(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED, wrong);
    return FALSE;
}

/* Bytes of memory that are charged for a unit without its slots (its arrays are on the heap), and for a word of slots.
 */
enum { UNIT_MEMORY = sizeof(HtolShardUnit) + 512, COLUMN_MEMORY = sizeof(HtolColumn) + sizeof(guint64) };

/* ---- blocks ---- */

static guint32 field(const guint8 *header, guint place)
{
    return htol_number_at(header + place);
}

static const char *wrong_header(const guint8 *bytes, gsize left)
{
    if (left < HTOL_AT_SHARD_END)
        return "cut short in the header of a block";
    if (memcmp(bytes, HTOL_SHARD_MAGIC_BYTES, HTOL_LEN_SHARD_MAGIC) != 0)
        return "what stands where a block should begin is none";
    if (htol_long_number_at(bytes + HTOL_AT_SHARD_PACKED) > left - HTOL_AT_SHARD_END)
        return "a block is cut short";
    return NULL;
}

static const char *wrong_block(const guint8 *bytes, gsize packed)
{
    guint64 sum = htol_sum(HTOL_FNV_BASIS, bytes, HTOL_AT_SHARD_CHECKSUM);
    sum = htol_sum(sum, bytes + HTOL_AT_SHARD_END, packed);
    if (htol_long_number_at(bytes + HTOL_AT_SHARD_CHECKSUM) != sum)
        return "the checksum of a block is wrong";
    if (field(bytes, HTOL_AT_SHARD_KIND) >= HTOL_SHARD_KINDS || field(bytes, HTOL_AT_SHARD_LAST) > 1)
        return "the header of a block is not sound";
    guint64 unpacked = htol_long_number_at(bytes + HTOL_AT_SHARD_UNPACKED);
    if (unpacked > MOST_UNPACKED || unpacked > htol_stream_most(packed))
        return "a block is too large";
    return NULL;
}

/* Returns where the next block may begin; behind damage, the next bytes that look like a beginning. */
static gsize next_begin(const HtolShardFile *file)
{
    for (gsize at = file->at + 1; at + HTOL_LEN_SHARD_MAGIC <= file->size; at++) {
        const guint8 *found =
            memchr(file->bytes + at, HTOL_SHARD_MAGIC_BYTES[0] & 0xff, file->size - HTOL_LEN_SHARD_MAGIC + 1 - at);
        if (!found)
            break;
        at = found - file->bytes;
        if (memcmp(found, HTOL_SHARD_MAGIC_BYTES, HTOL_LEN_SHARD_MAGIC) == 0)
            return at;
    }
    return file->size;
}

/* After damage any number may come next. */
static HtolShardNext skip_damage(HtolShardFile *file, const char *wrong, GError **error)
{
    file->at = next_begin(file);
    file->next = G_MAXUINT32;
    file->last = TRUE;
    damaged(error, wrong);
    return HTOL_SHARD_DAMAGED;
}

/* Returns what is wrong at the end of the file, or NULL; call it once. */
static const char *wrong_end(HtolShardFile *file)
{
    gboolean is_empty = file->size == 0 && file->next != G_MAXUINT32, last = file->last;
    file->next = G_MAXUINT32;
    file->last = TRUE;
    if (is_empty)
        return "the file is empty";
    return last ? NULL : "cut short: its last block is missing";
}

/* Returns what was lost before the block with that number; NULL if it is the expected one. */
static const char *wrong_number(const HtolShardFile *file, guint32 number)
{
    if (file->next == G_MAXUINT32 || number == (file->last ? 0 : file->next))
        return NULL;
    return "a block is missing";
}

static void take_block(HtolShardFile *file, HtolShardBlock *block)
{
    const guint8 *bytes = file->bytes + file->at;
    block->kind = field(bytes, HTOL_AT_SHARD_KIND);
    block->body = bytes + HTOL_AT_SHARD_END;
    block->size = htol_long_number_at(bytes + HTOL_AT_SHARD_PACKED);
    block->unpacked = htol_long_number_at(bytes + HTOL_AT_SHARD_UNPACKED);
    file->next = field(bytes, HTOL_AT_SHARD_NUMBER) + 1;
    file->last = field(bytes, HTOL_AT_SHARD_LAST);
    file->at += HTOL_AT_SHARD_END + block->size;
}

static HtolShardNext other_version(HtolShardFile *file, guint32 version, GError **error)
{
    file->at = file->size;
    file->last = TRUE;
    g_set_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_OTHER_VERSION,
                "shard of version %u, this hlcov reads version %d: run the tests again, or use the hlcov that wrote it",
                version, HTOL_SHARD_LAYOUT_VERSION);
    return HTOL_SHARD_DAMAGED;
}

HtolShardNext htol_shard_next(HtolShardFile *file, HtolShardBlock *block, GError **error)
{
    const guint8 *bytes = file->bytes + file->at;
    gsize left = file->size - file->at;
    const char *wrong = left == 0 ? wrong_end(file) : NULL;
    if (left == 0)
        return wrong && !damaged(error, wrong) ? HTOL_SHARD_DAMAGED : HTOL_SHARD_END;
    wrong = wrong_header(bytes, left);
    wrong = wrong ? wrong : wrong_block(bytes, htol_long_number_at(bytes + HTOL_AT_SHARD_PACKED));
    if (wrong)
        return skip_damage(file, wrong, error);
    if (field(bytes, HTOL_AT_SHARD_VERSION) != HTOL_SHARD_LAYOUT_VERSION)
        return other_version(file, field(bytes, HTOL_AT_SHARD_VERSION), error);
    wrong = wrong_number(file, field(bytes, HTOL_AT_SHARD_NUMBER));
    if (wrong) {
        file->next = G_MAXUINT32;
        damaged(error, wrong);
        return HTOL_SHARD_DAMAGED;
    }
    take_block(file, block);
    return HTOL_SHARD_BLOCK;
}

/* ---- bodies ---- */

static guint8 *unpack(HtolArena *arena, const HtolShardBlock *block)
{
    if (!htol_packed_is(block->body, block->size, block->unpacked))
        return NULL;
    guint8 *body = htol_arena_alloc(arena, MAX(block->unpacked, 1));
    return htol_unpack(body, block->unpacked, block->body, block->size) ? body : NULL;
}

static HtolProgram *read_programs(HtolShardReader *reader, HtolStream *body, guint32 *count)
{
    *count = htol_stream_count(body, 2, sizeof(HtolProgram));
    HtolProgram *programs = htol_arena_new0(reader->arena, HtolProgram, *count);
    for (guint32 i = 0; i < *count; i++) {
        programs[i].build_id = htol_stream_text(body, reader->arena);
        programs[i].path = htol_stream_text(body, reader->arena);
    }
    return programs;
}

static GArray *new_numbers(guint32 count)
{
    return g_array_set_size(g_array_new(FALSE, TRUE, sizeof(guint64)), count);
}

static GArray *new_columns(guint32 count)
{
    return g_array_set_size(g_array_new(FALSE, TRUE, sizeof(HtolColumn)), count);
}

static void start_unit(HtolShardUnit *unit, guint32 n_columns)
{
    unit->slots = new_columns(n_columns);
    unit->slots_now = new_numbers(n_columns);
    unit->tuples = new_columns(0);
    unit->tuples_now = new_numbers(0);
    unit->list = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
}

static void read_units(HtolShardReader *reader, HtolStream *body)
{
    guint64 slots = 0;
    reader->n_units = htol_stream_count(body, HTOL_ID_SIZE + 1, UNIT_MEMORY);
    reader->units = htol_arena_new0(reader->arena, HtolShardUnit, reader->n_units);
    for (guint32 i = 0; i < reader->n_units; i++) {
        HtolShardUnit *unit = &reader->units[i];
        const guint8 *id = htol_stream_bytes(body, HTOL_ID_SIZE);
        if (id)
            memcpy(unit->id, id, HTOL_ID_SIZE);
        unit->n_slots = htol_stream_number(body);
        slots += unit->n_slots;
        if (slots > HTOL_MOST_SHARD_SLOTS)
            unit->n_slots = htol_stream_fail(body, "its units have too many slots");
        if (!htol_stream_ask(body, unit->n_slots + HTOL_WORDS(unit->n_slots) * COLUMN_MEMORY))
            unit->n_slots = 0;
        start_unit(unit, HTOL_COLUMN_WORDS + HTOL_WORDS(unit->n_slots));
    }
}

static void read_ending(HtolStream *body, HtolEnding *ending)
{
    guint64 started = htol_stream_long(body), duration = htol_stream_long(body);
    ending->status = htol_stream_number(body);
    if (started > G_MAXINT64 || duration > G_MAXINT64 || ending->status > HTOL_END_UNKNOWN)
        htol_stream_fail(body, "a test ended in an impossible way");
    ending->started = started & G_MAXINT64;
    ending->duration = duration & G_MAXINT64;
}

static void read_test(HtolShardReader *reader, HtolStream *body, HtolTest *test, const HtolProgram *programs,
                      guint32 n_programs)
{
    test->name = htol_stream_text(body, reader->arena);
    read_ending(body, &test->ending);
    test->n_programs = htol_stream_count(body, 3, sizeof(HtolProgram));
    HtolProgram *own = htol_arena_new0(reader->arena, HtolProgram, test->n_programs);
    for (guint32 i = 0; i < test->n_programs; i++) {
        guint32 number = htol_stream_number(body);
        own[i] = (HtolProgram){"", "", {0, NULL, 0}};
        if (number < n_programs)
            own[i] = programs[number];
        else
            htol_stream_fail(body, "a test has a program that there is not");
        own[i].crashes = htol_crashes_get(body, reader->arena);
        if (i > 0 && htol_program_compare(&own[i - 1], &own[i]) >= 0)
            htol_stream_fail(body, "programs are not in order");
    }
    test->programs = own;
}

static void read_tests(HtolShardReader *reader, HtolStream *body, const HtolProgram *programs, guint32 n_programs)
{
    reader->n_tests = htol_stream_count(body, 5, sizeof(HtolTest));
    reader->tests = htol_arena_new0(reader->arena, HtolTest, reader->n_tests);
    for (guint32 i = 0; i < reader->n_tests && !body->wrong; i++) {
        read_test(reader, body, &reader->tests[i], programs, n_programs);
        if (i > 0 && !body->wrong && strcmp(reader->tests[i - 1].name, reader->tests[i].name) >= 0)
            htol_stream_fail(body, "tests are not in order");
    }
}

static void read_body(HtolShardReader *reader, HtolStream *body)
{
    guint32 n_programs;
    HtolProgram *programs = read_programs(reader, body, &n_programs);
    read_units(reader, body);
    read_tests(reader, body, programs, n_programs);
    guint32 size = htol_stream_count(body, 1, 0);
    const guint8 *changes = htol_stream_bytes(body, size);
    reader->changes =
        (HtolStream){.at = changes, .end = changes ? changes + size : NULL, .asked = body->asked, .most = body->most};
    reader->values = (HtolStream){.at = body->at, .end = body->end};
}

HtolShardReader *htol_shard_reader_new(const HtolShardBlock *block, GError **error)
{
    HtolArena *arena = htol_arena_new();
    HtolShardReader *reader = htol_arena_new0(arena, HtolShardReader, 1);
    reader->arena = arena;
    guint8 *bytes = unpack(arena, block);
    HtolStream body = {.at = bytes,
                       .end = bytes ? bytes + block->unpacked : NULL,
                       .asked = block->unpacked,
                       .most = htol_stream_most(block->size)};
    if (bytes)
        read_body(reader, &body);
    else
        htol_stream_fail(&body, "it cannot be unpacked");
    if (!body.wrong)
        return reader;
    g_set_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED, "a block is damaged: %s", body.wrong);
    htol_shard_reader_free(reader);
    return NULL;
}

void htol_shard_reader_free(HtolShardReader *reader)
{
    for (guint32 i = 0; i < reader->n_units && reader->units[i].list; i++) {
        HtolShardUnit *unit = &reader->units[i];
        g_array_unref(unit->slots);
        g_array_unref(unit->slots_now);
        g_array_unref(unit->tuples);
        g_array_unref(unit->tuples_now);
        g_array_unref(unit->list);
    }
    htol_arena_free(reader->arena);
}

/* ---- steps ---- */

/* Makes room in `*rows` for another row behind the first `count`. */
static void make_room(HtolShardReader *reader, void **rows, guint32 *room, guint32 count, gsize size)
{
    if (count < *room)
        return;
    gsize bytes = (2 * (gsize)*room + 1) * size;
    htol_stream_ask(&reader->changes, bytes);
    guint8 *more = htol_arena_alloc(reader->arena, bytes);
    if (count > 0)
        memcpy(more, *rows, count * size);
    *rows = more;
    *room = 2 * *room + 1;
}

static void add_content(HtolShardReader *reader, HtolColumn *column)
{
    const guint8 *value = htol_stream_bytes(&reader->values, sizeof(guint64));
    void *contents = column->contents;
    make_room(reader, &contents, &column->room, column->n_contents, sizeof(HtolContent));
    column->contents = contents;
    column->contents[column->n_contents++] = (HtolContent){.bits = value ? htol_long_number_at(value) : 0};
}

static void begin_range(HtolShardReader *reader, HtolContent *content)
{
    void *ranges = content->ranges;
    make_room(reader, &ranges, &content->room, content->n_ranges, sizeof(HtolRange));
    content->ranges = ranges;
    content->ranges[content->n_ranges++] = (HtolRange){reader->turn, reader->n_tests};
}

/* Makes content `reference` the current one of the column; returns its bits. */
static guint64 change_column(HtolShardReader *reader, HtolColumn *column, guint32 reference)
{
    if (reference == column->n_contents + 1)
        add_content(reader, column);
    if (reference > column->n_contents || reference == column->current)
        return htol_stream_fail(&reader->changes, "a change to what there is not");
    if (column->current > 0) {
        HtolContent *before = &column->contents[column->current - 1];
        before->ranges[before->n_ranges - 1].end = reader->turn;
    }
    column->current = reference;
    if (reference == 0)
        return 0;
    begin_range(reader, &column->contents[reference - 1]);
    return column->contents[reference - 1].bits;
}

static void read_part(HtolShardReader *reader, GArray *columns, GArray *now)
{
    guint32 count = htol_stream_count(&reader->changes, 2, 0), at = 0;
    for (guint32 i = 0; i < count && !reader->changes.wrong; i++, at++) {
        guint32 gap = htol_stream_number(&reader->changes);
        guint32 reference = htol_stream_number(&reader->changes);
        if (gap >= columns->len - MIN(at, columns->len)) {
            htol_stream_fail(&reader->changes, "a change where there is nothing");
            return;
        }
        at += gap;
        g_array_index(now, guint64, at) = change_column(reader, &g_array_index(columns, HtolColumn, at), reference);
    }
}

static void read_tuple(HtolShardReader *reader, HtolShardUnit *unit)
{
    HtolTuple tuple = {.source = htol_stream_number(&reader->changes)};
    tuple.n_values = htol_stream_count(&reader->changes, 2, 2 * sizeof(guint64));
    if (tuple.n_values == 0 || tuple.n_values > HTOL_MOST_TUPLE_VALUES) {
        htol_stream_fail(&reader->changes, "a tuple has an impossible number of values");
        return;
    }
    guint64 *words = htol_arena_new0(reader->arena, guint64, 2 * tuple.n_values);
    for (guint32 i = 0; i < 2 * tuple.n_values; i++)
        words[i] = htol_stream_long(&reader->changes);
    tuple.words = words;
    if (!htol_tuple_is_sound(&tuple))
        htol_stream_fail(&reader->changes, "a value of a tuple is impossible");
    g_array_append_val(unit->list, tuple);
}

static void read_unit(HtolShardReader *reader, HtolShardUnit *unit)
{
    read_part(reader, unit->slots, unit->slots_now);
    guint32 count = htol_stream_count(&reader->changes, 4, 2 * sizeof(HtolTuple));
    for (guint32 i = 0; i < count && !reader->changes.wrong; i++)
        read_tuple(reader, unit);
    g_array_set_size(unit->tuples, HTOL_WORDS(unit->list->len));
    g_array_set_size(unit->tuples_now, HTOL_WORDS(unit->list->len));
    read_part(reader, unit->tuples, unit->tuples_now);
}

/* Whether the bits behind the last slot or tuple are 0. */
static gboolean ends_well(const GArray *now, gsize first, gsize n_bits)
{
    return n_bits % 64 == 0 || g_array_index(now, guint64, first + n_bits / 64) >> n_bits % 64 == 0;
}

static gboolean is_well(const HtolShardUnit *unit)
{
    return ends_well(unit->slots_now, HTOL_COLUMN_WORDS, unit->n_slots) &&
           ends_well(unit->tuples_now, 0, unit->list->len) &&
           g_array_index(unit->slots_now, guint64, HTOL_COLUMN_RAN) <= 1;
}

static void read_units_of_test(HtolShardReader *reader)
{
    guint32 at = 0;
    for (;;) {
        guint32 gap = htol_stream_number(&reader->changes);
        if (gap == 0)
            return;
        if (gap > reader->n_units - at) {
            htol_stream_fail(&reader->changes, "a change to a unit that there is not");
            return;
        }
        at += gap;
        read_unit(reader, &reader->units[at - 1]);
        if (!reader->changes.wrong && !is_well(&reader->units[at - 1]))
            htol_stream_fail(&reader->changes, "bits behind the last");
    }
}

gboolean htol_shard_step(HtolShardReader *reader, GError **error)
{
    if (reader->turn == reader->n_tests) {
        if (htol_stream_left(&reader->changes) + htol_stream_left(&reader->values) > 0)
            damaged(error, "a block is damaged: more changes than tests");
        return FALSE;
    }
    read_units_of_test(reader);
    const char *wrong = reader->changes.wrong ? reader->changes.wrong : reader->values.wrong;
    if (wrong) {
        g_set_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED, "a block is damaged: %s", wrong);
        return FALSE;
    }
    reader->turn++;
    return TRUE;
}

static void take_tuples(const HtolShardUnit *unit, HtolArena *arena, HtolFacts *facts)
{
    g_autoptr(GArray) tuples = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
    for (guint32 i = 0; i < unit->list->len; i++)
        if (g_array_index(unit->tuples_now, guint64, i / 64) >> i % 64 & 1)
            g_array_append_val(tuples, g_array_index(unit->list, HtolTuple, i));
    g_array_sort(tuples, htol_tuple_compare);
    facts->n_tuples = tuples->len;
    facts->tuples = htol_arena_memdup(arena, tuples->data, tuples->len * sizeof(HtolTuple));
}

gboolean htol_shard_facts(const HtolShardReader *reader, guint32 number, HtolArena *arena, HtolFacts *facts)
{
    const HtolShardUnit *unit = &reader->units[number];
    if (g_array_index(unit->slots_now, guint64, HTOL_COLUMN_RAN) == 0)
        return FALSE;
    memcpy(facts->id, unit->id, HTOL_ID_SIZE);
    facts->n_slots = unit->n_slots;
    facts->lost = g_array_index(unit->slots_now, guint64, HTOL_COLUMN_LOST);
    facts->words = &g_array_index(unit->slots_now, guint64, HTOL_COLUMN_WORDS);
    take_tuples(unit, arena, facts);
    return TRUE;
}
