/* Tables to bytes, bytes to tables, tables to text; see table.h. All three are driven by the rows of
 * format.def and name no field, save for the checks of what a reader may rely on. */
#include "htol/table.h"

#include <string.h>
#include <zstd.h>

#include "htol/bytes.h"
#include "htol/env.h"
#include "htol/layout.h"

/* What a hostile table may cost. Real units stay far below all of these. */
#define MOST_UNPACKED (1u << 30)
#define MOST_SLOTS (1u << 26)
#define MOST_SOURCES (1u << 26)
#define MOST_VALUES_OF_WAYS (1u << 24) /* of a decision: ways times columns of its environments */
#define MOST_VALUES (1u << 30)         /* likewise, cut-short ways included */

enum { ZSTD_LEVEL = 3, LEB_BYTES = 5 /* that 32 bits may take */ };

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

GQuark htol_table_error_quark(void)
{
    return g_quark_from_static_string("htol-table-error");
}

/* The rows of format.def, as data
 * ---------------------------------------------------------------------------------------------------- */

typedef enum { FIELD_NUM, FIELD_STR } FieldKind;

typedef struct {
    const char *name;
    FieldKind kind;
    guint32 since;
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
    guint32 since;
    gsize count, rows;
} Part;

#define RECORD(Type, name, doc) static const Field fields_##Type[] = {
#define NUM(Type, field, since, doc) {#field, FIELD_NUM, since, offsetof(HtolRow##Type, field)},
#define STR(Type, field, since, doc) {#field, FIELD_STR, since, offsetof(HtolRow##Type, field)},
#define RECORD_END(Type)                                                                                     \
    }                                                                                                        \
    ;
#include "htol/format.def"
#undef RECORD
#undef NUM
#undef STR
#undef RECORD_END

#define RECORD(Type, name, doc)                                                                              \
    static const Record record_##Type = {#name, sizeof(HtolRow##Type), G_N_ELEMENTS(fields_##Type),          \
                                         fields_##Type};
#define NUM(Type, field, since, doc)
#define STR(Type, field, since, doc)
#define RECORD_END(Type)
#include "htol/format.def"
#undef RECORD
#undef NUM
#undef STR
#undef RECORD_END

static const Part parts[] = {
#define PART(Type, field, since, doc)                                                                        \
    {&record_##Type, since, offsetof(HtolFunction, n_##field), offsetof(HtolFunction, field)},
#include "htol/format.def"
#undef PART
};

static const Part unit_parts[] = {
#define UNIT_PART(Type, field, since, doc)                                                                   \
    {&record_##Type, since, offsetof(HtolTable, n_##field), offsetof(HtolTable, field)},
#include "htol/format.def"
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

/* Checks: each returns what is wrong with the row, or NULL
 * ---------------------------------------------------------------------------------------------------- */

static gboolean in_range(guint64 first, guint64 count, guint64 limit)
{
    return first + count <= limit;
}

/* Whether the number is 0 for none, or 1 and an index below the limit. */
static gboolean is_optional(guint32 number, guint32 limit)
{
    return number <= limit;
}

static const char *wrong_File(const HtolFunction *function, const HtolRowFile *row)
{
    (void)function;
    (void)row;
    return NULL;
}

static const char *wrong_Block(const HtolFunction *function, const HtolRowBlock *row)
{
    if (row->file >= function->n_files)
        return "a block's file is out of range";
    if (row->terms == 0 || !in_range(row->first_term, row->terms, function->n_terms))
        return "a block's terms are out of range";
    return NULL;
}

static const char *wrong_Term(const HtolFunction *function, const HtolRowTerm *row)
{
    const guint32 limits[] = {[HTOL_TERM_SLOT] = function->row.slots,
                              [HTOL_TERM_FALSE] = function->n_decisions,
                              [HTOL_TERM_TRUE] = function->n_decisions,
                              [HTOL_TERM_ARM] = function->n_arms};
    if (row->kind >= G_N_ELEMENTS(limits))
        return "a term's kind is not known";
    return row->index < limits[row->kind] ? NULL : "a term's index is out of range";
}

static const char *wrong_Statement(const HtolFunction *function, const HtolRowStatement *row)
{
    if (row->file >= function->n_files)
        return "a statement's file is out of range";
    return row->block < function->n_blocks ? NULL : "a statement's block is out of range";
}

static gboolean is_outcome(const HtolRowTerm *term)
{
    return term->kind == HTOL_TERM_FALSE || term->kind == HTOL_TERM_TRUE;
}

static const char *wrong_Branch(const HtolFunction *function, const HtolRowBranch *row)
{
    guint64 terms = (guint64)row->trues + row->falses;
    if (row->file >= function->n_files)
        return "a branch's file is out of range";
    if (!in_range(row->first_term, terms, function->n_terms))
        return "a branch's terms are out of range";
    for (guint64 i = 0; i < terms; i++)
        if (!is_outcome(&function->terms[row->first_term + i]))
            return "a branch's terms are not outcomes of decisions";
    return NULL;
}

static const char *wrong_Switch(const HtolFunction *function, const HtolRowSwitch *row)
{
    if (row->file >= function->n_files)
        return "a switch's file is out of range";
    return in_range(row->first_arm, row->arms, function->n_arms) ? NULL : "a switch's arms are out of range";
}

static const char *wrong_Arm(const HtolFunction *function, const HtolRowArm *row)
{
    if (row->kind > HTOL_ARM_NONE)
        return "an arm's kind is not known";
    if (row->file >= function->n_files)
        return "an arm's file is out of range";
    return row->slot < function->row.slots ? NULL : "an arm's slot is out of range";
}

static const char *wrong_Condition(const HtolFunction *function, const HtolRowCondition *row)
{
    if (row->state > HTOL_CONDITION_ALONE)
        return "a condition's state is not known";
    if (row->file >= function->n_files)
        return "a condition's file is out of range";
    if (!in_range(row->cut_slot, row->cut_slots, function->row.slots))
        return "a condition's cut-short ways have slots out of range";
    return NULL;
}

static gboolean is_live(const HtolRowCondition *conditions, guint32 target)
{
    return target < HTOL_TARGET_CONDITION ||
           conditions[target - HTOL_TARGET_CONDITION].state == HTOL_CONDITION_LIVE;
}

/* Every target is an outcome or a condition further on, so that the graph has no cycle; what can be reached
 * is live. */
static gboolean has_good_targets(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint64 end = (guint64)decision->conditions + HTOL_TARGET_CONDITION;
    if (decision->root >= end || !is_live(conditions, decision->root))
        return FALSE;
    for (guint32 i = 0; i < decision->conditions; i++) {
        const guint32 targets[] = {conditions[i].on_true, conditions[i].on_false};
        for (guint t = 0; t < G_N_ELEMENTS(targets); t++) {
            if (targets[t] >= end ||
                (targets[t] >= HTOL_TARGET_CONDITION && targets[t] - HTOL_TARGET_CONDITION <= i))
                return FALSE;
            if (conditions[i].state == HTOL_CONDITION_LIVE && !is_live(conditions, targets[t]))
                return FALSE;
        }
    }
    return TRUE;
}

/* A condition repeats the first of those that must have its value, and that one repeats none. */
static gboolean has_good_repeats(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    for (guint32 i = 0; i < decision->conditions; i++) {
        guint32 same = conditions[i].same;
        if (!is_optional(same, i) || (same > 0 && conditions[same - 1].same != 0))
            return FALSE;
    }
    return TRUE;
}

static guint32 count_live(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint32 live = 0;
    for (guint32 i = 0; i < decision->conditions; i++)
        live += conditions[i].state == HTOL_CONDITION_LIVE;
    return live;
}

/* 0 for more than can be counted. */
static guint32 count_ways(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint32 live = count_live(decision, conditions);
    if (decision->root < HTOL_TARGET_CONDITION)
        return 1;
    if (decision->semantics == HTOL_DECISION_COMPLETE)
        return live < 32 ? 1u << live : 0;
    g_autofree guint32 *ways_from = htol_decision_ways_from(decision, conditions);
    return ways_from[decision->root - HTOL_TARGET_CONDITION];
}

static void add_path(guint8 *paths, guint32 target, guint8 count)
{
    if (target >= HTOL_TARGET_CONDITION)
        paths[target - HTOL_TARGET_CONDITION] = MIN(paths[target - HTOL_TARGET_CONDITION] + count, 2);
}

/* One slot for the way so far is enough only where one path leads. */
static gboolean has_good_cuts(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    g_autofree guint8 *paths = g_new0(guint8, MAX(decision->conditions, 1));
    add_path(paths, decision->root, 1);
    for (guint32 i = 0; i < decision->conditions; i++) {
        const HtolRowCondition *row = &conditions[i];
        if (row->cut_slots == 1 && paths[i] != 1)
            return FALSE;
        if (row->cut_slots > 1 && row->cut_slots != decision->ways)
            return FALSE;
        add_path(paths, row->on_true, paths[i]);
        add_path(paths, row->on_false, paths[i]);
    }
    return TRUE;
}

static guint64 count_cuts(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint64 cuts = 0;
    for (guint32 i = 0; i < decision->conditions; i++)
        cuts += conditions[i].cut_slots;
    return cuts;
}

static const char *wrong_slots(const HtolFunction *function, const HtolRowDecision *row)
{
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    guint64 columns = (guint64)row->conditions + 1;
    guint64 slots = row->ways ? row->ways : 2 * columns;
    if (row->root < HTOL_TARGET_CONDITION)
        return count_cuts(row, conditions) == 0 ? NULL : "a constant decision has cut-short ways";
    if (row->semantics == HTOL_DECISION_COMPLETE && count_cuts(row, conditions) > 0)
        return "a complete decision has cut-short ways";
    if (!in_range(row->slot, slots, function->row.slots))
        return "a decision's slots are out of range";
    if (row->ways * columns > MOST_VALUES_OF_WAYS ||
        (row->ways + count_cuts(row, conditions)) * columns > MOST_VALUES)
        return "a decision is too large";
    return has_good_cuts(row, conditions) ? NULL
                                          : "a condition's cut-short ways are not as many as lead to it";
}

static const char *wrong_Decision(const HtolFunction *function, const HtolRowDecision *row)
{
    if (row->kind > HTOL_DECISION_VALUE || row->semantics > HTOL_DECISION_FALLBACK)
        return "a decision's kind is not known";
    if (!is_optional(row->source, row->ways ? 0 : function->row.sources))
        return "a decision's source is out of range";
    if (row->file >= function->n_files)
        return "a decision's file is out of range";
    if (!in_range(row->first_condition, row->conditions, function->n_conditions))
        return "a decision's conditions are out of range";
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    if (!has_good_targets(row, conditions))
        return "a decision's graph is not sound";
    if (!has_good_repeats(row, conditions))
        return "a condition repeats one that is not the first of its kind";
    gboolean over_cap = row->ways == 0 && row->root >= HTOL_TARGET_CONDITION;
    if (!over_cap && row->ways != count_ways(row, conditions))
        return "a decision's ways are not those of its graph";
    return wrong_slots(function, row);
}

/* Whether there are tuples exactly where there are values. */
static gboolean has_good_source(const HtolFunction *function, guint32 source, guint32 values)
{
    return is_optional(source, function->row.sources) && (source == 0) == (values == 0);
}

static const char *wrong_Label(const HtolFunction *function, const HtolRowLabel *row)
{
    if (row->file >= function->n_files)
        return "a label's file is out of range";
    if (row->slot >= function->row.slots || !is_optional(row->unsafe, function->row.slots))
        return "a label's slots are out of range";
    if (!has_good_source(function, row->source, row->values))
        return "a label's source is out of range";
    return row->values <= HTOL_MOST_TUPLE_VALUES ? NULL : "a label has too many values";
}

static const char *wrong_Sequence(const HtolFunction *function, const HtolRowSequence *row)
{
    if (row->slot >= function->row.slots || row->overflow >= function->row.slots)
        return "a sequence's slots are out of range";
    if (!has_good_source(function, row->source, row->values))
        return "a sequence's source is out of range";
    return row->values <= HTOL_MOST_TUPLE_VALUES ? NULL : "a sequence has too many values";
}

static void add_source(GArray *sources, guint32 source)
{
    if (source > 0)
        g_array_append_val(sources, source);
}

static gint compare_numbers(gconstpointer left, gconstpointer right)
{
    guint32 one = *(const guint32 *)left, other = *(const guint32 *)right;
    return (one > other) - (one < other);
}

/* A tuple must say whose it is. */
static gboolean shares_sources(const HtolFunction *function)
{
    g_autoptr(GArray) sources = g_array_new(FALSE, FALSE, sizeof(guint32));
    gboolean shared = FALSE;
    for (guint32 i = 0; i < function->n_decisions; i++)
        add_source(sources, function->decisions[i].source);
    for (guint32 i = 0; i < function->n_labels; i++)
        add_source(sources, function->labels[i].source);
    for (guint32 i = 0; i < function->n_sequences; i++)
        add_source(sources, function->sequences[i].source);
    g_array_sort(sources, compare_numbers);
    for (guint i = 1; i < sources->len; i++)
        shared |= g_array_index(sources, guint32, i - 1) == g_array_index(sources, guint32, i);
    return shared;
}

/* Rows may not be shared, or few bytes could stand for much work. */
static const char *wrong_sums(const HtolFunction *function)
{
    guint64 conditions = 0, ways = 0, arms = 0, terms = 0;
    for (guint32 i = 0; i < function->n_decisions; i++) {
        conditions += function->decisions[i].conditions;
        ways += function->decisions[i].root < HTOL_TARGET_CONDITION ? 0 : function->decisions[i].ways;
    }
    for (guint32 i = 0; i < function->n_switches; i++)
        arms += function->switches[i].arms;
    for (guint32 i = 0; i < function->n_blocks; i++)
        terms += function->blocks[i].terms;
    for (guint32 i = 0; i < function->n_branches; i++)
        terms += (guint64)function->branches[i].trues + function->branches[i].falses;
    if (conditions > function->n_conditions || arms > function->n_arms || terms > function->n_terms)
        return "rows of a function belong to several others";
    if (ways > function->row.slots)
        return "decisions of a function share slots";
    return shares_sources(function) ? "rows of a function share a source" : NULL;
}

static const char *wrong_function(const HtolFunction *function)
{
    const char *wrong = NULL;
    if (function->n_files == 0)
        return "a function has no file";
    if (function->row.linkage > 2)
        return "a function's linkage is not known";
    if (function->row.skipped == HTOL_MEASURED && function->n_blocks == 0)
        return "a function has no blocks";
#define PART(Type, field, since, doc)                                                                        \
    for (guint32 i = 0; i < function->n_##field && !wrong; i++)                                              \
        wrong = wrong_##Type(function, &function->field[i]);
#include "htol/format.def"
#undef PART
    return wrong ? wrong : wrong_sums(function);
}

static const char *wrong_scripts(const HtolTable *table)
{
    for (guint32 i = 0; i < table->n_scripts; i++)
        if (table->scripts[i].kind > HTOL_SCRIPT_MARKS)
            return "a script's kind is not known";
    return NULL;
}

/* Also gives the functions their first slots and sources. */
static const char *wrong_table(HtolTable *table)
{
    guint64 slots = 0, sources = 0;
    for (guint32 i = 0; i < table->n_functions; i++) {
        const char *wrong = wrong_function(&table->functions[i]);
        if (wrong)
            return wrong;
        table->functions[i].first_slot = slots;
        table->functions[i].first_source = sources;
        slots += table->functions[i].row.slots;
        sources += table->functions[i].row.sources;
        if (slots > MOST_SLOTS)
            return "it has too many slots";
        if (sources > MOST_SOURCES)
            return "it has too many sources";
    }
    if (slots != table->row.slots)
        return "its slots are not those of its functions";
    if (sources != table->row.sources)
        return "its sources are not those of its functions";
    return wrong_scripts(table);
}

/* Writing
 * ---------------------------------------------------------------------------------------------------- */

static void write_number(GByteArray *out, guint32 number)
{
    guint8 bytes[LEB_BYTES];
    guint n = 0;
    do {
        bytes[n++] = (number & 0x7f) | (number > 0x7f ? 0x80 : 0);
        number >>= 7;
    } while (number > 0);
    g_byte_array_append(out, bytes, n);
}

static void write_text(GByteArray *out, const char *text)
{
    gsize length = text ? strlen(text) : 0;
    write_number(out, length);
    g_byte_array_append(out, (const guint8 *)text, length);
}

static void write_row(GByteArray *out, const Record *record, const void *row)
{
    for (guint i = 0; i < record->n_fields; i++) {
        const Field *field = &record->fields[i];
        if (field->kind == FIELD_NUM)
            write_number(out, *number_in(row, field->offset));
        else
            write_text(out, *text_in(row, field->offset));
    }
}

static void write_part(GByteArray *out, const Part *part, const void *whole)
{
    guint32 count = *number_in(whole, part->count);
    write_number(out, count);
    for (guint32 i = 0; i < count; i++)
        write_row(out, part->record, *rows_in(whole, part) + i * part->record->size);
}

static void write_function(GByteArray *out, const HtolFunction *function)
{
    write_row(out, &record_Function, &function->row);
    for (guint p = 0; p < G_N_ELEMENTS(parts); p++)
        write_part(out, &parts[p], function);
}

static void make_id(const guint8 *bytes, gsize size, guint8 id[HTOL_ID_SIZE])
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    gsize length = sizeof digest;
    g_checksum_update(checksum, bytes, size);
    g_checksum_get_digest(checksum, digest, &length);
    memcpy(id, digest, HTOL_ID_SIZE);
}

static void put32(guint8 *place, guint32 number)
{
    number = GUINT32_TO_LE(number);
    memcpy(place, &number, sizeof number);
}

static GByteArray *pack(const GByteArray *unpacked, const guint8 id[HTOL_ID_SIZE])
{
    gsize bound = ZSTD_compressBound(unpacked->len);
    GByteArray *out = g_byte_array_sized_new(HTOL_AT_TABLE_END + bound);
    g_byte_array_set_size(out, HTOL_AT_TABLE_END + bound);
    gsize packed =
        ZSTD_compress(out->data + HTOL_AT_TABLE_END, bound, unpacked->data, unpacked->len, ZSTD_LEVEL);
    g_assert(!ZSTD_isError(packed));
    g_byte_array_set_size(out, HTOL_AT_TABLE_END + packed);
    memset(out->data, 0, HTOL_AT_TABLE_END);
    memcpy(out->data + HTOL_AT_TABLE_MAGIC, magic, sizeof magic);
    put32(out->data + HTOL_AT_TABLE_VERSION, HTOL_TABLE_VERSION);
    put32(out->data + HTOL_AT_TABLE_PACKED, packed);
    put32(out->data + HTOL_AT_TABLE_UNPACKED, unpacked->len);
    memcpy(out->data + HTOL_AT_TABLE_ID, id, HTOL_ID_SIZE);
    return out;
}

GByteArray *htol_table_write(HtolTable *table)
{
    g_assert_cmpstr(wrong_table(table), ==, NULL);
    g_autoptr(GByteArray) unpacked = g_byte_array_new();
    write_row(unpacked, &record_Unit, &table->row);
    for (guint p = 0; p < G_N_ELEMENTS(unit_parts); p++)
        write_part(unpacked, &unit_parts[p], table);
    write_number(unpacked, table->n_functions);
    for (guint32 i = 0; i < table->n_functions; i++)
        write_function(unpacked, &table->functions[i]);
    g_assert_cmpuint(unpacked->len, <=, MOST_UNPACKED);
    make_id(unpacked->data, unpacked->len, table->id);
    return pack(unpacked, table->id);
}

/* Reading
 * ---------------------------------------------------------------------------------------------------- */

/* Unpacked bytes while they are read. After the first fault everything read is 0 or empty. */
typedef struct {
    HtolArena *arena;
    const guint8 *at, *end;
    guint32 version;
    const char *wrong;
} Reader;

static gsize bytes_left(const Reader *reader)
{
    return reader->end - reader->at;
}

static guint32 fail(Reader *reader, const char *wrong)
{
    if (!reader->wrong)
        reader->wrong = wrong;
    reader->at = reader->end;
    return 0;
}

static guint32 read_number(Reader *reader)
{
    guint64 number = 0;
    for (guint shift = 0; shift < 7 * LEB_BYTES; shift += 7) {
        if (bytes_left(reader) == 0)
            return fail(reader, "it ends in the middle of a row");
        guint8 byte = *reader->at++;
        number |= (guint64)(byte & 0x7f) << shift;
        if (byte & 0x80)
            continue;
        return number <= G_MAXUINT32 ? number : fail(reader, "a number is too large");
    }
    return fail(reader, "a number is too long");
}

static const char *read_text(Reader *reader)
{
    guint32 length = read_number(reader);
    if (length > bytes_left(reader))
        length = fail(reader, "a text is longer than the table");
    const char *text = (const char *)reader->at;
    if (length == 0)
        return "";
    if (memchr(text, 0, length)) {
        fail(reader, "a text holds a zero byte");
        return "";
    }
    reader->at += length;
    return htol_arena_strndup(reader->arena, text, length);
}

static void read_row(Reader *reader, const Record *record, void *row)
{
    for (guint i = 0; i < record->n_fields; i++) {
        const Field *field = &record->fields[i];
        gboolean there = field->since <= reader->version;
        if (field->kind == FIELD_NUM)
            *number_in(row, field->offset) = there ? read_number(reader) : 0;
        else
            *text_in(row, field->offset) = there ? read_text(reader) : "";
    }
}

/* How many rows follow. Each field takes a byte at least, so that a count cannot ask for much more than is
 * there. */
static guint32 read_count(Reader *reader, const Record *record)
{
    guint fields = 0;
    for (guint i = 0; i < record->n_fields; i++)
        fields += record->fields[i].since <= reader->version;
    guint32 count = read_number(reader);
    return count <= bytes_left(reader) / MAX(fields, 1) ? count
                                                        : fail(reader, "a count is larger than the table");
}

static void read_part(Reader *reader, const Part *part, void *whole)
{
    guint32 count = part->since <= reader->version ? read_count(reader, part->record) : 0;
    guint8 *rows = htol_arena_alloc(reader->arena, count * part->record->size);
    for (guint32 i = 0; i < count && !reader->wrong; i++)
        read_row(reader, part->record, rows + i * part->record->size);
    *number_in(whole, part->count) = count;
    *rows_in(whole, part) = rows;
}

/* As a table of this version has it, so that equal functions of tables of several versions have equal bytes.
 */
static void encode_again(Reader *reader, HtolFunction *function)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    write_function(bytes, function);
    function->bytes = htol_arena_memdup(reader->arena, bytes->data, bytes->len);
    function->size = bytes->len;
}

static void read_function(Reader *reader, HtolFunction *function)
{
    function->bytes = reader->at;
    read_row(reader, &record_Function, &function->row);
    for (guint p = 0; p < G_N_ELEMENTS(parts); p++)
        read_part(reader, &parts[p], function);
    function->size = reader->at - function->bytes;
    if (reader->version < HTOL_TABLE_VERSION && !reader->wrong)
        encode_again(reader, function);
}

static void read_rows(Reader *reader, HtolTable *table)
{
    read_row(reader, &record_Unit, &table->row);
    for (guint p = 0; p < G_N_ELEMENTS(unit_parts); p++)
        read_part(reader, &unit_parts[p], table);
    table->n_functions = read_count(reader, &record_Function);
    table->functions = htol_arena_new0(reader->arena, HtolFunction, table->n_functions);
    for (guint32 i = 0; i < table->n_functions && !reader->wrong; i++)
        read_function(reader, &table->functions[i]);
    if (bytes_left(reader) > 0)
        fail(reader, "rows are followed by other bytes");
    if (!reader->wrong)
        reader->wrong = wrong_table(table);
}

static const char *wrong_header(const guint8 *bytes, gsize size)
{
    if (size < HTOL_AT_TABLE_END)
        return "it ends in its header";
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return "it does not begin as a table does";
    if (htol_number_at(bytes + HTOL_AT_TABLE_VERSION) == 0 ||
        htol_number_at(bytes + HTOL_AT_TABLE_RESERVED) != 0)
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
    if (unpacked > MOST_UNPACKED)
        return "it is too large";
    if (ZSTD_getFrameContentSize(bytes + HTOL_AT_TABLE_END, packed) != unpacked)
        return "its packed size is wrong";
    return NULL;
}

/* The unpacked bytes in the arena, or NULL. They get there only when they are known to be as many as was
 * said. */
static const guint8 *unpack(HtolArena *arena, const guint8 *bytes, const char **wrong)
{
    guint32 packed = htol_number_at(bytes + HTOL_AT_TABLE_PACKED);
    guint32 unpacked = htol_number_at(bytes + HTOL_AT_TABLE_UNPACKED);
    g_autofree guint8 *buffer = g_try_malloc(MAX(unpacked, 1));
    guint8 id[HTOL_ID_SIZE];
    *wrong = "it is too large for this machine";
    if (!buffer)
        return NULL;
    *wrong = "its packed rows are damaged";
    if (ZSTD_decompress(buffer, unpacked, bytes + HTOL_AT_TABLE_END, packed) != unpacked)
        return NULL;
    make_id(buffer, unpacked, id);
    *wrong = "its checksum is wrong";
    if (memcmp(id, bytes + HTOL_AT_TABLE_ID, HTOL_ID_SIZE) != 0)
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
    Reader reader = {.arena = arena,
                     .at = unpacked,
                     .end = unpacked + htol_number_at(bytes + HTOL_AT_TABLE_UNPACKED),
                     .version = htol_number_at(bytes + HTOL_AT_TABLE_VERSION)};
    memcpy(table->id, bytes + HTOL_AT_TABLE_ID, HTOL_ID_SIZE);
    read_rows(&reader, table);
    *wrong = reader.wrong;
    return table;
}

HtolTable *htol_table_read(HtolArena *arena, const guint8 *bytes, gsize size, gsize *used, GError **error)
{
    HtolTable *table = NULL;
    const char *wrong = wrong_header(bytes, size);
    if (!wrong && htol_number_at(bytes + HTOL_AT_TABLE_VERSION) > HTOL_TABLE_VERSION) {
        g_set_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_TOO_NEW,
                    "the table has version %u and this hlcov knows versions up to %d: update hlcov",
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

/* Printing
 * ---------------------------------------------------------------------------------------------------- */

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
