/* Tables: written and read back, and what the reader makes of damaged ones. Encodes tables a second time, in
 * the plainest way, so that rows which the writer would refuse can be given to the reader. */
#include <string.h>
#include <zstd.h>

#include "htol/criteria.h"
#include "htol/eval.h"
#include "htol/layout.h"
#include "tests/unit/sample_function.h"

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
    }
    for (gint i = g_rand_int_range(random, 0, 3); i > 0; i--)
        sample_function_add_switch(sample, g_rand_int_range(random, 0, 4));
    return sample_function_end(sample);
}

static HtolTable *table_of(HtolArena *arena, guint n_functions, GRand *random)
{
    HtolTable *table = htol_arena_new0(arena, HtolTable, 1);
    table->row = (HtolRowUnit){.path = "src/\303\244.c",
                               .root = "/r",
                               .directory = "/r/b",
                               .compiler = "gcc",
                               .semantics = "observed",
                               .decisions = "all",
                               .stray_errors = G_MAXUINT32};
    table->n_functions = n_functions;
    table->functions = htol_arena_new0(arena, HtolFunction, n_functions);
    for (guint i = 0; i < n_functions; i++) {
        table->functions[i] = *random_function(arena, random);
        table->row.slots += table->functions[i].row.slots;
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

#define RECORD(Type, name, doc)                                                                              \
    static void put_##Type(GByteArray *out, const HtolRow##Type *row)                                        \
    {
#define NUM(Type, field, since, doc) put_number(out, row->field);
#define STR(Type, field, since, doc) put_text(out, row->field);
#define RECORD_END(Type) }
#include "htol/format.def"
#undef RECORD
#undef NUM
#undef STR
#undef RECORD_END

static void put_function(GByteArray *out, const HtolFunction *function)
{
    put_Function(out, &function->row);
#define PART(Type, field, since, doc)                                                                        \
    put_number(out, function->n_##field);                                                                    \
    for (guint i = 0; i < function->n_##field; i++)                                                          \
        put_##Type(out, &function->field[i]);
#include "htol/format.def"
#undef PART
}

static GByteArray *rows_of(const HtolTable *table)
{
    GByteArray *out = g_byte_array_new();
    put_Unit(out, &table->row);
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

static void set_id(GByteArray *bytes, const guint8 *rows, gsize size)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    gsize length = sizeof digest;
    g_checksum_update(checksum, rows, size);
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
    set_id(bytes, rows, size);
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
    g_autoptr(GByteArray) bytes = htol_table_write(table), rows = rows_of(table),
                          other = seal(rows->data, rows->len);
    guint8 unpacked[1 << 16];
    gsize size = ZSTD_decompress(unpacked, sizeof unpacked, bytes->data + HTOL_AT_TABLE_END,
                                 bytes->len - HTOL_AT_TABLE_END);
    g_assert_cmpmem(unpacked, size, rows->data, rows->len);
    g_assert_cmpmem(bytes->data + HTOL_AT_TABLE_ID, HTOL_ID_SIZE, other->data + HTOL_AT_TABLE_ID,
                    HTOL_ID_SIZE);
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

/* A table of one function with `(a || b()) && c()`, a switch, and all that belongs to them. */
static HtolTable *small_table(HtolArena *arena)
{
    HtolTable *table = htol_arena_new0(arena, HtolTable, 1);
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "(a || b()) && c()", NO_CAP);
    sample_function_add_decision(sample, HTOL_DECISION_WHILE, "1", NO_CAP);
    sample_function_add_switch(sample, 1);
    table->row = (HtolRowUnit){.path = "a.c"};
    table->n_functions = 1;
    table->functions = sample_function_end(sample);
    table->row.slots = table->functions->row.slots;
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

static void test_numbers_out_of_range(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = small_table(arena);
    HtolFunction *f = table->functions;
    guint32 slots = f->row.slots;
    struct {
        guint32 *place;
        guint32 value;
        const char *word;
    } cases[] = {
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
        {&f->terms[1].index, 2, "a term's index"},
        {&f->terms[f->n_terms - 1].index, f->n_arms, "a term's index"},
        {&f->statements[0].block, f->n_blocks, "a statement's block"},
        {&f->statements[0].file, 1, "a statement's file"},
        {&f->decisions[0].kind, HTOL_DECISION_VALUE + 1, "a decision's kind"},
        {&f->decisions[0].file, 1, "a decision's file"},
        {&f->decisions[0].first_condition, 2, "a decision's conditions"},
        {&f->decisions[1].conditions, 3, "a decision's conditions"},
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
    g_autoptr(GError) error = read_rows(table);
    g_assert_no_error(error);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        check_number(table, cases[i].place, cases[i].value, cases[i].word);
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
    HtolTable table = {
        .row.path = "a.c", .row.slots = 4, .n_functions = 1, .functions = sample_function_end(sample)};
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

static void test_bad_encoding(void)
{
    CHECK_BYTES("", "ends in the middle");
    CHECK_BYTES("\xff", "ends in the middle");
    CHECK_BYTES("\x05"
                "abc",
                "longer than the table");
    CHECK_BYTES("\xff\xff\xff\xff\x0f"
                "abc",
                "longer than the table");
    CHECK_BYTES("\xff\xff\xff\xff\x1f"
                "abc",
                "too large");
    CHECK_BYTES("\xff\xff\xff\xff\xff\x01"
                "abc",
                "too long");
    CHECK_BYTES("\x02"
                "a\0bcdefghijk",
                "zero byte");
    CHECK_BYTES("\0\0\0\0\0\0\0\0\0"
                "x",
                "other bytes");
    CHECK_BYTES("\0\0\0\0\0\0\0\0\x7f", "a count is larger");
    CHECK_BYTES("\0\0\0\0\0\0\0\0\xff\xff\xff\xff\x0f", "a count is larger");
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
        HtolObserved *observed = htol_observed_new(arena, function, slots);
        HtolObjective *objectives = htol_expand(arena, function, &selection, &count);
        for (guint o = 0; o < count; o++) {
            g_assert_cmpuint(objectives[o].file, <, function->n_files);
            if (objectives[o].hyper)
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
        {HTOL_AT_TABLE_VERSION, HTOL_TABLE_VERSION + 1, HTOL_TABLE_TOO_NEW, "update hlcov"},
        {HTOL_AT_TABLE_VERSION, 0, HTOL_TABLE_DAMAGED, "header"},
        {HTOL_AT_TABLE_RESERVED, 1, HTOL_TABLE_DAMAGED, "header"},
        {HTOL_AT_TABLE_PACKED, G_MAXUINT32, HTOL_TABLE_DAMAGED, "cut short"},
        {HTOL_AT_TABLE_PACKED, 3, HTOL_TABLE_DAMAGED, "size"},
        {HTOL_AT_TABLE_UNPACKED, G_MAXUINT32, HTOL_TABLE_DAMAGED, "too large"},
        {HTOL_AT_TABLE_UNPACKED, 1u << 30, HTOL_TABLE_DAMAGED, "size"},
        {HTOL_AT_TABLE_ID, 0, HTOL_TABLE_DAMAGED, "checksum"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = read_with(cases[i].offset, cases[i].value);
        g_assert_error(error, HTOL_TABLE_ERROR, (gint)cases[i].code);
        g_assert_nonnull(strstr(error->message, cases[i].word));
    }
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
    g_test_add_func("/table/both-encoders-agree", test_both_encoders_agree);
    g_test_add_func("/table/dump", test_dump);
    g_test_add_func("/table/numbers-out-of-range", test_numbers_out_of_range);
    g_test_add_func("/table/missing-rows", test_missing_rows);
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
