/* Tables: written and read back, and what the reader makes of damaged ones. Encodes tables a second time, in the
 * plainest way, so that rows which the writer would refuse can be given to the reader. */
#include <string.h>
#include <zstd.h>

#include "htol/base/layout.h"
#include "htol/base/part.h"
#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_graph.h"

enum { NO_CAP = G_MAXINT32, FLIPS = 10000, MOST_JUDGED_SLOTS = 100000 };

/* Samples
 * ---------------------------------------------------------------------------------------------------- */

static HtolFunction *random_function(HtolArena *arena, GRand *random)
{
    SampleFunction *sample = sample_function_new(arena, "f\303\244\"\\\t\377");
    for (gint i = g_rand_int_range(random, 0, 5); i > 0; i--) {
        g_autofree char *text = sample_formula_random(random, 8);
        sample_function_add_decision(sample, g_rand_int_range(random, 0, HTOL_DECISION_VALUE + 1), text,
                                     g_rand_boolean(random) ? NO_CAP : 4);
        if (g_rand_boolean(random))
            sample_function_correlate(sample);
        if (g_rand_boolean(random))
            sample_function_complete(sample, g_rand_boolean(random) ? NO_CAP : 4);
        if (g_rand_boolean(random))
            sample_function_add_branch(sample, "f() && a", 1);
    }
    for (gint i = g_rand_int_range(random, 0, 3); i > 0; i--)
        sample_function_add_switch(sample, g_rand_int_range(random, 0, 4));
    for (gint i = g_rand_int_range(random, 0, 3); i > 0; i--)
        sample_function_add_label(sample, "a.htol", "L", g_rand_int_range(random, 0, 3));
    for (gint i = g_rand_int_range(random, 0, 3); i > 0; i--)
        sample_function_add_sequence(sample, "a.htol", "[ L --> L ]", g_rand_int_range(random, 0, 3));
    return sample_function_end(sample);
}

static const HtolRowScript scripts[] = {
    {"src/a.c", "0123456789abcdef", 3, 5, HTOL_SCRIPT_COMMENT, "label L : 1;", ""},
    {"a.htol", "0123456789abcdef", 1, 1, HTOL_SCRIPT_FILE, "\n\"\303\244\"", ""},
    {"a.hyperlabels", "0123456789abcdef", 1, 1, HTOL_SCRIPT_MARKS, "label\n\n  l1 : 1;", "src/a.c"}};
static const HtolRowFault faults[] = {{"src/a.c", 4, 1, "M", "there is no `x`", "src/b.h"}};

static void add_unit_parts(HtolArena *arena, HtolTable *table, GRand *random)
{
    table->n_scripts = g_rand_int_range(random, 0, G_N_ELEMENTS(scripts) + 1);
    table->scripts = htol_arena_memdup(arena, scripts, sizeof scripts);
    table->n_faults = g_rand_int_range(random, 0, G_N_ELEMENTS(faults) + 1);
    table->faults = htol_arena_memdup(arena, faults, sizeof faults);
}

static HtolTable *table_of(HtolArena *arena, guint n_functions, GRand *random)
{
    HtolTable *table = htol_arena_new0(arena, HtolTable, 1);
    table->row = (HtolRowUnit){.path = "src/\303\244.c",
                               .root = "/r",
                               .directory = "/r/b",
                               .compiler = "gcc",
                               .text = "0123456789abcdef",
                               .unmeasured = "it cannot be annotated",
                               .semantics = "observed",
                               .decisions = "all",
                               .stray_errors = G_MAXUINT32};
    add_unit_parts(arena, table, random);
    table->n_functions = n_functions;
    table->functions = htol_arena_new0(arena, HtolFunction, n_functions);
    for (guint i = 0; i < n_functions; i++) {
        table->functions[i] = *random_function(arena, random);
        table->row.slots += table->functions[i].row.slots;
        table->row.sources += table->functions[i].row.sources;
    }
    return table;
}

static char *dump_of(const HtolTable *table)
{
    GString *text = g_string_new(NULL);
    htol_table_dump(table, text);
    return g_string_free(text, FALSE);
}

/* A second encoder
 * ---------------------------------------------------------------------------------------------------- */

static void put_number(GByteArray *out, guint32 number)
{
    for (; number >= 0x80; number >>= 7)
        g_byte_array_append(out, (const guint8[]){number | 0x80}, 1);
    g_byte_array_append(out, (const guint8[]){number}, 1);
}

static void put_text(GByteArray *out, const char *text)
{
    put_number(out, text ? strlen(text) : 0);
    g_byte_array_append(out, (const guint8 *)text, text ? strlen(text) : 0);
}

#define RECORD(Type, name, doc)                                                                                        \
    static void put_##Type(GByteArray *out, const HtolRow##Type *row)                                                  \
    {
#define NUM(Type, field, doc) put_number(out, row->field);
#define STR(Type, field, doc) put_text(out, row->field);
#define RECORD_END(Type) }
#include "htol/base/format.def"
#undef RECORD
#undef NUM
#undef STR
#undef RECORD_END

static void put_function(GByteArray *out, const HtolFunction *function)
{
    put_Function(out, &function->row);
#define PART(Type, field, doc)                                                                                         \
    put_number(out, function->n_##field);                                                                              \
    for (guint i = 0; i < function->n_##field; i++)                                                                    \
        put_##Type(out, &function->field[i]);
#include "htol/base/format.def"
#undef PART
}

static GByteArray *rows_of(const HtolTable *table)
{
    GByteArray *out = g_byte_array_new();
    put_Unit(out, &table->row);
#define UNIT_PART(Type, field, doc)                                                                                    \
    put_number(out, table->n_##field);                                                                                 \
    for (guint i = 0; i < table->n_##field; i++)                                                                       \
        put_##Type(out, &table->field[i]);
#include "htol/base/format.def"
#undef UNIT_PART
    put_number(out, table->n_functions);
    for (guint i = 0; i < table->n_functions; i++)
        put_function(out, &table->functions[i]);
    return out;
}

static void set_number(guint8 *place, guint32 number)
{
    for (guint i = 0; i < 4; i++)
        place[i] = number >> 8 * i & 0xff;
}

static void set_id(GByteArray *bytes)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    gsize length = sizeof digest;
    g_checksum_update(checksum, bytes->data + HTOL_AT_TABLE_END, bytes->len - HTOL_AT_TABLE_END);
    g_checksum_get_digest(checksum, digest, &length);
    memcpy(bytes->data + HTOL_AT_TABLE_ID, digest, HTOL_ID_SIZE);
}

/* A table whose header and checksum fit these rows, whatever they are. */
static GByteArray *seal(const guint8 *rows, gsize size)
{
    GByteArray *bytes = g_byte_array_new();
    gsize bound = ZSTD_compressBound(size);
    g_byte_array_set_size(bytes, HTOL_AT_TABLE_END + bound);
    gsize packed = ZSTD_compress(bytes->data + HTOL_AT_TABLE_END, bound, rows, size, 1);
    g_byte_array_set_size(bytes, HTOL_AT_TABLE_END + packed);
    memset(bytes->data, 0, HTOL_AT_TABLE_END);
    memcpy(bytes->data, "\x89HLT\r\n\x1a\n", HTOL_LEN_TABLE_MAGIC);
    set_number(bytes->data + HTOL_AT_TABLE_VERSION, HTOL_TABLE_VERSION);
    set_number(bytes->data + HTOL_AT_TABLE_PACKED, packed);
    set_number(bytes->data + HTOL_AT_TABLE_UNPACKED, size);
    set_number(bytes->data + HTOL_AT_TABLE_PLACE, sample_place(rows, size));
    set_id(bytes);
    return bytes;
}

/* Good tables
 * ---------------------------------------------------------------------------------------------------- */

static void check_round_trip(guint n_functions, GRand *random)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = table_of(arena, n_functions, random);
    g_autoptr(GByteArray) bytes = htol_table_write(table), rows = rows_of(table);
    g_autoptr(GError) error = NULL;
    gsize used = 0, size = bytes->len;
    g_byte_array_append(bytes, (const guint8 *)"\0\0\0\0\0\0\0", 7);
    HtolTable *copy = htol_table_read(arena, bytes->data, bytes->len, &used, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(used, ==, size);
    g_assert_cmpmem(copy->id, HTOL_ID_SIZE, table->id, HTOL_ID_SIZE);
    g_autofree char *wanted = dump_of(table), *found = dump_of(copy);
    g_assert_cmpstr(found, ==, wanted);
    g_autoptr(GByteArray) rows_again = rows_of(copy);
    g_assert_cmpmem(rows_again->data, rows_again->len, rows->data, rows->len);
    guint32 slots = 0;
    for (guint i = 0; i < n_functions; i++) {
        g_autoptr(GByteArray) alone = g_byte_array_new();
        put_function(alone, &table->functions[i]);
        g_assert_cmpmem(copy->functions[i].bytes, copy->functions[i].size, alone->data, alone->len);
        g_assert_cmpuint(copy->functions[i].first_slot, ==, slots);
        g_assert_cmpuint(table->functions[i].first_slot, ==, slots);
        slots += table->functions[i].row.slots;
    }
}

static void test_round_trip(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint n = 0; n < 40; n++)
        check_round_trip(n, random);
}

static void test_both_encoders_agree(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    HtolTable *table = table_of(arena, 3, random);
    g_autoptr(GByteArray) bytes = htol_table_write(table), rows = rows_of(table), again = g_byte_array_new();
    g_byte_array_append(again, bytes->data, bytes->len);
    guint8 unpacked[1 << 16];
    gsize size =
        ZSTD_decompress(unpacked, sizeof unpacked, bytes->data + HTOL_AT_TABLE_END, bytes->len - HTOL_AT_TABLE_END);
    g_assert_cmpmem(unpacked, size, rows->data, rows->len);
    set_id(again);
    g_assert_cmpmem(bytes->data, bytes->len, again->data, again->len);
}

static void test_dump(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    HtolTable *table = table_of(arena, 1, random);
    g_autofree char *text = dump_of(table);
    g_assert_nonnull(strstr(text, "\nunit: path=\"src/\303\244.c\" root=\"/r\""));
    g_assert_nonnull(strstr(text, "\nfunction 0: name=\"f\\303\\244\\\"\\\\\\011\\377\" hash="));
    g_assert_nonnull(strstr(text, "\n  block 0: file=0 line="));
}

/* Bad rows
 * ---------------------------------------------------------------------------------------------------- */

/* A table of one function with `(a || b()) && c()`, a decision over the cap, a switch, a label and a
 * sequence, and all that belongs to them. */
static HtolTable *small_table(HtolArena *arena)
{
    HtolTable *table = htol_arena_new0(arena, HtolTable, 1);
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "(a || b()) && c()", NO_CAP);
    sample_function_add_decision(sample, HTOL_DECISION_WHILE, "1", NO_CAP);
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && a && a", 2);
    sample_function_add_switch(sample, 1);
    sample_function_add_label(sample, "a.htol", "L", 2);
    sample_function_add_label(sample, "a.htol", "M", 0);
    sample_function_add_sequence(sample, "a.htol", "[ L --> M ]", 2);
    table->n_scripts = 1;
    table->scripts = htol_arena_memdup(arena, &scripts[1], sizeof scripts[1]);
    table->n_functions = 1;
    table->functions = sample_function_end(sample);
    table->functions->decisions[2].source = ++table->functions->row.sources;
    table->functions->conditions[5].same = table->functions->conditions[6].same = 1;
    table->row =
        (HtolRowUnit){.path = "a.c", .slots = table->functions->row.slots, .sources = table->functions->row.sources};
    return table;
}

static GError *read_rows(const HtolTable *table)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) rows = rows_of(table), bytes = seal(rows->data, rows->len);
    GError *error = NULL;
    HtolTable *copy = htol_table_read(arena, bytes->data, bytes->len, NULL, &error);
    g_assert_true((copy == NULL) == (error != NULL));
    return error;
}

static void check_number(const HtolTable *table, guint32 *place, guint32 value, const char *word)
{
    guint32 kept = *place;
    *place = value;
    g_autoptr(GError) error = read_rows(table);
    *place = kept;
    g_test_message("%u for %u: %s", value, kept, error ? error->message : "accepted");
    g_assert_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED);
    g_assert_nonnull(strstr(error->message, word));
}

/* A number of a good table, a bad one in its place, and a word of what the reader says of it. */
typedef struct {
    guint32 *place;
    guint32 value;
    const char *word;
} BadNumber;

static void check_numbers(const HtolTable *table, const BadNumber *cases, guint count)
{
    g_autoptr(GError) error = read_rows(table);
    g_assert_no_error(error);
    for (guint i = 0; i < count; i++)
        check_number(table, cases[i].place, cases[i].value, cases[i].word);
}

static void test_numbers_out_of_range(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = small_table(arena);
    HtolFunction *f = table->functions;
    guint32 slots = f->row.slots;
    const BadNumber cases[] = {
        {&table->row.slots, slots + 1, "slots"},
        {&f->row.linkage, 3, "linkage"},
        {&f->row.slots, 1u << 27, "slots"},
        {&f->blocks[0].file, 1, "a block's file"},
        {&f->blocks[0].terms, 0, "a block's terms"},
        {&f->blocks[0].terms, f->n_terms + 1, "a block's terms"},
        {&f->blocks[0].terms, G_MAXUINT32, "a block's terms"},
        {&f->blocks[1].first_term, G_MAXUINT32, "a block's terms"},
        {&f->blocks[0].terms, 2, "several"},
        {&f->terms[0].kind, 4, "a term's kind"},
        {&f->terms[0].index, slots, "a term's index"},
        {&f->terms[1].index, f->n_decisions, "a term's index"},
        {&f->terms[f->n_terms - 1].index, f->n_arms, "a term's index"},
        {&f->statements[0].block, f->n_blocks, "a statement's block"},
        {&f->statements[0].file, 1, "a statement's file"},
        {&f->decisions[0].kind, HTOL_DECISION_VALUE + 1, "a decision's kind"},
        {&f->decisions[0].file, 1, "a decision's file"},
        {&f->decisions[0].first_condition, f->n_conditions - 2, "a decision's conditions"},
        {&f->decisions[1].conditions, f->n_conditions - 2, "a decision's conditions"},
        {&f->decisions[1].first_condition, 0, "not sound"},
        {&f->decisions[0].root, 5, "not sound"},
        {&f->decisions[0].root, G_MAXUINT32, "not sound"},
        {&f->decisions[0].root, 3, "ways"},
        {&f->decisions[0].ways, 4, "ways"},
        {&f->decisions[1].ways, 0, "ways"},
        {&f->decisions[0].slot, slots, "a decision's slots"},
        {&f->decisions[0].slot, G_MAXUINT32, "a decision's slots"},
        {&f->conditions[0].file, 1, "a condition's file"},
        {&f->conditions[3].state, HTOL_CONDITION_ALONE + 1, "a condition's state"},
        {&f->conditions[1].state, HTOL_CONDITION_TRUE, "not sound"},
        {&f->conditions[0].on_true, 5, "not sound"},
        {&f->conditions[0].on_true, 2, "not sound"},
        {&f->conditions[2].on_true, 3, "not sound"},
        {&f->conditions[2].on_true, 4, "not sound"},
        {&f->conditions[0].same, 1, "repeats"},
        {&f->conditions[1].same, 2, "repeats"},
        {&f->conditions[1].same, G_MAXUINT32, "repeats"},
        {&f->conditions[4].same, 1, "repeats"},
        {&f->conditions[6].same, 2, "repeats"},
        {&f->conditions[6].same, 3, "repeats"},
        {&f->conditions[1].cut_slot, slots, "cut-short"},
        {&f->conditions[1].cut_slots, 2, "cut-short"},
        {&f->conditions[2].cut_slots, 1, "cut-short"},
        {&f->conditions[3].cut_slots, 1, "cut-short"},
        {&f->switches[0].file, 1, "a switch's file"},
        {&f->switches[0].arms, 3, "a switch's arms"},
        {&f->switches[0].first_arm, 2, "a switch's arms"},
        {&f->arms[0].kind, HTOL_ARM_NONE + 1, "an arm's kind"},
        {&f->arms[0].file, 1, "an arm's file"},
        {&f->arms[0].slot, slots, "an arm's slot"},
    };
    check_numbers(table, cases, G_N_ELEMENTS(cases));
}

static void test_objectives_out_of_range(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = small_table(arena);
    HtolFunction *f = table->functions;
    guint32 slots = f->row.slots, sources = f->row.sources;
    const BadNumber cases[] = {
        {&table->row.sources, sources + 1, "its sources"},
        {&f->row.sources, 1u << 27, "too many sources"},
        {&table->scripts[0].kind, HTOL_SCRIPT_MARKS + 1, "a script's kind"},
        {&f->decisions[0].semantics, HTOL_DECISION_FALLBACK + 1, "a decision's kind"},
        {&f->decisions[2].source, sources + 1, "a decision's source"},
        {&f->decisions[0].source, 1, "a decision's source"},
        {&f->labels[0].file, 1, "a label's file"},
        {&f->labels[0].slot, slots, "a label's slots"},
        {&f->labels[0].unsafe, slots + 1, "a label's slots"},
        {&f->labels[0].source, sources + 1, "a label's source"},
        {&f->labels[0].source, 0, "a label's source"},
        {&f->labels[1].source, 1, "a label's source"},
        {&f->labels[0].values, HTOL_MOST_TUPLE_VALUES + 1, "a label has too many values"},
        {&f->sequences[0].slot, slots, "a sequence's slots"},
        {&f->sequences[0].overflow, slots, "a sequence's slots"},
        {&f->sequences[0].source, sources + 1, "a sequence's source"},
        {&f->sequences[0].values, 0, "a sequence's source"},
        {&f->sequences[0].values, HTOL_MOST_TUPLE_VALUES + 1, "a sequence has too many values"},
        {&f->sequences[0].source, f->labels[0].source, "share a source"},
        {&f->labels[0].source, f->decisions[2].source, "share a source"},
    };
    check_numbers(table, cases, G_N_ELEMENTS(cases));
}

/* A complete decision, and one that was cut. */
static void test_complete_and_cut(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && 1 && (b || a)", NO_CAP);
    sample_function_complete(sample, NO_CAP);
    sample_function_add_decision(sample, HTOL_DECISION_VALUE, "f()", NO_CAP);
    sample_function_add_decision(sample, HTOL_DECISION_VALUE, "c", NO_CAP);
    sample_function_add_branch(sample, "f() && c", 2);
    HtolTable table = {.row.path = "a.c", .n_functions = 1, .functions = sample_function_end(sample)};
    HtolFunction *f = table.functions;
    table.row.slots = f->row.slots;
    g_autoptr(GError) error = read_rows(&table);
    g_assert_no_error(error);
    g_assert_cmpuint(f->decisions[0].ways, ==, 8);
    check_number(&table, &f->decisions[0].semantics, HTOL_DECISION_FALLBACK + 1, "kind");
    check_number(&table, &f->decisions[0].semantics, HTOL_DECISION_FALLBACK, "ways");
    check_number(&table, &f->decisions[0].ways, 4, "ways");
    check_number(&table, &f->decisions[0].ways, 16, "ways");
    check_number(&table, &f->conditions[1].state, HTOL_CONDITION_LIVE, "ways");
    check_number(&table, &f->conditions[2].cut_slots, 1, "cut-short");
    check_number(&table, &f->branches[0].file, 1, "a branch's file");
    check_number(&table, &f->branches[0].first_term, f->n_terms, "a branch's terms");
    check_number(&table, &f->branches[0].trues, G_MAXUINT32, "a branch's terms");
    check_number(&table, &f->branches[0].falses, f->n_terms, "a branch's terms");
    check_number(&table, &f->branches[0].falses, 3, "not outcomes");
    check_number(&table, &f->terms[f->branches[0].first_term].kind, HTOL_TERM_SLOT, "not outcomes");
    check_number(&table, &f->terms[f->branches[0].first_term].index, 3, "a term's index");
}

/* More live conditions than a number of ways has bits: recorded per condition, or damaged. */
static void test_complete_and_large(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    g_autoptr(GString) text = g_string_new("a");
    for (guint i = 0; i < 40; i++)
        g_string_append(text, " && a");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text->str, NO_CAP);
    HtolTable table = {.row.path = "a.c", .n_functions = 1, .functions = sample_function_end(sample)};
    HtolFunction *f = table.functions;
    f->row.slots = table.row.slots = 200;
    f->decisions[0].semantics = HTOL_DECISION_COMPLETE;
    f->decisions[0].ways = 0;
    g_autoptr(GError) error = read_rows(&table);
    g_assert_no_error(error);
    check_number(&table, &f->decisions[0].ways, 1, "ways");
    check_number(&table, &f->decisions[0].ways, 1u << 9, "ways");
}

/* Found by fuzzing: what replaces a comparison looks its operator up. */
static void test_comparison(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolRowOperation row = {
        .kind = HTOL_OPERATION_RELATION, .op = HTOL_OPERATOR_LT, .text = "", .classes = HTOL_RELATION_CLASSES};
    HtolTable table = {
        .row.path = "a.c", .n_functions = 1, .functions = sample_function_end(sample_function_new(arena, "f"))};
    HtolFunction *f = table.functions;
    f->row.slots = table.row.slots = 50;
    f->n_operations = 1;
    f->operations = &row;
    g_autoptr(GError) error = read_rows(&table);
    g_assert_no_error(error);
    check_number(&table, &row.op, HTOL_OPERATOR_NONE, "by no comparison");
    check_number(&table, &row.op, HTOL_OPERATOR_NE + 1, "by no comparison");
    check_number(&table, &row.classes, HTOL_RELATION_CLASSES + 1, "other classes than its kind");
    check_number(&table, &row.classes, 1, "other classes than its kind");
}

/* The graph 0 -> 1 -> 2, 1 -> 1 with its edge pairs: states 3 and 4 are 0-1 and 1-1, then come longer ones. */
static void test_paths(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    const HtolGraph *graph = sample_graph_of(arena, "0-1 1-1 1-2");
    const guint8 parts[] = {0, HTOL_LOOP_BODY, 0};
    SampleFunction *sample = sample_function_new(arena, "f");
    htol_paths_edge_pairs(graph, NO_CAP, set);
    htol_path_set_sort(set);
    sample_function_add_paths(sample, graph, set);
    sample_function_add_loop(sample, &(HtolLoopNodes){0, 1, parts});
    sample_function_add_unpathed(sample, HTOL_PATH_PRIME, HTOL_UNPATHED_MANY, 0);
    HtolTable table = {.row.path = "a.c", .n_functions = 1, .functions = sample_function_end(sample)};
    HtolFunction *f = table.functions;
    table.row.slots = f->row.slots;
    g_autoptr(GError) error = read_rows(&table);
    g_assert_no_error(error);
    check_number(&table, &f->nodes[0].file, 1, "a node's file");
    check_number(&table, &f->nodes[0].block, f->n_blocks + 1, "a node's block");
    check_number(&table, &f->edges[0].to, 3, "an edge's nodes");
    check_number(&table, &f->loops[0].head, 3, "a loop's place");
    check_number(&table, &f->loops[0].members, 2, "a loop's members");
    check_number(&table, &f->members[0].node, 3, "a member's node");
    check_number(&table, &f->states[3].node, 3, "a state's node");
    check_number(&table, &f->states[3].slot, f->row.slots + 1, "a state's node or slot");
    check_number(&table, &f->states[3].fail, 4, "before one that it refers to");
    check_number(&table, &f->states[3].fail, 0, "not in order");
    check_number(&table, &f->states[3].parent, 4, "before one that it refers to");
    check_number(&table, &f->states[4].parent, 1, "not in order");
    check_number(&table, &f->states[6].node, 1, "not in order");
    check_number(&table, &f->states[1].node, 2, "not the nodes");
    check_number(&table, &f->states[1].parent, 1, "not the nodes");
    check_number(&table, &f->paths[0].state, f->n_states, "a path's state");
    check_number(&table, &f->paths[0].loop, 2, "a path's state or loop");
    check_number(&table, &f->unpathed[0].why, HTOL_UNPATHED_REASONS, "why paths are not recorded");
}

/* A chain of states, each a node longer, and paths that are all as long as the last. */
static void test_long_paths(void)
{
    enum { NODES = 1, LENGTH = 1 << 14, PATHS = 1 << 12 };
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = small_table(arena);
    HtolFunction *f = table->functions;
    f->nodes = htol_arena_new0(arena, HtolRowNode, NODES);
    f->states = htol_arena_new0(arena, HtolRowState, LENGTH);
    f->paths = htol_arena_new0(arena, HtolRowPath, PATHS + 1);
    f->n_nodes = NODES;
    f->n_states = LENGTH;
    f->n_paths = PATHS;
    for (guint32 i = 1; i < LENGTH; i++)
        f->states[i] = (HtolRowState){.parent = i, .fail = i};
    for (guint32 i = 0; i <= PATHS; i++)
        f->paths[i].state = LENGTH - 1;
    g_autoptr(GError) error = read_rows(table);
    g_assert_no_error(error);
    check_number(table, &f->n_paths, PATHS + 1, "too long");
}

static void test_missing_rows(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = small_table(arena);
    check_number(table, &table->functions->n_files, 0, "no file");
    check_number(table, &table->functions->n_blocks, 0, "no blocks");
    table->functions->row.skipped = HTOL_SKIP_ERROR;
    table->functions->n_blocks = table->functions->n_statements = 0;
    g_autoptr(GError) error = read_rows(table);
    g_assert_no_error(error);
}

static void test_shared_slots(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && b", NO_CAP);
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && b", NO_CAP);
    HtolTable table = {.row.path = "a.c", .row.slots = 4, .n_functions = 1, .functions = sample_function_end(sample)};
    table.functions->row.slots = 4;
    check_number(&table, &table.functions->decisions[1].slot, 1, "share slots");
}

/* What is cut off by constants may still point at what is cut off with it. */
static void test_dead_conditions(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && (0 && (b || c()))", NO_CAP);
    HtolTable table = {.row.path = "a.c", .n_functions = 1, .functions = sample_function_end(sample)};
    table.row.slots = table.functions->row.slots;
    g_assert_cmpuint(table.functions->conditions[2].state, ==, HTOL_CONDITION_DEAD);
    g_autoptr(GError) error = read_rows(&table);
    g_assert_no_error(error);
}

static void check_bytes(const char *bytes, gsize size, const char *word)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) table = seal((const guint8 *)bytes, size);
    g_autoptr(GError) error = NULL;
    g_assert_null(htol_table_read(arena, table->data, table->len, NULL, &error));
    g_assert_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED);
    g_assert_nonnull(strstr(error->message, word));
}

#define CHECK_BYTES(bytes, word) check_bytes(bytes, sizeof(bytes) - 1, word)

#define EMPTY_UNIT "\0\0\0\0\0\0\0\0\0\0\0" /* its row: a byte a field */

static void test_bad_encoding(void)
{
    CHECK_BYTES("", "ends in the middle");
    CHECK_BYTES("\xff", "ends in the middle");
    CHECK_BYTES("\x05"
                "abc",
                "longer than what is left");
    CHECK_BYTES("\xff\xff\xff\xff\x0f"
                "abc",
                "longer than what is left");
    CHECK_BYTES("\xff\xff\xff\xff\x1f"
                "abc",
                "too large");
    CHECK_BYTES("\xff\xff\xff\xff\xff\x01"
                "abc",
                "too long");
    CHECK_BYTES("\x02"
                "a\0bcdefghijk",
                "zero byte");
    CHECK_BYTES(EMPTY_UNIT "\0\0\0x", "other bytes");
    CHECK_BYTES(EMPTY_UNIT "\x7f", "a count is larger");
    CHECK_BYTES(EMPTY_UNIT "\0\x7f", "a count is larger");
    CHECK_BYTES(EMPTY_UNIT "\0\0\xff\xff\xff\xff\x0f", "a count is larger");
}

/* Zeros are packed well: what is small may ask for much. */
static void test_memory(void)
{
    static const char begin[] = EMPTY_UNIT "\0\0\x80\x80\x80\x02";
    gsize size = 1u << 26;
    g_autofree char *bytes = g_malloc0(size);
    memcpy(bytes, begin, sizeof begin - 1);
    check_bytes(bytes, size, "it asks for more memory than its size allows");
}

/* Bad bytes
 * ---------------------------------------------------------------------------------------------------- */

static GByteArray *bytes_of_sample(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GRand) random = g_rand_new_with_seed(7);
    return htol_table_write(table_of(arena, 4, random));
}

/* Goes everywhere that the rows lead; the sanitizers, where they are on, see what is out of range. */
static void use(HtolArena *arena, const HtolTable *table)
{
    HtolSelection selection;
    g_autofree char *text = dump_of(table);
    g_assert_true(htol_selection_parse("all", &selection, NULL));
    for (guint i = 0; i < table->n_functions && table->row.slots < MOST_JUDGED_SLOTS; i++) {
        const HtolFunction *function = &table->functions[i];
        guint8 *slots = g_malloc(function->row.slots);
        guint count;
        memset(slots, 1, function->row.slots);
        HtolObserved *observed = htol_observed_new(arena, function, slots),
                     *possible = htol_possible_new(arena, function);
        HtolObjective *objectives = htol_expand(arena, function, &selection, &count);
        for (guint o = 0; o < count; o++) {
            g_assert_cmpuint(objectives[o].file, <, function->n_files);
            if (objectives[o].hyper && htol_covered(objectives[o].hyper, possible))
                htol_covered(objectives[o].hyper, observed);
        }
        g_free(slots);
    }
}

/* Whether the bytes were read, all of it then in range. */
static gboolean try(const guint8 *bytes, gsize size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GError) error = NULL;
    guint8 *exact = g_memdup2(bytes, size);
    gsize used = 0;
    HtolTable *table = htol_table_read(arena, exact, size, &used, &error);
    g_assert_true((table == NULL) == (error != NULL));
    g_assert_cmpuint(used, <=, size);
    g_free(exact);
    if (table)
        use(arena, table);
    return table != NULL;
}

static void test_every_prefix(void)
{
    g_autoptr(GByteArray) bytes = bytes_of_sample();
    for (gsize size = 0; size < bytes->len; size++)
        g_assert_false(try(bytes->data, size));
    g_assert_true(try(bytes->data, bytes->len));
}

static void test_every_prefix_of_rows(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) rows = rows_of(small_table(arena));
    for (gsize size = 0; size < rows->len; size++) {
        g_autoptr(GByteArray) bytes = seal(rows->data, size);
        g_assert_false(try(bytes->data, bytes->len));
    }
}

static void flip(GByteArray *bytes, GRand *random)
{
    for (gint n = g_rand_int_range(random, 1, 4); n > 0; n--)
        bytes->data[g_rand_int_range(random, 0, bytes->len)] ^= 1 << g_rand_int_range(random, 0, 8);
}

static void test_flipped_bytes(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    g_autoptr(GByteArray) bytes = bytes_of_sample();
    for (guint i = 0; i < FLIPS; i++) {
        g_autoptr(GByteArray) flipped = g_byte_array_new();
        g_byte_array_append(flipped, bytes->data, bytes->len);
        flip(flipped, random);
        try(flipped->data, flipped->len);
    }
}

/* The checksum is right, the rows are not: some flips are harmless (texts, lines), others must be refused. */
static void test_flipped_rows(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    g_autoptr(GByteArray) rows = rows_of(table_of(arena, 2, random));
    guint accepted = 0;
    for (guint i = 0; i < FLIPS; i++) {
        g_autoptr(GByteArray) flipped = g_byte_array_new();
        g_byte_array_append(flipped, rows->data, rows->len);
        flip(flipped, random);
        g_autoptr(GByteArray) bytes = seal(flipped->data, flipped->len);
        accepted += try(bytes->data, bytes->len);
    }
    g_assert_cmpuint(accepted, >, FLIPS / 100);
    g_assert_cmpuint(accepted, <, FLIPS);
}

static GError *read_with(gsize offset, guint32 value)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) bytes = bytes_of_sample();
    GError *error = NULL;
    set_number(bytes->data + offset, value);
    g_assert_null(htol_table_read(arena, bytes->data, bytes->len, NULL, &error));
    return error;
}

static void test_header(void)
{
    struct {
        gsize offset;
        guint32 value;
        HtolTableErrorCode code;
        const char *word;
    } cases[] = {
        {HTOL_AT_TABLE_MAGIC, 0x544c4889 + 1, HTOL_TABLE_DAMAGED, "begin"},
        {HTOL_AT_TABLE_VERSION, HTOL_TABLE_VERSION + 1, HTOL_TABLE_OTHER_VERSION,
         "version 7, this hlcov reads version 6"},
        {HTOL_AT_TABLE_VERSION, 0, HTOL_TABLE_DAMAGED, "header"},
        {HTOL_AT_TABLE_PLACE, 1, HTOL_TABLE_DAMAGED, "header"},
        {HTOL_AT_TABLE_PACKED, G_MAXUINT32, HTOL_TABLE_DAMAGED, "cut short"},
        {HTOL_AT_TABLE_PACKED, 3, HTOL_TABLE_DAMAGED, "size"},
        {HTOL_AT_TABLE_UNPACKED, G_MAXUINT32, HTOL_TABLE_DAMAGED, "too large"},
        {HTOL_AT_TABLE_UNPACKED, 1u << 26, HTOL_TABLE_DAMAGED, "size"},
        {HTOL_AT_TABLE_UNPACKED, (1u << 28) + 1, HTOL_TABLE_DAMAGED, "too large"},
        {HTOL_AT_TABLE_ID, 0, HTOL_TABLE_DAMAGED, "checksum"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = read_with(cases[i].offset, cases[i].value);
        g_assert_error(error, HTOL_TABLE_ERROR, (gint)cases[i].code);
        g_assert_nonnull(strstr(error->message, cases[i].word));
    }
}

static void test_peek(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = small_table(arena);
    g_autoptr(GByteArray) bytes = htol_table_write(table);
    guint8 id[HTOL_ID_SIZE];
    guint32 hash;
    g_assert_true(htol_table_peek(bytes->data, HTOL_AT_TABLE_END, id, &hash));
    g_assert_cmpmem(id, sizeof id, table->id, sizeof id);
    g_assert_cmpuint(hash, ==, htol_part_hash(table->row.path));
    g_assert_false(htol_table_peek(bytes->data, HTOL_AT_TABLE_END - 1, id, &hash));
    set_number(bytes->data + HTOL_AT_TABLE_VERSION, HTOL_TABLE_VERSION - 1);
    g_assert_false(htol_table_peek(bytes->data, HTOL_AT_TABLE_END, id, &hash));
}

static void test_id(void)
{
    const guint8 id[HTOL_ID_SIZE] = {0, 1, 0xab, 0xff};
    g_autofree char *text = htol_id_text(id);
    g_assert_cmpstr(text, ==, "0001abff000000000000000000000000");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/table/round-trip", test_round_trip);
    g_test_add_func("/table/peek", test_peek);
    g_test_add_func("/table/both-encoders-agree", test_both_encoders_agree);
    g_test_add_func("/table/dump", test_dump);
    g_test_add_func("/table/numbers-out-of-range", test_numbers_out_of_range);
    g_test_add_func("/table/objectives-out-of-range", test_objectives_out_of_range);
    g_test_add_func("/table/complete-and-cut", test_complete_and_cut);
    g_test_add_func("/table/complete-and-large", test_complete_and_large);
    g_test_add_func("/table/comparison", test_comparison);
    g_test_add_func("/table/paths", test_paths);
    g_test_add_func("/table/long-paths", test_long_paths);
    g_test_add_func("/table/missing-rows", test_missing_rows);
    g_test_add_func("/table/memory", test_memory);
    g_test_add_func("/table/shared-slots", test_shared_slots);
    g_test_add_func("/table/dead-conditions", test_dead_conditions);
    g_test_add_func("/table/bad-encoding", test_bad_encoding);
    g_test_add_func("/table/every-prefix", test_every_prefix);
    g_test_add_func("/table/every-prefix-of-rows", test_every_prefix_of_rows);
    g_test_add_func("/table/flipped-bytes", test_flipped_bytes);
    g_test_add_func("/table/flipped-rows", test_flipped_rows);
    g_test_add_func("/table/header", test_header);
    g_test_add_func("/table/id", test_id);
    return g_test_run();
}
