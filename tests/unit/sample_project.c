/* Writes the sample project. Its rows are what the annotator makes of this text, NAME standing on line N:
 *
 *   N      int NAME(int a, int b)
 *   N + 1  {
 *   N + 2      if (a > b || a == 7)
 *   N + 3          return a;
 *   N + 4      switch (b) {
 *   N + 5      case 1:
 *   N + 6          return 1;
 *   N + 7      default:
 *   N + 8          return b;
 *   N + 9      }
 *   N + 10 }
 */
#include <glib/gstdio.h>
#include <string.h>

#include "htol/files/data.h"
#include "htol/base/layout.h"
#include "tests/unit/sample_project.h"
#include "tests/unit/sample_set.h"

#define ROOT "/nowhere"
#define BUILD_ID 0xab /* every byte of it */
#define BUILD_ID_SIZE 20

enum { SET_ENTRIES = 64, SET_WORDS = 400 };

#define COPY(arena, array) htol_arena_memdup((arena), (array), sizeof(array))

char *sample_hash(HtolArena *arena, const char *text)
{
    guint64 sum = HTOL_FNV_BASIS;
    for (; *text; text++)
        sum = (sum ^ (guint8)*text) * HTOL_FNV_PRIME;
    return htol_arena_printf(arena, "%016" G_GINT64_MODIFIER "x", sum);
}

/* As functions have one of their tokens. */
static char *hash_of_name(HtolArena *arena, const char *name)
{
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
    return htol_arena_strndup(arena, hash, 16);
}

static HtolRowFile *file_of(HtolArena *arena, const SampleSource *source)
{
    HtolRowFile *file = htol_arena_new0(arena, HtolRowFile, 1);
    *file =
        (HtolRowFile){htol_arena_strndup(arena, source->path, strlen(source->path)), sample_hash(arena, source->text)};
    return file;
}

static HtolRowFunction row_of(HtolArena *arena, const SampleSource *source, const char *name)
{
    return (HtolRowFunction){
        .name = htol_arena_strndup(arena, name, strlen(name)),
        .hash = hash_of_name(arena, name),
        .line = source->line,
        .column = 5,
        .end_line = source->line + 10,
    };
}

static void add_decision(HtolArena *arena, HtolFunction *function, guint32 line)
{
    const HtolRowDecision decisions[] = {{.kind = HTOL_DECISION_IF,
                                          .line = line,
                                          .column = 9,
                                          .end_line = line,
                                          .end_column = 24,
                                          .text = "a > b || a == 7",
                                          .guarded = "",
                                          .conditions = 2,
                                          .root = HTOL_TARGET_CONDITION,
                                          .ways = 3,
                                          .slot = SAMPLE_BOTH_FALSE}};
    const HtolRowCondition conditions[] = {{.line = line,
                                            .column = 9,
                                            .end_line = line,
                                            .end_column = 14,
                                            .text = "a > b",
                                            .on_true = HTOL_TARGET_TRUE,
                                            .on_false = HTOL_TARGET_CONDITION + 1},
                                           {.line = line,
                                            .column = 18,
                                            .end_line = line,
                                            .end_column = 24,
                                            .text = "a == 7",
                                            .on_true = HTOL_TARGET_TRUE,
                                            .on_false = HTOL_TARGET_FALSE}};
    function->n_decisions = G_N_ELEMENTS(decisions);
    function->decisions = COPY(arena, decisions);
    function->n_conditions = G_N_ELEMENTS(conditions);
    function->conditions = COPY(arena, conditions);
}

static void add_switch(HtolArena *arena, HtolFunction *function, guint32 line)
{
    const HtolRowSwitch switches[] = {{.line = line, .column = 5, .text = "b", .arms = 2}};
    const HtolRowArm arms[] = {
        {.kind = HTOL_ARM_CASE, .line = line + 1, .column = 5, .text = "case 1", .slot = SAMPLE_CASE},
        {.kind = HTOL_ARM_DEFAULT, .line = line + 3, .column = 5, .text = "default", .slot = SAMPLE_DEFAULT},
    };
    function->n_switches = G_N_ELEMENTS(switches);
    function->switches = COPY(arena, switches);
    function->n_arms = G_N_ELEMENTS(arms);
    function->arms = COPY(arena, arms);
}

static void add_blocks(HtolArena *arena, HtolFunction *function, guint32 line)
{
    const HtolRowTerm terms[] = {{HTOL_TERM_SLOT, SAMPLE_ENTRY},
                                 {HTOL_TERM_TRUE, 0},
                                 {HTOL_TERM_FALSE, 0},
                                 {HTOL_TERM_ARM, 0},
                                 {HTOL_TERM_ARM, 1}};
    const HtolRowBlock blocks[] = {{.line = line + 1, .column = 1, .first_term = 0, .terms = 1},
                                   {.line = line + 3, .column = 9, .first_term = 1, .terms = 1},
                                   {.line = line + 4, .column = 5, .first_term = 2, .terms = 1},
                                   {.line = line + 6, .column = 9, .first_term = 3, .terms = 1},
                                   {.line = line + 8, .column = 9, .first_term = 4, .terms = 1}};
    const HtolRowStatement statements[] = {{.block = 0, .line = line + 2, .column = 5, .end_line = line + 2},
                                           {.block = 1, .line = line + 3, .column = 9, .end_line = line + 3},
                                           {.block = 2, .line = line + 4, .column = 5, .end_line = line + 4},
                                           {.block = 3, .line = line + 6, .column = 9, .end_line = line + 6},
                                           {.block = 4, .line = line + 8, .column = 9, .end_line = line + 8}};
    function->n_terms = G_N_ELEMENTS(terms);
    function->terms = COPY(arena, terms);
    function->n_blocks = G_N_ELEMENTS(blocks);
    function->blocks = COPY(arena, blocks);
    function->n_statements = G_N_ELEMENTS(statements);
    function->statements = COPY(arena, statements);
}

HtolFunction sample_function(HtolArena *arena, const SampleSource *source, const char *name)
{
    HtolFunction function = {.row = row_of(arena, source, name), .n_files = 1, .files = file_of(arena, source)};
    function.row.slots = SAMPLE_SLOTS;
    add_blocks(arena, &function, source->line);
    add_decision(arena, &function, source->line + 2);
    add_switch(arena, &function, source->line + 4);
    return function;
}

HtolFunction sample_skipped(HtolArena *arena, const SampleSource *source, const char *name)
{
    HtolFunction function = {.row = row_of(arena, source, name), .n_files = 1, .files = file_of(arena, source)};
    function.row.skipped = HTOL_SKIP_ERROR;
    return function;
}

/* Units -------------------------------------------------------------------------------------------------- */

void sample_unit_init(SampleUnit *unit, const char *path, HtolFunction *functions, guint n_functions)
{
    *unit = (SampleUnit){.table = {.row = {.path = path,
                                           .root = ROOT,
                                           .directory = ROOT,
                                           .compiler = "gcc",
                                           .semantics = "observed",
                                           .decisions = "all"},
                                   .n_functions = n_functions,
                                   .functions = functions}};
    for (guint i = 0; i < n_functions; i++) {
        unit->table.row.slots += functions[i].row.slots;
        unit->table.row.sources += functions[i].row.sources;
    }
    unit->bytes = htol_table_write(&unit->table);
}

void sample_unit_set_scripts(SampleUnit *unit, HtolRowScript *scripts, guint32 n_scripts)
{
    unit->table.scripts = scripts;
    unit->table.n_scripts = n_scripts;
    g_byte_array_unref(unit->bytes);
    unit->bytes = htol_table_write(&unit->table);
}

void sample_unit_set_faults(SampleUnit *unit, HtolRowFault *faults, guint32 n_faults)
{
    unit->table.faults = faults;
    unit->table.n_faults = n_faults;
    g_byte_array_unref(unit->bytes);
    unit->bytes = htol_table_write(&unit->table);
}

void sample_unit_clear(SampleUnit *unit)
{
    sample_unit_forget_tuples(unit);
    g_byte_array_unref(unit->bytes);
}

void sample_unit_add_tuple(SampleUnit *unit, guint32 source, const char *values)
{
    if (!unit->set)
        unit->set = sample_set_new(unit->table.id, SET_ENTRIES, SET_WORDS);
    sample_set_add(unit->set, source, values);
}

void sample_unit_forget_tuples(SampleUnit *unit)
{
    g_clear_pointer(&unit->set, g_byte_array_unref);
}

void sample_write_file(const char *path, const void *bytes, gsize size)
{
    g_autofree char *directory = g_path_get_dirname(path);
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(g_mkdir_with_parents(directory, 0777), ==, 0);
    g_file_set_contents(path, bytes, size, &error);
    g_assert_no_error(error);
}

void sample_write_table(const char *directory, const SampleUnit *unit)
{
    g_autofree char *path = htol_data_table_path(directory, unit->table.id);
    sample_write_file(path, unit->bytes->data, unit->bytes->len);
}

/* Data files --------------------------------------------------------------------------------------------- */

#define SET(record, PREFIX, FIELD, number)                                                                             \
    sample_put((record) + HTOL_AT_##PREFIX##_##FIELD, (number), HTOL_LEN_##PREFIX##_##FIELD)

static void set_unit(guint8 *page, const SampleRecord *record)
{
    gsize n_slots = strlen(record->slots);
    g_assert_cmpuint(n_slots + HTOL_AT_UNIT_END, <=, HTOL_PAGE);
    memcpy(page, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC);
    memcpy(page + HTOL_AT_UNIT_ID, record->unit->table.id, HTOL_ID_SIZE);
    SET(page, UNIT, SIZE, HTOL_PAGE);
    SET(page, UNIT, SLOTS, n_slots);
    for (gsize i = 0; i < n_slots; i++)
        page[HTOL_AT_UNIT_END + i] = record->slots[i] == '1';
}

static void set_header(guint8 *page, const char *program, gsize section)
{
    guint64 checksum = HTOL_FNV_BASIS;
    memcpy(page, HTOL_DATA_MAGIC_BYTES, HTOL_LEN_DATA_MAGIC);
    SET(page, DATA, VERSION, HTOL_DATA_LAYOUT_VERSION);
    SET(page, DATA, HEADER, HTOL_PAGE);
    SET(page, DATA, BITS, section);
    SET(page, DATA, BUILD_ID_SIZE, BUILD_ID_SIZE);
    memset(page + HTOL_AT_DATA_BUILD_ID, BUILD_ID, BUILD_ID_SIZE);
    memcpy(page + HTOL_AT_DATA_PROGRAM, program, strlen(program));
    for (gsize i = 0; i < HTOL_AT_DATA_CHECKSUM; i++)
        checksum = (checksum ^ page[i]) * HTOL_FNV_PRIME;
    SET(page, DATA, CHECKSUM, checksum);
    for (gsize i = HTOL_AT_DATA_CHECKSUM; i < HTOL_AT_DATA_TEST_CHECKSUM; i++)
        checksum = (checksum ^ page[i]) * HTOL_FNV_PRIME;
    SET(page, DATA, TEST_CHECKSUM, checksum);
}

static void add_unit(GByteArray *bytes, const SampleRecord *record)
{
    guint8 page[HTOL_PAGE] = {0};
    set_unit(page, record);
    g_byte_array_append(bytes, page, sizeof page);
}

void sample_write_data(const char *directory, const char *name, const char *program, const SampleRecord *records,
                       guint n_records)
{
    g_autofree char *path = g_strconcat(directory, "/", name, ".hlb", NULL);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8[HTOL_PAGE]){0}, HTOL_PAGE);
    for (guint i = 0; i < n_records; i++) {
        if (records[i].unit->set)
            g_byte_array_append(bytes, records[i].unit->set->data, records[i].unit->set->len);
        add_unit(bytes, &records[i]);
    }
    set_header(bytes->data, program, bytes->len - HTOL_PAGE);
    sample_write_file(path, bytes->data, bytes->len);
}

/* The project -------------------------------------------------------------------------------------------- */

#define BODY                                                                                                           \
    "{\n    if (a > b || a == 7)\n        return a;\n    switch (b) {\n    case 1:\n        return 1;\n"               \
    "    default:\n        return b;\n    }\n}\n"

static const SampleSource sources[] = {
    {"src/main.c", "#include \"clamp.h\"\n\nint main(int a, int b)\n" BODY, 3},
    {"src/clamp.h", "static inline int clamp(int a, int b)\n" BODY, 1},
    {"src/never.c", "/* Linked into no program. */\nint never(int a, int b)\n" BODY, 2},
    {"src/<b>&\"'.c",
     "/* </code></script><script>alert(1)</script> & \"'\f\xff \xe2\x80\xae */\nint odd(int a, int b)\n" BODY, 2},
};

static void write_sources(const char *directory)
{
    for (gsize i = 0; i < G_N_ELEMENTS(sources); i++) {
        g_autofree char *path = g_build_filename(directory, sources[i].path, NULL);
        sample_write_file(path, sources[i].text, strlen(sources[i].text));
    }
}

static HtolFunction skipped_of_never(HtolArena *arena)
{
    SampleSource source = sources[2];
    source.line = 5;
    return sample_skipped(arena, &source, "unparsed");
}

void sample_project_write(const char *directory, const char *program)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction in_main[] = {sample_function(arena, &sources[1], "clamp"),
                              sample_function(arena, &sources[0], "main")};
    HtolFunction in_never[] = {sample_function(arena, &sources[2], "never"), skipped_of_never(arena)};
    HtolFunction in_odd[] = {sample_function(arena, &sources[1], "clamp"), sample_function(arena, &sources[3], "odd")};
    SampleUnit units[3];
    sample_unit_init(&units[0], sources[0].path, in_main, G_N_ELEMENTS(in_main));
    sample_unit_init(&units[1], sources[2].path, in_never, G_N_ELEMENTS(in_never));
    sample_unit_init(&units[2], sources[3].path, in_odd, G_N_ELEMENTS(in_odd));
    g_autofree char *data = g_build_filename(directory, "data", NULL);
    const SampleRecord first[] = {{&units[0], "110001"
                                              "110110"},
                                  {&units[2], "101010"
                                              "000000"}};
    const SampleRecord second[] = {{&units[0], "000000"
                                               "100100"}};
    sample_write_data(data, "first", program, first, G_N_ELEMENTS(first));
    sample_write_data(data, "second", program, second, G_N_ELEMENTS(second));
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
        sample_write_table(data, &units[i]);
        sample_unit_clear(&units[i]);
    }
    write_sources(directory);
}

void sample_remove_tree(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir)) {
        g_autofree char *below = g_build_filename(path, name, NULL);
        sample_remove_tree(below);
    }
    g_remove(path);
}
