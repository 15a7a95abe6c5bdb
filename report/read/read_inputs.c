/* Reads the inputs of a report, file by file; see read_inputs.h. */
#include "report/read/read_inputs.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "htol/base/sorted.h"
#include "report/elf/crashes.h"
#include "report/elf/elf.h"
#include "report/elf/unwind.h"
#include "report/inputs/files.h"
#include "report/inputs/tuples.h"
#include "report/read/proved.h"
#include "report/read/recorded.h"
#include "report/read/reread.h"
#include "report/read/shards.h"
#include "report/read/strong.h"
#include "report/read/walk.h"

/* What reading needs beside its result. */
typedef struct {
    ReportInputs *inputs;
    const ReportProgress *progress;
    guint n_read;           /* files, and blocks of shards */
    GHashTable *units;      /* id of a table: its ReportUnit in inputs->units */
    HtolPart part;          /* of the units that are read, by their paths */
    GHashTable *others;     /* ids of tables of other parts */
    guint most_whole;       /* tables that are kept */
    GHashTable *files;      /* paths of files that have functions, each once; NULL: all tables are kept */
    GPtrArray *data_paths;  /* data files, shards, and directories of them to read when all given tables are known */
    GPtrArray *directories; /* char *: those among them */
    GHashTable *known;      /* data files and shards that were read */
    ReportAttribution *attribution;
    const HtolShardReader *block; /* the tests that are read; NULL: a data file is */
    GHashTable *tuples;           /* ReportUnit: its ReportTuples, if any data file has some */
    GHashTable *searched;         /* programs whose tables were looked for on account of a data file */
    GHashTable *ran;              /* build-id and path of each ReportRun of a shard */
    GArray *proofs;               /* Proofs */
} Reader;

/* A block of proofs of a shard. */
typedef struct {
    char *path; /* of the shard */
    GBytes *text;
} Proofs;

static void G_GNUC_PRINTF(4, 5) add_note(Reader *reader, ReportNoteKind kind, const char *path, const char *format, ...)
{
    HtolArena *arena = reader->inputs->arena;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    ReportNote *note = htol_arena_new0(arena, ReportNote, 1);
    note->kind = kind;
    note->path = htol_arena_strndup(arena, path, strlen(path));
    note->message = htol_arena_strndup(arena, message, strlen(message));
    g_ptr_array_add(reader->inputs->notes, note);
}

static void tell_read(Reader *reader)
{
    report_progress_tell(reader->progress, "reading", ++reader->n_read, 0);
}

/* Tables ------------------------------------------------------------------------------------------------- */

/* Whether a table is one of the part, by the hash of its path; notes those that are not. */
static gboolean is_wanted(Reader *reader, const guint8 id[HTOL_ID_SIZE], guint32 hash)
{
    gboolean wanted = htol_part_has_hash(reader->part, hash);
    if (!wanted && !g_hash_table_contains(reader->others, id))
        g_hash_table_add(reader->others, htol_arena_memdup(reader->inputs->arena, id, HTOL_ID_SIZE));
    return wanted;
}

/* Whether the table in the file is one of the part: its first bytes say so. */
static gboolean is_file_wanted(Reader *reader, const char *path)
{
    guint8 bytes[HTOL_AT_TABLE_END], id[HTOL_ID_SIZE];
    guint32 hash;
    gboolean asked = reader->part.parts > 0 && g_file_test(path, G_FILE_TEST_IS_REGULAR); /* a pipe would wait */
    FILE *file = asked ? fopen(path, "rb") : NULL;
    gsize size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    return !htol_table_peek(bytes, size, id, &hash) || is_wanted(reader, id, hash);
}

static ReportUnit *add_unit(Reader *reader, const HtolTable *table)
{
    ReportUnit *unit = htol_arena_new0(reader->inputs->arena, ReportUnit, 1);
    unit->table = table;
    unit->slots = htol_arena_alloc(reader->inputs->arena, MAX(table->row.slots, 1));
    g_hash_table_insert(reader->units, (gpointer)table->id, unit);
    g_ptr_array_add(reader->inputs->units, unit);
    return unit;
}

/* Users' objectives join functions of different units, so their tables are kept, as those are with which it begins. */
static gboolean is_kept(const Reader *reader, const HtolTable *table)
{
    return reader->inputs->units->len < reader->most_whole || table->n_scripts > 0 || report_strong_is(table);
}

/* Keeps of a table, which lies in another arena, its row, and where it is found again. */
static void add_head(Reader *reader, const HtolTable *table, const ReportTablePlace *origin)
{
    HtolArena *arena = reader->inputs->arena;
    ReportUnit *unit = add_unit(reader, htol_table_head(arena, table));
    ReportTablePlace *own = htol_arena_memdup(arena, origin, sizeof *origin);
    own->path = htol_arena_strndup(arena, origin->path, strlen(origin->path));
    if (origin->bytes)
        own->bytes = htol_arena_memdup(arena, origin->bytes, origin->size);
    unit->place = own;
    report_unit_find_paths(arena, reader->files, table, unit);
    reader->inputs->n_dropped++;
}

static void add_whole(Reader *reader, const HtolTable *table)
{
    if (report_strong_is(table)) {
        report_strong_add(reader->inputs, table, 0);
        return;
    }
    ReportUnit *unit = add_unit(reader, table);
    if (reader->files)
        report_unit_find_paths(reader->inputs->arena, reader->files, table, unit);
}

/* Reads the first table of the bytes. Returns how many it takes; 0 and an error if it is damaged. */
static gsize read_table(Reader *reader, const ReportTablePlace *origin, const guint8 *bytes, gsize size, GError **error)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolArena *arena = reader->inputs->units->len < reader->most_whole ? reader->inputs->arena : scratch;
    gsize used = 0;
    const HtolTable *table = htol_table_read(arena, bytes, size, &used, error);
    if (!table)
        return 0;
    ReportTablePlace own = *origin;
    own.size = used;
    if (g_hash_table_contains(reader->units, table->id) ||
        !is_wanted(reader, table->id, htol_part_hash(table->row.path)))
        return used;
    if (is_kept(reader, table))
        add_whole(reader, arena == scratch ? htol_table_read(reader->inputs->arena, bytes, size, NULL, NULL) : table);
    else
        add_head(reader, table, &own);
    return used;
}

/* Tables one after the other, as the linker leaves them: zero bytes may pad them. `is_file`: they are all that the file
 * at `path` holds. */
static void read_tables(Reader *reader, const char *path, const guint8 *bytes, gsize size, gboolean is_file)
{
    for (gsize at = 0, used; at < size; at += used) {
        used = 1;
        if (bytes[at] == 0)
            continue;
        g_autoptr(GError) error = NULL;
        const ReportTablePlace origin = {.path = path, .at = at, .bytes = is_file ? NULL : bytes + at};
        used = read_table(reader, &origin, bytes + at, size - at, &error);
        if (error) {
            add_note(reader, REPORT_NOTE_DAMAGED, path, "damaged table: %s", error->message);
            return;
        }
    }
}

static void read_table_file(Reader *reader, const char *path)
{
    g_autofree char *bytes = NULL;
    gsize size;
    g_autoptr(GError) error = NULL;
    tell_read(reader);
    if (!report_file_read(path, &bytes, &size, &error))
        add_note(reader, REPORT_NOTE_DAMAGED, path, "%s", error->message);
    else if (size == 0)
        add_note(reader, REPORT_NOTE_DAMAGED, path, "damaged table: the file is empty");
    else
        read_tables(reader, path, (const guint8 *)bytes, size, TRUE);
}

static void add_program(Reader *reader, const char *path, const char *build_id)
{
    HtolArena *arena = reader->inputs->arena;
    ReportProgram *program = htol_arena_new0(arena, ReportProgram, 1);
    if (!*path || !*build_id)
        return;
    program->path = htol_arena_strndup(arena, path, strlen(path));
    program->build_id = htol_arena_strndup(arena, build_id, strlen(build_id));
    g_ptr_array_add(reader->inputs->programs, program);
}

/* A program given by the user: without a table it is a mistake worth stopping for. */
static gboolean read_program(Reader *reader, const char *path, GError **error)
{
    ReportElf elf;
    tell_read(reader);
    if (!report_elf_read(path, &elf, error)) {
        g_prefix_error(error, "%s: ", path);
        return FALSE;
    }
    gboolean has_tables = elf.tables->len > 0;
    add_program(reader, path, elf.build_id);
    read_tables(reader, path, elf.tables->data, elf.tables->len, FALSE);
    report_elf_clear(&elf);
    if (!has_tables)
        g_set_error(error, REPORT_ERROR, 0, "%s: no hlcov table in it: was it built with 'hlcov cc'?", path);
    return has_tables;
}

/* Data --------------------------------------------------------------------------------------------------- */

/* Why the tables of a data file's program cannot be had, to follow "no table for unit ..."; to be freed. */
static char *why_no_table(const HtolData *data, const ReportElf *elf)
{
    if (!*data->program)
        return g_strdup("give the program that wrote it, or the directory that holds its tables");
    if (!elf)
        return g_strdup_printf("its program %s cannot be read: give the directory that holds its tables",
                               data->program);
    if (strcmp(elf->build_id, data->build_id) != 0)
        return g_strdup_printf("its program %s was rebuilt since: run it again and remove this file, or give the "
                               "directory that holds its tables",
                               data->program);
    return g_strdup_printf("its program %s holds no table of it: give the directory that holds its tables",
                           data->program);
}

/* Looks into the program that wrote the data, if it is the same still. Returns why that may be in vain. */
static char *search_program(Reader *reader, const HtolData *data)
{
    ReportElf elf;
    if (!g_file_test(data->program, G_FILE_TEST_IS_REGULAR) || !report_elf_read(data->program, &elf, NULL))
        return why_no_table(data, NULL);
    if (*data->build_id && strcmp(elf.build_id, data->build_id) == 0 &&
        g_hash_table_add(reader->searched, g_strdup(data->program)))
        read_tables(reader, data->program, elf.tables->data, elf.tables->len, FALSE);
    char *why = why_no_table(data, &elf);
    report_elf_clear(&elf);
    return why;
}

static ReportTuples *tuples_of(Reader *reader, ReportUnit *unit)
{
    ReportTuples *tuples = g_hash_table_lookup(reader->tuples, unit);
    if (!tuples) {
        g_autoptr(HtolArena) scratch = htol_arena_new();
        const HtolTable *table = report_unit_table(scratch, unit, NULL);
        tuples = report_tuples_new(reader->inputs->arena, table ? table : unit->table);
        g_hash_table_insert(reader->tuples, unit, tuples);
    }
    return tuples;
}

/* Why the table is not one of what was recorded, to be freed; NULL if it is. */
static char *misfit(Reader *reader, ReportUnit *unit, const HtolDataUnit *data)
{
    const HtolRowUnit *row = &unit->table->row;
    if (data->n_slots != row->slots)
        return g_strdup_printf("has %u slots, its table (%s) %u", data->n_slots, row->path, row->slots);
    if (data->n_tuples > 0 && !report_tuples_fit(tuples_of(reader, unit), data))
        return g_strdup_printf("has tuples that do not fit its table (%s)", row->path);
    return NULL;
}

/* Unit `index` of what is read was recorded for the unit. */
static void attribute(Reader *reader, const ReportUnit *unit, const HtolDataUnit *data, guint index)
{
    if (reader->block)
        report_attribution_unit(reader->attribution, unit, &reader->block->units[index]);
    else
        report_attribution_data(reader->attribution, unit, data);
}

static void merge_unit(Reader *reader, const char *path, const HtolDataUnit *data, guint index)
{
    ReportUnit *unit = g_hash_table_lookup(reader->units, data->id);
    g_autofree char *why = misfit(reader, unit, data);
    if (why) {
        g_autofree char *id = htol_id_text(data->id);
        add_note(reader, REPORT_NOTE_DAMAGED, path, "unit %s %s: left out", id, why);
        return;
    }
    unit->run = TRUE;
    for (guint32 i = 0; i < data->n_slots; i++)
        unit->slots[i] |= data->slots[i];
    if (data->n_tuples > 0)
        report_tuples_add(tuples_of(reader, unit), data);
    unit->lost += MIN(data->lost, G_MAXUINT64 - unit->lost);
    attribute(reader, unit, data, index);
}

/* When all data files were read. */
static void give_tuples(Reader *reader)
{
    GHashTableIter iter;
    gpointer unit, tuples;
    g_hash_table_iter_init(&iter, reader->tuples);
    while (g_hash_table_iter_next(&iter, &unit, &tuples))
        ((ReportUnit *)unit)->tuples = report_tuples_sorted(tuples, &((ReportUnit *)unit)->n_tuples);
}

static gboolean is_missing(Reader *reader, const HtolDataUnit *unit)
{
    return !g_hash_table_contains(reader->units, unit->id) && !g_hash_table_contains(reader->others, unit->id);
}

static gboolean has_all_tables(Reader *reader, const HtolData *data)
{
    for (guint i = 0; i < data->n_units; i++)
        if (is_missing(reader, &data->units[i]))
            return FALSE;
    return TRUE;
}

static void merge_units(Reader *reader, const char *path, const HtolData *data, const char *why)
{
    const HtolDataUnit *first = NULL;
    guint missing = 0;
    for (guint i = 0; i < data->n_units; i++) {
        if (g_hash_table_contains(reader->units, data->units[i].id)) {
            merge_unit(reader, path, &data->units[i], i);
            continue;
        }
        if (!is_missing(reader, &data->units[i]))
            continue;
        first = first ? first : &data->units[i];
        missing++;
    }
    if (!missing)
        return;
    g_autofree char *id = htol_id_text(first->id);
    add_note(reader, REPORT_NOTE_DAMAGED, path, "no table for unit %s%s (%u of %u units left out): %s", id,
             missing > 1 ? " and others" : "", missing, data->n_units, why);
}

static void add_run(Reader *reader, const char *path, const HtolData *data)
{
    HtolArena *arena = reader->inputs->arena;
    ReportRun *run = htol_arena_new0(arena, ReportRun, 1);
    run->path = htol_arena_strndup(arena, path, strlen(path));
    run->build_id = htol_arena_strndup(arena, data->build_id, strlen(data->build_id));
    run->program = htol_arena_strndup(arena, data->program, strlen(data->program));
    g_ptr_array_add(reader->inputs->runs, run);
    add_program(reader, data->program, data->build_id);
}

static void merge_data(Reader *reader, const char *path, const HtolData *data)
{
    g_autofree char *why = has_all_tables(reader, data) ? NULL : search_program(reader, data);
    merge_units(reader, path, data, why);
    add_run(reader, path, data);
    report_crashes_add(reader->inputs, data->test, &(HtolProgram){data->build_id, data->program, data->crashes});
}

/* A data file that is read. */
typedef struct {
    Reader *reader;
    const char *path;
} Recorded;

static void take_recorded(void *user, const HtolData *data)
{
    const Recorded *recorded = user;
    report_attribution_test(recorded->reader->attribution, data->test);
    merge_data(recorded->reader, recorded->path, data);
}

static void note_damaged_data(void *user, const char *message)
{
    const Recorded *recorded = user;
    add_note(recorded->reader, REPORT_NOTE_DAMAGED, recorded->path, "damaged data file: %s", message);
}

static void note_obstacle(void *user, const char *message)
{
    const Recorded *recorded = user;
    add_note(recorded->reader, REPORT_NOTE_WARNING, recorded->path, "who called what crashed is not known: %s",
             message);
}

static void read_data_file(Reader *reader, const char *path, gboolean live)
{
    Recorded recorded = {reader, path};
    const ReportRecordedVisitor visitor = {&recorded, report_unwind, take_recorded, note_damaged_data, note_obstacle};
    g_autoptr(GError) error = NULL;
    tell_read(reader);
    if (!report_recorded_read(path, &visitor, &error) && (!live || error->code != ENOENT))
        add_note(reader, REPORT_NOTE_DAMAGED, path, "%s", error->message);
}

/* Shards ------------------------------------------------------------------------------------------------- */

typedef struct {
    Reader *reader;
    const char *path;
} Shard;

static void take_table(void *user, const guint8 *bytes, gsize size)
{
    const Shard *shard = user;
    read_tables(shard->reader, shard->path, bytes, size, FALSE);
}

static void note_damage(void *user, const char *message)
{
    const Shard *shard = user;
    add_note(shard->reader, REPORT_NOTE_DAMAGED, shard->path, "damaged shard: %s", message);
}

/* Looks into the programs of a block for tables that it lacks. Returns as search_program does. */
static char *search_programs(Reader *reader, HtolData *data)
{
    char *why = NULL;
    for (guint32 i = 0; i < reader->block->n_tests; i++) {
        const HtolTest *test = &reader->block->tests[i];
        for (guint32 k = 0; k < test->n_programs && !has_all_tables(reader, data); k++) {
            data->build_id = test->programs[k].build_id;
            data->program = test->programs[k].path;
            g_free(why);
            why = search_program(reader, data);
        }
    }
    return why ? why : g_strdup("give the directory that holds its tables");
}

/* A program that many tests ran is one. */
static void add_runs(Reader *reader, const char *path, HtolData *data)
{
    for (guint32 i = 0; i < reader->block->n_tests; i++) {
        const HtolTest *test = &reader->block->tests[i];
        for (guint32 k = 0; k < test->n_programs; k++) {
            data->build_id = test->programs[k].build_id;
            data->program = test->programs[k].path;
            if (g_hash_table_add(reader->ran, g_strconcat(data->build_id, " ", data->program, NULL)))
                add_run(reader, path, data);
            report_crashes_add(reader->inputs, test->name, &test->programs[k]);
        }
    }
}

static void take_tests(void *user, HtolShardReader *block, GError **error)
{
    const Shard *shard = user;
    Reader *reader = shard->reader;
    g_autoptr(GError) wrong = NULL;
    tell_read(reader);
    while (htol_shard_step(block, &wrong))
        continue;
    if (wrong) {
        g_propagate_error(error, g_steal_pointer(&wrong));
        return;
    }
    HtolData *data = report_shard_union(block);
    reader->block = block;
    report_attribution_block(reader->attribution, block);
    g_autofree char *why = has_all_tables(reader, data) ? NULL : search_programs(reader, data);
    merge_units(reader, shard->path, data, why);
    add_runs(reader, shard->path, data);
    reader->block = NULL;
}

/* Its trials say which mutants they are about, so it does not matter when the table was written. */
static void take_strong(void *user, const guint8 *bytes, gsize size)
{
    const Shard *shard = user;
    g_autoptr(GError) error = NULL;
    const HtolTable *table = htol_table_read(shard->reader->inputs->arena, bytes, size, NULL, &error);
    if (table)
        report_strong_add(shard->reader->inputs, table, 0);
    else
        note_damage(user, error->message);
}

static void note_damaged_file(void *user, const char *path, const char *message)
{
    add_note(user, REPORT_NOTE_DAMAGED, path, "%s", message);
}

static void take_trials(void *user, const guint8 *lines, gsize size)
{
    const Shard *shard = user;
    g_autofree char *text = g_strndup((const char *)lines, size);
    report_strong_add_trials(shard->reader->inputs, shard->path, text,
                             &(ReportStrongListener){shard->reader, note_damaged_file});
}

static void add_parts(Reader *reader, const char *path, const char *text)
{
    guint n, damaged = 0;
    const HtolPartNote *notes = htol_parts_read(reader->inputs->arena, text, &n, &damaged);
    g_array_append_vals(reader->inputs->parts, notes, n);
    if (damaged > 0)
        add_note(reader, REPORT_NOTE_DAMAGED, path, "%u damaged note%s of shards left out", damaged,
                 damaged == 1 ? "" : "s");
}

static void read_parts(Reader *reader, const char *directory)
{
    g_autofree char *path = htol_parts_path(directory), *text = NULL;
    g_autoptr(GError) error = NULL;
    gsize size;
    if (report_file_read(path, &text, &size, &error))
        add_parts(reader, path, text);
    else if (error->code != ENOENT && error->code != ENOTDIR)
        add_note(reader, REPORT_NOTE_DAMAGED, path, "%s", error->message);
}

static void take_parts(void *user, const guint8 *lines, gsize size)
{
    const Shard *shard = user;
    g_autofree char *text = g_strndup((const char *)lines, size);
    add_parts(shard->reader, shard->path, text);
}

/* They are given to units when all tables are known: those of other shards are not yet. */
static void take_proofs(void *user, const guint8 *text, gsize size)
{
    const Shard *shard = user;
    const Proofs proofs = {g_strdup(shard->path), g_bytes_new(text, size)};
    g_array_append_val(shard->reader->proofs, proofs);
}

static void take_judged(void *user, const guint8 *bytes, gsize size)
{
    const Shard *shard = user;
    if (!htol_judged_take(shard->reader->inputs->judged, bytes, size, FALSE))
        add_note(shard->reader, REPORT_NOTE_DAMAGED, shard->path, "damaged sums of judged files left out");
}

static gboolean take_shard(void *user, const char *path)
{
    Shard shard = {user, path};
    const ReportShardVisitor visitor = {&shard,
                                        take_tests,
                                        note_damage,
                                        {[HTOL_SHARD_TABLE] = take_table,
                                         [HTOL_SHARD_STRONG] = take_strong,
                                         [HTOL_SHARD_TRIALS] = take_trials,
                                         [HTOL_SHARD_PROOFS] = take_proofs,
                                         [HTOL_SHARD_PARTS] = take_parts,
                                         [HTOL_SHARD_JUDGED] = take_judged}};
    return !g_hash_table_add(shard.reader->known, g_strdup(path)) || report_shard_read(path, &visitor);
}

static void take_data(void *user, const char *path, gboolean live)
{
    Reader *reader = user;
    if (g_hash_table_add(reader->known, g_strdup(path)))
        read_data_file(reader, path, live);
}

static void take_table_file(void *user, const char *path)
{
    if (is_file_wanted(user, path))
        read_table_file(user, path);
}

/* Paths -------------------------------------------------------------------------------------------------- */

static gboolean fail_missing(const char *path, int cause, GError **error)
{
    if (cause == ENOENT)
        g_set_error(error, REPORT_ERROR, 0,
                    "%s: there is no such directory or file: build with 'hlcov cc' and run the program, which makes "
                    "the data directory (HLCOV_DIR names another one)",
                    path);
    else
        g_set_error(error, REPORT_ERROR, 0, "%s: cannot be read: %s", path, g_strerror(cause));
    return FALSE;
}

static gboolean fail_unknown(const char *path, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize size;
    if (!report_file_read(path, &bytes, &size, error)) {
        g_prefix_error(error, "%s: ", path);
        return FALSE;
    }
    g_set_error(error, REPORT_ERROR, 0,
                "%s: this is no data directory, data file (" REPORT_DATA_SUFFIX "), shard (" REPORT_SHARD_SUFFIX
                "), table (" REPORT_TABLE_SUFFIX "), program or object",
                path);
    return FALSE;
}

/* Data is read when all tables are known. */
static gboolean read_directory(Reader *reader, const char *path, GError **error)
{
    const ReportWalk walk = {reader, take_table_file, NULL, NULL, NULL};
    g_ptr_array_add(reader->data_paths, g_strdup(path));
    g_ptr_array_add(reader->directories, g_strdup(path));
    report_strong_read(reader->inputs, path, &(ReportStrongListener){reader, note_damaged_file});
    read_parts(reader, path);
    return report_walk_tables(path, &walk, error);
}

static gboolean read_path(Reader *reader, const char *path, GError **error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return fail_missing(path, errno, error);
    switch (report_kind_of(path, &status)) {
    case REPORT_DIRECTORY: return read_directory(reader, path, error);
    case REPORT_DATA_FILE:
    case REPORT_SHARD_FILE: g_ptr_array_add(reader->data_paths, g_strdup(path)); return TRUE;
    case REPORT_TABLE_FILE: read_table_file(reader, path); return TRUE;
    case REPORT_ELF_FILE: return read_program(reader, path, error);
    case REPORT_OTHER_FILE: break;
    }
    return fail_unknown(path, error);
}

/* A path that was given, or a directory that was. */
static gboolean read_data(Reader *reader, const char *path, GError **error)
{
    const ReportWalk walk = {reader, NULL, take_data, take_shard, NULL};
    struct stat status;
    if (stat(path, &status) != 0)
        return fail_missing(path, errno, error);
    ReportKind kind = report_kind_of(path, &status);
    if (kind == REPORT_DIRECTORY)
        return report_walk_data(path, &walk, error);
    if (kind == REPORT_DATA_FILE)
        take_data(reader, path, FALSE);
    else
        take_shard(reader, path);
    return TRUE;
}

static gboolean read_paths(Reader *reader, const char *const *paths, GError **error)
{
    for (; *paths; paths++)
        if (!read_path(reader, *paths, error))
            return FALSE;
    g_ptr_array_sort(reader->data_paths, htol_compare_texts);
    for (guint i = 0; i < reader->data_paths->len; i++)
        if (!read_data(reader, reader->data_paths->pdata[i], error))
            return FALSE;
    return TRUE;
}

/* The whole ---------------------------------------------------------------------------------------------- */

static void fail_empty(const ReportInputs *inputs, const char *path, GError **error)
{
    if (inputs->notes->len == 0) {
        g_set_error(error, REPORT_ERROR, 0,
                    "%s: it contains no table: build with 'hlcov cc', or name the program as well", path);
        return;
    }
    GString *message = g_string_new("nothing to report:");
    for (guint i = 0; i < inputs->notes->len; i++) {
        const ReportNote *note = inputs->notes->pdata[i];
        g_string_append_printf(message, "\n  %s: %s", note->path, note->message);
    }
    g_set_error_literal(error, REPORT_ERROR, 0, message->str);
    g_string_free(message, TRUE);
}

static int compare_units(gconstpointer left, gconstpointer right)
{
    const ReportUnit *one = *(ReportUnit *const *)left, *other = *(ReportUnit *const *)right;
    return memcmp(one->table->id, other->table->id, HTOL_ID_SIZE);
}

void report_units_sort(GPtrArray *units)
{
    g_ptr_array_sort(units, compare_units);
}

static void warn_if_nothing_ran(Reader *reader, const char *path)
{
    if (reader->inputs->runs->len == 0 && reader->inputs->notes->len == 0)
        add_note(reader, REPORT_NOTE_WARNING, path,
                 "no program has run yet: no data file (" REPORT_DATA_SUFFIX
                 ") was found, so nothing counts as covered");
}

static void give_tests(Reader *reader)
{
    ReportInputs *inputs = reader->inputs;
    inputs->tests = report_attribution_tests(reader->attribution);
    for (guint i = 0; i < inputs->units->len; i++) {
        ReportUnit *unit = inputs->units->pdata[i];
        unit->tests = report_attribution_take(reader->attribution, unit, unit->tuples, unit->n_tuples);
    }
}

static void note_proofs(Reader *reader, const char *path, const GError *error)
{
    add_note(reader, REPORT_NOTE_DAMAGED, path, "%s", error->message);
}

static void read_verdicts_of(Reader *reader, const char *directory)
{
    for (guint i = 0; i < reader->inputs->units->len; i++) {
        g_autoptr(GError) error = NULL;
        if (!report_proved_read(reader->inputs->arena, directory, reader->inputs->units->pdata[i], &error))
            note_proofs(reader, directory, error);
    }
}

static void take_verdicts(Reader *reader, const Proofs *proofs)
{
    g_autoptr(GError) error = NULL;
    gsize size;
    const guint8 *text = g_bytes_get_data(proofs->text, &size);
    if (report_proved_add(reader->inputs->arena, reader->units, text, size, &error))
        return;
    g_prefix_error(&error, "damaged proofs: ");
    note_proofs(reader, proofs->path, error);
}

/* Of each unit, from each data directory and each shard. */
static void read_verdicts(Reader *reader)
{
    for (guint i = 0; i < reader->directories->len; i++)
        read_verdicts_of(reader, reader->directories->pdata[i]);
    for (guint i = 0; i < reader->proofs->len; i++)
        take_verdicts(reader, &g_array_index(reader->proofs, Proofs, i));
}

static void clear_proofs(gpointer data)
{
    Proofs *proofs = data;
    g_free(proofs->path);
    g_bytes_unref(proofs->text);
}

static GArray *new_proofs(void)
{
    GArray *proofs = g_array_new(FALSE, FALSE, sizeof(Proofs));
    g_array_set_clear_func(proofs, clear_proofs);
    return proofs;
}

static Reader new_reader(HtolPart part, guint most_whole, const ReportProgress *progress)
{
    ReportInputs *inputs = g_new0(ReportInputs, 1);
    *inputs = (ReportInputs){.arena = htol_arena_new(),
                             .units = g_ptr_array_new(),
                             .runs = g_ptr_array_new(),
                             .notes = g_ptr_array_new(),
                             .crashes = g_ptr_array_new(),
                             .programs = g_ptr_array_new(),
                             .strong = g_ptr_array_new(),
                             .parts = g_array_new(FALSE, FALSE, sizeof(HtolPartNote)),
                             .judged = htol_judged_new()};
    return (Reader){
        .inputs = inputs,
        .progress = progress,
        .units = g_hash_table_new(htol_id_hash, htol_id_equal),
        .part = part,
        .others = g_hash_table_new(htol_id_hash, htol_id_equal),
        .most_whole = most_whole,
        .files = most_whole == G_MAXUINT ? NULL : g_hash_table_new(g_str_hash, g_str_equal),
        .data_paths = g_ptr_array_new_with_free_func(g_free),
        .directories = g_ptr_array_new_with_free_func(g_free),
        .known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .attribution = report_attribution_new(inputs->arena),
        .tuples = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)report_tuples_free),
        .searched = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .ran = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .proofs = new_proofs(),
    };
}

static void clear_reader(Reader *reader)
{
    g_hash_table_unref(reader->units);
    g_hash_table_unref(reader->others);
    g_clear_pointer(&reader->files, g_hash_table_unref);
    g_ptr_array_unref(reader->data_paths);
    g_ptr_array_unref(reader->directories);
    g_hash_table_unref(reader->known);
    report_attribution_free(reader->attribution);
    g_hash_table_unref(reader->tuples);
    g_hash_table_unref(reader->searched);
    g_hash_table_unref(reader->ran);
    g_array_unref(reader->proofs);
}

static gboolean joins_units(const ReportInputs *inputs)
{
    gboolean joins = inputs->strong->len > 0;
    for (guint i = 0; i < inputs->units->len; i++)
        joins |= ((const ReportUnit *)inputs->units->pdata[i])->table->n_scripts > 0;
    return joins;
}

static gboolean read_again(ReportInputs *inputs, GError **error)
{
    for (guint i = 0; i < inputs->units->len; i++) {
        ReportUnit *unit = inputs->units->pdata[i];
        unit->table = report_unit_table(inputs->arena, unit, error);
        if (!unit->table)
            return FALSE;
        unit->place = NULL;
    }
    inputs->n_dropped = 0;
    return TRUE;
}

static gboolean read_all(Reader *reader, const char *const *paths, GError **error)
{
    if (!read_paths(reader, paths, error))
        return FALSE;
    if (reader->inputs->units->len == 0 && g_hash_table_size(reader->others) == 0) {
        fail_empty(reader->inputs, *paths, error);
        return FALSE;
    }
    give_tuples(reader);
    give_tests(reader);
    read_verdicts(reader);
    report_strong_sort(reader->inputs);
    warn_if_nothing_ran(reader, *paths);
    report_units_sort(reader->inputs->units);
    return reader->inputs->n_dropped == 0 || !joins_units(reader->inputs) || read_again(reader->inputs, error);
}

static ReportInputs *read_part(const char *const *paths, HtolPart part, guint most, const ReportProgress *progress,
                               GError **error)
{
    Reader reader = new_reader(part, most, progress);
    gboolean good = read_all(&reader, paths, error);
    clear_reader(&reader);
    if (good)
        return reader.inputs;
    report_inputs_free(reader.inputs);
    return NULL;
}

ReportInputs *report_inputs_read_lean(const char *const *paths, guint most, const ReportProgress *progress,
                                      GError **error)
{
    return read_part(paths, (HtolPart){0}, most, progress, error);
}

ReportInputs *report_inputs_read_part(const char *const *paths, HtolPart part, GError **error)
{
    return read_part(paths, part, G_MAXUINT, NULL, error);
}

ReportInputs *report_inputs_read(const char *const *paths, const ReportProgress *progress, GError **error)
{
    return read_part(paths, (HtolPart){0}, G_MAXUINT, progress, error);
}

void report_inputs_free(ReportInputs *inputs)
{
    g_ptr_array_unref(inputs->units);
    g_ptr_array_unref(inputs->runs);
    g_ptr_array_unref(inputs->notes);
    g_ptr_array_unref(inputs->crashes);
    g_ptr_array_unref(inputs->programs);
    g_ptr_array_unref(inputs->strong);
    g_array_unref(inputs->parts);
    htol_judged_free(inputs->judged);
    if (inputs->tests)
        g_ptr_array_unref(inputs->tests);
    htol_arena_free(inputs->arena);
    g_free(inputs);
}
