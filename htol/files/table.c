/* Tables to bytes, bytes to tables, tables to text; see table.h. All three are driven by the rows of
 * format.def and name no field; what a reader may rely on, table_check.c checks. */
#include "htol/files/table.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/base/pack.h"
#include "htol/base/part.h"
#include "htol/base/stream.h"
#include "htol/files/table_check.h"

/* What a hostile table may cost; real units stay far below. */
#define MOST_UNPACKED (1u << 28)

enum { ZSTD_LEVEL = 3 };

static const guint8 magic[HTOL_LEN_TABLE_MAGIC] = {0x89, 'H', 'L', 'T', '\r', '\n', 0x1a, '\n'};

G_STATIC_ASSERT(HTOL_LEN_TABLE_ID == HTOL_ID_SIZE);

const char *htol_skip_reason(guint32 skipped)
{
    static const char *const reasons[HTOL_SKIP_REASONS] = {
        [HTOL_MEASURED] = "it was not passed through",
        [HTOL_SKIP_ERROR] = "the front end could not parse it",
        [HTOL_SKIP_NAKED] = "only assembler may stand in it",
        [HTOL_SKIP_SHAPE] = "its text is not where the front end says it is",
    };
    return skipped < HTOL_SKIP_REASONS ? reasons[skipped] : "a newer hlcov passed it through";
}

const char *htol_fallback_reason(guint32 fallback)
{
    static const char *const reasons[HTOL_FALLBACKS] = {
        [HTOL_FALLBACK_NONE] = "may be evaluated early",
        [HTOL_FALLBACK_CALL] = "calls a function",
        [HTOL_FALLBACK_EFFECT] = "changes something",
        [HTOL_FALLBACK_MEMORY] = "reads what may not be there",
        [HTOL_FALLBACK_UNSET] = "may have no value yet",
        [HTOL_FALLBACK_VOLATILE] = "is volatile or atomic",
        [HTOL_FALLBACK_UNION] = "is in a union, which may hold another member",
        [HTOL_FALLBACK_DIVISOR] = "may divide by zero or overflow",
        [HTOL_FALLBACK_COUNT] = "may shift by too much",
        [HTOL_FALLBACK_POINTER] = "computes with pointers, or compares them by order",
        [HTOL_FALLBACK_FLOAT] = "may raise a floating-point exception",
        [HTOL_FALLBACK_CONVERSION] = "may lose its value when it is converted",
        [HTOL_FALLBACK_OTHER] = "is nothing that is evaluated twice",
    };
    return fallback < HTOL_FALLBACKS ? reasons[fallback] : "is not evaluated early, a newer hlcov says";
}

const char *htol_unrecorded_reason(guint32 unrecorded)
{
    static const char *const reasons[HTOL_UNRECORDED_REASONS] = {
        [HTOL_UNRECORDED_PLACE] = "nothing may be inserted into its text",
        [HTOL_UNRECORDED_ORDER] =
            "C leaves the order of evaluation open: its left operand may change before it is read",
    };
    return unrecorded < HTOL_UNRECORDED_REASONS ? reasons[unrecorded] : "a newer hlcov did not record it";
}

GQuark htol_table_error_quark(void)
{
    return g_quark_from_static_string("htol-table-error");
}

/* ---- the rows of format.def, as data ---- */

typedef enum { FIELD_NUM, FIELD_STR } FieldKind;

typedef struct {
    const char *name;
    FieldKind kind;
    gsize offset;
} Field;

typedef struct {
    const char *name;
    gsize size; /* of the struct */
    guint n_fields;
    const Field *fields;
} Record;

/* An array of a unit or function: where its count and its pointer are. */
typedef struct {
    const Record *record;
    gsize count, rows;
} Part;

#define RECORD(Type, name, doc) static const Field fields_##Type[] = {
#define NUM(Type, field, doc) {#field, FIELD_NUM, offsetof(HtolRow##Type, field)},
#define STR(Type, field, doc) {#field, FIELD_STR, offsetof(HtolRow##Type, field)},
#define RECORD_END(Type)                                                                                               \
    }                                                                                                                  \
    ;
#include "htol/base/format.def"
#undef RECORD
#undef NUM
#undef STR
#undef RECORD_END

#define RECORD(Type, name, doc)                                                                                        \
    static const Record record_##Type = {#name, sizeof(HtolRow##Type), G_N_ELEMENTS(fields_##Type), fields_##Type};
#define NUM(Type, field, doc)
#define STR(Type, field, doc)
#define RECORD_END(Type)
#include "htol/base/format.def"
#undef RECORD
#undef NUM
#undef STR
#undef RECORD_END

static const Part parts[] = {
#define PART(Type, field, doc) {&record_##Type, offsetof(HtolFunction, n_##field), offsetof(HtolFunction, field)},
#include "htol/base/format.def"
#undef PART
};

static const Part unit_parts[] = {
#define UNIT_PART(Type, field, doc) {&record_##Type, offsetof(HtolTable, n_##field), offsetof(HtolTable, field)},
#include "htol/base/format.def"
#undef UNIT_PART
};

static guint32 *number_in(const void *row, gsize offset)
{
    return (guint32 *)((const guint8 *)row + offset);
}

static const char **text_in(const void *row, gsize offset)
{
    return (const char **)((const guint8 *)row + offset);
}

/* `whole`: the unit or function. */
static guint8 **rows_in(const void *whole, const Part *part)
{
    return (guint8 **)((const guint8 *)whole + part->rows);
}

/* ---- writing ---- */

static void write_field(GByteArray *out, const Field *field, const void *row)
{
    if (field->kind == FIELD_NUM)
        htol_stream_put(out, *number_in(row, field->offset));
    else
        htol_stream_put_text(out, *text_in(row, field->offset));
}

static void write_row(GByteArray *out, const Record *record, const void *row)
{
    for (guint i = 0; i < record->n_fields; i++)
        write_field(out, &record->fields[i], row);
}

static void write_part(GByteArray *out, const Part *part, const void *whole)
{
    guint32 count = *number_in(whole, part->count);
    htol_stream_put(out, count);
    for (guint32 i = 0; i < count; i++)
        write_row(out, part->record, *rows_in(whole, part) + i * part->record->size);
}

static void write_function(GByteArray *out, const HtolFunction *function)
{
    write_row(out, &record_Function, &function->row);
    for (guint p = 0; p < G_N_ELEMENTS(parts); p++)
        write_part(out, &parts[p], function);
}

/* Of the packed rows: reading verifies it, and they are a fifth of the rows. */
static void make_id(const guint8 *packed, gsize size, guint8 id[HTOL_ID_SIZE])
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    gsize length = sizeof digest;
    g_checksum_update(checksum, packed, size);
    g_checksum_get_digest(checksum, digest, &length);
    memcpy(id, digest, HTOL_ID_SIZE);
}

static GByteArray *pack(const GByteArray *unpacked, const char *path, guint8 id[HTOL_ID_SIZE])
{
    GByteArray *out = g_byte_array_new();
    g_byte_array_set_size(out, HTOL_AT_TABLE_END);
    gsize packed = htol_pack(out, unpacked->data, unpacked->len, ZSTD_LEVEL);
    make_id(out->data + HTOL_AT_TABLE_END, packed, id);
    memset(out->data, 0, HTOL_AT_TABLE_END);
    memcpy(out->data + HTOL_AT_TABLE_MAGIC, magic, sizeof magic);
    htol_put_number(out->data + HTOL_AT_TABLE_VERSION, HTOL_TABLE_VERSION);
    htol_put_number(out->data + HTOL_AT_TABLE_PACKED, packed);
    htol_put_number(out->data + HTOL_AT_TABLE_UNPACKED, unpacked->len);
    htol_put_number(out->data + HTOL_AT_TABLE_PLACE, htol_part_hash(path));
    memcpy(out->data + HTOL_AT_TABLE_ID, id, HTOL_ID_SIZE);
    return out;
}

GByteArray *htol_table_write(HtolTable *table)
{
    g_assert_cmpstr(htol_table_wrong(table), ==, NULL);
    g_autoptr(GByteArray) unpacked = g_byte_array_new();
    write_row(unpacked, &record_Unit, &table->row);
    for (guint p = 0; p < G_N_ELEMENTS(unit_parts); p++)
        write_part(unpacked, &unit_parts[p], table);
    htol_stream_put(unpacked, table->n_functions);
    for (guint32 i = 0; i < table->n_functions; i++)
        write_function(unpacked, &table->functions[i]);
    g_assert_cmpuint(unpacked->len, <=, MOST_UNPACKED);
    return pack(unpacked, table->row.path, table->id);
}

/* ---- rows without places: fields of these names, and files ---- */

static gboolean is_place(const Field *field)
{
    static const char *const places[] = {"file", "line", "column", "end_line", "end_column", NULL};
    return g_strv_contains(places, field->name);
}

static void write_unplaced(GByteArray *out, const Record *record, const void *row)
{
    for (guint i = 0; i < record->n_fields; i++)
        if (!is_place(&record->fields[i]))
            write_field(out, &record->fields[i], row);
}

GByteArray *htol_function_unplaced(const HtolFunction *function)
{
    GByteArray *out = g_byte_array_new();
    write_unplaced(out, &record_Function, &function->row);
    for (guint p = 0; p < G_N_ELEMENTS(parts); p++) {
        guint32 count = *number_in(function, parts[p].count);
        if (parts[p].record == &record_File)
            continue;
        htol_stream_put(out, count);
        for (guint32 i = 0; i < count; i++)
            write_unplaced(out, parts[p].record, *rows_in(function, &parts[p]) + i * parts[p].record->size);
    }
    return out;
}

/* ---- reading ---- */

/* Unpacked rows while they are read. */
typedef struct {
    HtolStream stream;
    HtolArena *arena;
} Reader;

static void read_row(Reader *reader, const Record *record, void *row)
{
    for (guint i = 0; i < record->n_fields; i++) {
        const Field *field = &record->fields[i];
        if (field->kind == FIELD_NUM)
            *number_in(row, field->offset) = htol_stream_number(&reader->stream);
        else
            *text_in(row, field->offset) = htol_stream_text(&reader->stream, reader->arena);
    }
}

/* How many rows follow, each `size` bytes in memory. Each field takes a byte at least, so that a count cannot ask for
 * much more than is there. */
static guint32 read_count(Reader *reader, const Record *record, gsize size)
{
    return htol_stream_count(&reader->stream, record->n_fields, size);
}

static void read_part(Reader *reader, const Part *part, void *whole)
{
    guint32 count = read_count(reader, part->record, part->record->size);
    if (count == 0)
        return;
    guint8 *rows = htol_arena_alloc(reader->arena, count * part->record->size);
    for (guint32 i = 0; i < count && !reader->stream.wrong; i++)
        read_row(reader, part->record, rows + i * part->record->size);
    *number_in(whole, part->count) = count;
    *rows_in(whole, part) = rows;
}

static void read_function(Reader *reader, HtolFunction *function)
{
    function->bytes = reader->stream.at;
    read_row(reader, &record_Function, &function->row);
    for (guint p = 0; p < G_N_ELEMENTS(parts); p++)
        read_part(reader, &parts[p], function);
    function->size = reader->stream.at - function->bytes;
}

static void read_rows(Reader *reader, HtolTable *table)
{
    read_row(reader, &record_Unit, &table->row);
    for (guint p = 0; p < G_N_ELEMENTS(unit_parts); p++)
        read_part(reader, &unit_parts[p], table);
    table->n_functions = read_count(reader, &record_Function, sizeof(HtolFunction));
    table->functions = htol_arena_new0(reader->arena, HtolFunction, table->n_functions);
    for (guint32 i = 0; i < table->n_functions && !reader->stream.wrong; i++)
        read_function(reader, &table->functions[i]);
    if (htol_stream_left(&reader->stream) > 0)
        htol_stream_fail(&reader->stream, "rows are followed by other bytes");
    if (!reader->stream.wrong)
        reader->stream.wrong = htol_table_wrong(table);
}

static const char *wrong_header(const guint8 *bytes, gsize size)
{
    if (size < HTOL_AT_TABLE_END)
        return "it ends in its header";
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return "it does not begin as a table does";
    if (htol_number_at(bytes + HTOL_AT_TABLE_VERSION) == 0)
        return "its header is not sound";
    return NULL;
}

/* The frame's own idea of its size counts too: both must agree before memory is taken. */
static const char *wrong_frame(const guint8 *bytes, gsize size)
{
    guint32 packed = htol_number_at(bytes + HTOL_AT_TABLE_PACKED);
    guint32 unpacked = htol_number_at(bytes + HTOL_AT_TABLE_UNPACKED);
    if (packed > size - HTOL_AT_TABLE_END)
        return "it is cut short";
    if (unpacked > MOST_UNPACKED || unpacked > htol_stream_most(packed))
        return "it is too large";
    if (!htol_packed_is(bytes + HTOL_AT_TABLE_END, packed, unpacked))
        return "its packed size is wrong";
    return NULL;
}

/* The unpacked bytes in the arena, or NULL. They get there only when they are known to be as many as was
 * said. */
static const guint8 *unpack(HtolArena *arena, const guint8 *bytes, const char **wrong)
{
    guint32 packed = htol_number_at(bytes + HTOL_AT_TABLE_PACKED);
    guint32 unpacked = htol_number_at(bytes + HTOL_AT_TABLE_UNPACKED);
    guint8 id[HTOL_ID_SIZE];
    *wrong = "its checksum is wrong";
    make_id(bytes + HTOL_AT_TABLE_END, packed, id);
    if (memcmp(id, bytes + HTOL_AT_TABLE_ID, HTOL_ID_SIZE) != 0)
        return NULL;
    *wrong = "it is too large for this machine";
    g_autofree guint8 *buffer = g_try_malloc(MAX(unpacked, 1));
    if (!buffer)
        return NULL;
    *wrong = "its packed rows are damaged";
    if (!htol_unpack(buffer, unpacked, bytes + HTOL_AT_TABLE_END, packed))
        return NULL;
    *wrong = NULL;
    return htol_arena_memdup(arena, buffer, unpacked);
}

static HtolTable *read_packed(HtolArena *arena, const guint8 *bytes, const char **wrong)
{
    const guint8 *unpacked = unpack(arena, bytes, wrong);
    if (!unpacked)
        return NULL;
    HtolTable *table = htol_arena_new0(arena, HtolTable, 1);
    Reader reader = {.stream = {.at = unpacked,
                                .end = unpacked + htol_number_at(bytes + HTOL_AT_TABLE_UNPACKED),
                                .most = htol_stream_most(htol_number_at(bytes + HTOL_AT_TABLE_PACKED))},
                     .arena = arena};
    memcpy(table->id, bytes + HTOL_AT_TABLE_ID, HTOL_ID_SIZE);
    read_rows(&reader, table);
    *wrong = reader.stream.wrong;
    if (!*wrong && htol_number_at(bytes + HTOL_AT_TABLE_PLACE) != htol_part_hash(table->row.path))
        *wrong = "its header is not sound";
    return table;
}

HtolTable *htol_table_read(HtolArena *arena, const guint8 *bytes, gsize size, gsize *used, GError **error)
{
    HtolTable *table = NULL;
    const char *wrong = wrong_header(bytes, size);
    if (!wrong && htol_number_at(bytes + HTOL_AT_TABLE_VERSION) != HTOL_TABLE_VERSION) {
        g_set_error(
            error, HTOL_TABLE_ERROR, HTOL_TABLE_OTHER_VERSION,
            "the table has version %u, this hlcov reads version %d: build again, or use the hlcov that wrote it",
            htol_number_at(bytes + HTOL_AT_TABLE_VERSION), HTOL_TABLE_VERSION);
        return NULL;
    }
    if (!wrong)
        wrong = wrong_frame(bytes, size);
    if (!wrong)
        table = read_packed(arena, bytes, &wrong);
    if (wrong) {
        g_set_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED, "the table is damaged: %s", wrong);
        return NULL;
    }
    if (used)
        *used = HTOL_AT_TABLE_END + htol_number_at(bytes + HTOL_AT_TABLE_PACKED);
    return table;
}

gboolean htol_table_peek(const guint8 *bytes, gsize size, guint8 id[HTOL_ID_SIZE], guint32 *hash)
{
    if (wrong_header(bytes, size) || htol_number_at(bytes + HTOL_AT_TABLE_VERSION) != HTOL_TABLE_VERSION)
        return FALSE;
    memcpy(id, bytes + HTOL_AT_TABLE_ID, HTOL_ID_SIZE);
    *hash = htol_number_at(bytes + HTOL_AT_TABLE_PLACE);
    return TRUE;
}

/* ---- copying ---- */

HtolTable *htol_table_head(HtolArena *arena, const HtolTable *table)
{
    HtolTable *head = htol_arena_new0(arena, HtolTable, 1);
    memcpy(head->id, table->id, HTOL_ID_SIZE);
    head->row = table->row;
    for (guint i = 0; i < record_Unit.n_fields; i++) {
        const Field *field = &record_Unit.fields[i];
        if (field->kind == FIELD_STR) {
            const char **text = text_in(&head->row, field->offset);
            *text = htol_arena_strndup(arena, *text, strlen(*text));
        }
    }
    return head;
}

HtolFunction *htol_function_copy(HtolArena *arena, const HtolFunction *function)
{
    const guint8 *bytes = htol_arena_memdup(arena, function->bytes, function->size);
    HtolFunction *copy = htol_arena_new0(arena, HtolFunction, 1);
    Reader reader = {.stream = {.at = bytes, .end = bytes + function->size}, .arena = arena};
    read_function(&reader, copy);
    copy->first_slot = function->first_slot;
    copy->first_source = function->first_source;
    return copy;
}

/* ---- printing ---- */

char *htol_id_text(const guint8 id[HTOL_ID_SIZE])
{
    GString *text = g_string_sized_new(2 * HTOL_ID_SIZE);
    for (guint i = 0; i < HTOL_ID_SIZE; i++)
        g_string_append_printf(text, "%02x", id[i]);
    return g_string_free(text, FALSE);
}

guint htol_id_hash(gconstpointer id)
{
    guint hash;
    memcpy(&hash, id, sizeof hash);
    return hash;
}

gboolean htol_function_equal(const HtolFunction *one, const HtolFunction *other)
{
    return one->size == other->size && memcmp(one->bytes, other->bytes, one->size) == 0;
}

gboolean htol_id_equal(gconstpointer one, gconstpointer other)
{
    return memcmp(one, other, HTOL_ID_SIZE) == 0;
}

/* Text as in C; bytes that are not ASCII stay only where they are UTF-8. */
static void dump_text(const char *text, GString *out)
{
    gboolean is_utf8 = g_utf8_validate(text, -1, NULL);
    g_string_append_c(out, '"');
    for (const char *c = text; *c; c++) {
        guint8 byte = *c;
        if (byte == '"' || byte == '\\')
            g_string_append_printf(out, "\\%c", byte);
        else if (byte < ' ' || byte == 0x7f || (byte > 0x7f && !is_utf8))
            g_string_append_printf(out, "\\%03o", byte);
        else
            g_string_append_c(out, byte);
    }
    g_string_append_c(out, '"');
}

static void dump_fields(const Record *record, const void *row, GString *out)
{
    for (guint i = 0; i < record->n_fields; i++) {
        const Field *field = &record->fields[i];
        g_string_append_printf(out, " %s=", field->name);
        if (field->kind == FIELD_NUM)
            g_string_append_printf(out, "%u", *number_in(row, field->offset));
        else
            dump_text(*text_in(row, field->offset), out);
    }
    g_string_append_c(out, '\n');
}

static void dump_part(const Part *part, const void *whole, GString *out)
{
    guint32 count = *number_in(whole, part->count);
    for (guint32 i = 0; i < count; i++) {
        g_string_append_printf(out, "  %s %u:", part->record->name, i);
        dump_fields(part->record, *rows_in(whole, part) + i * part->record->size, out);
    }
}

void htol_table_dump(const HtolTable *table, GString *out)
{
    g_autofree char *id = htol_id_text(table->id);
    g_string_append_printf(out, "table %s\n%s:", id, record_Unit.name);
    dump_fields(&record_Unit, &table->row, out);
    for (guint p = 0; p < G_N_ELEMENTS(unit_parts); p++)
        dump_part(&unit_parts[p], table, out);
    for (guint32 i = 0; i < table->n_functions; i++) {
        g_string_append_printf(out, "%s %u:", record_Function.name, i);
        dump_fields(&record_Function, &table->functions[i].row, out);
        for (guint p = 0; p < G_N_ELEMENTS(parts); p++)
            dump_part(&parts[p], &table->functions[i], out);
    }
}
