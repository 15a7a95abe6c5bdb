/* Folds inputs into a shard; see fold.h. */
#include "report/store/fold.h"

#include <errno.h>
#include <string.h>

#include "htol/base/layout.h"
#include "htol/notes/parts.h"
#include "htol/notes/trials.h"
#include "report/elf/unwind.h"
#include "report/inputs/files.h"
#include "report/inputs/inputs.h"
#include "report/read/recorded.h"
#include "report/read/shards.h"
#include "report/read/strong.h"
#include "report/read/walk.h"
#include "report/store/proofs.h"
#include "report/store/spool.h"

typedef struct {
    const ReportFold *fold;
    ReportGather *gather;
    GPtrArray *notes;
    gboolean tables, facts; /* what is read this time */
    guint n_read;           /* files, and blocks of shards */
    GHashTable *spools;     /* name of a pipe: FILE, what came; NULL: it cannot be had */
} Folder;

/* A file in its turn. */
typedef struct {
    Folder *folder;
    const char *path;
} Turn;

static void G_GNUC_PRINTF(3, 4) add_note(Folder *folder, const char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_ptr_array_add(folder->notes, g_strdup_printf("%s: %s", path, message));
}

static void tell_read(Folder *folder)
{
    report_progress_tell(folder->fold->progress, "reading", ++folder->n_read, 0);
}

/* Tables ------------------------------------------------------------------------------------------------- */

/* The path as the first map that fits has it. */
static const char *mapped(const ReportFold *fold, HtolArena *arena, const char *path)
{
    for (guint i = 0; i < fold->n_maps; i++) {
        const char *rest = path + strlen(fold->maps[i].from);
        if (g_str_has_prefix(path, fold->maps[i].from) && (*rest == '/' || *rest == '\0'))
            return htol_arena_printf(arena, "%s%s", fold->maps[i].to, rest);
    }
    return path;
}

static void map_function(const ReportFold *fold, HtolArena *arena, HtolFunction *function)
{
    for (guint32 i = 0; i < function->n_files; i++)
        function->files[i].path = mapped(fold, arena, function->files[i].path);
    for (guint32 i = 0; i < function->n_labels; i++)
        function->labels[i].script = mapped(fold, arena, function->labels[i].script);
    for (guint32 i = 0; i < function->n_sequences; i++)
        function->sequences[i].script = mapped(fold, arena, function->sequences[i].script);
}

static void map_table(const ReportFold *fold, HtolArena *arena, HtolTable *table)
{
    table->row.path = mapped(fold, arena, table->row.path);
    table->row.root = mapped(fold, arena, table->row.root);
    table->row.directory = mapped(fold, arena, table->row.directory);
    for (guint32 i = 0; i < table->n_scripts; i++) {
        table->scripts[i].path = mapped(fold, arena, table->scripts[i].path);
        table->scripts[i].file = mapped(fold, arena, table->scripts[i].file);
    }
    for (guint32 i = 0; i < table->n_faults; i++) {
        table->faults[i].path = mapped(fold, arena, table->faults[i].path);
        table->faults[i].file = mapped(fold, arena, table->faults[i].file);
    }
    for (guint32 i = 0; i < table->n_functions; i++)
        map_function(fold, arena, &table->functions[i]);
}

/* A table with other paths has another id; what was recorded for it follows. */
static void add_mapped(const Folder *folder, HtolArena *arena, HtolTable *table)
{
    guint8 id[HTOL_ID_SIZE];
    memcpy(id, table->id, HTOL_ID_SIZE);
    map_table(folder->fold, arena, table);
    g_autoptr(GByteArray) bytes = htol_table_write(table);
    report_gather_table(folder->gather, table->id, bytes->data, bytes->len);
    report_gather_rename(folder->gather, id, table->id);
}

/* Nothing is recorded for it, so nothing follows. */
static void add_strong(const Folder *folder, HtolArena *arena, HtolTable *table, const guint8 *bytes, gsize size)
{
    if (folder->fold->n_maps == 0) {
        report_gather_strong(folder->gather, table->id, bytes, size);
        return;
    }
    map_table(folder->fold, arena, table);
    g_autoptr(GByteArray) mapped_bytes = htol_table_write(table);
    report_gather_strong(folder->gather, table->id, mapped_bytes->data, mapped_bytes->len);
}

static void add_table(const Turn *turn, const guint8 *bytes, gsize size)
{
    Folder *folder = turn->folder;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GError) error = NULL;
    gsize used;
    HtolTable *table = htol_table_read(arena, bytes, size, &used, &error);
    if (!table) {
        add_note(folder, turn->path, "%s", error->message);
        return;
    }
    if (report_strong_is(table))
        add_strong(folder, arena, table, bytes, used);
    else if (folder->fold->n_maps > 0)
        add_mapped(folder, arena, table);
    else
        report_gather_table(folder->gather, table->id, bytes, used);
}

static void take_strong(void *user, const guint8 *bytes, gsize size)
{
    const Turn *turn = user;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GError) error = NULL;
    gsize used;
    HtolTable *table = turn->folder->tables ? htol_table_read(arena, bytes, size, &used, &error) : NULL;
    if (table)
        add_strong(turn->folder, arena, table, bytes, used);
    else if (error)
        add_note(turn->folder, turn->path, "%s", error->message);
}

static void take_trials(void *user, const guint8 *lines, gsize size)
{
    const Turn *turn = user;
    guint damaged = turn->folder->facts ? report_gather_trials(turn->folder->gather, (const char *)lines, size) : 0;
    if (damaged > 0)
        add_note(turn->folder, turn->path, "%u damaged line%s of trials left out", damaged, damaged == 1 ? "" : "s");
}

static void take_parts(void *user, const guint8 *lines, gsize size)
{
    const Turn *turn = user;
    guint damaged = turn->folder->facts ? report_gather_parts(turn->folder->gather, (const char *)lines, size) : 0;
    if (damaged > 0)
        add_note(turn->folder, turn->path, "%u damaged note%s of shards left out", damaged, damaged == 1 ? "" : "s");
}

static void take_judged(void *user, const guint8 *bytes, gsize size)
{
    const Turn *turn = user;
    if (turn->folder->facts && !report_gather_judged(turn->folder->gather, bytes, size))
        add_note(turn->folder, turn->path, "damaged sums of judged files left out");
}

static void take_proofs(void *user, const guint8 *text, gsize size)
{
    const Turn *turn = user;
    g_autoptr(GError) error = NULL;
    if (turn->folder->facts && !report_proofs_add(turn->folder->gather, (const char *)text, size, &error))
        add_note(turn->folder, turn->path, "damaged proofs: %s", error->message);
}

static gboolean is_known(const Turn *turn, const guint8 *bytes, gsize size)
{
    return size >= HTOL_AT_TABLE_END &&
           report_gather_has_table(turn->folder->gather, bytes + HTOL_AT_TABLE_ID, bytes, size);
}

static void take_table(void *user, const guint8 *bytes, gsize size)
{
    const Turn *turn = user;
    if (turn->folder->tables && !is_known(turn, bytes, size))
        add_table(turn, bytes, size);
}

static void read_table(const Turn *turn, void (*take)(void *turn, const guint8 *bytes, gsize size))
{
    g_autofree char *bytes = NULL;
    gsize size;
    g_autoptr(GError) error = NULL;
    tell_read(turn->folder);
    if (report_file_read(turn->path, &bytes, &size, &error))
        take((void *)turn, (const guint8 *)bytes, size);
    else if (turn->folder->tables)
        add_note(turn->folder, turn->path, "%s", error->message);
}

static void take_table_file(void *user, const char *path)
{
    read_table(&(const Turn){user, path}, take_table);
}

static void take_strong_file(void *user, const char *path)
{
    read_table(&(const Turn){user, path}, take_strong);
}

/* Data --------------------------------------------------------------------------------------------------- */

static void gather_data(void *user, const HtolData *data)
{
    const Turn *turn = user;
    if (!report_gather_data(turn->folder->gather, data))
        add_note(turn->folder, turn->path, "a unit has more slots than a shard may have");
}

static void note_damaged_data(void *user, const char *message)
{
    const Turn *turn = user;
    add_note(turn->folder, turn->path, "damaged data file: %s", message);
}

static void note_obstacle(void *user, const char *message)
{
    const Turn *turn = user;
    add_note(turn->folder, turn->path, "who called what crashed is not known: %s", message);
}

static void take_data(void *user, const char *path, gboolean live)
{
    Turn turn = {user, path};
    const ReportRecordedVisitor visitor = {&turn, report_unwind, gather_data, note_damaged_data, note_obstacle};
    g_autoptr(GError) error = NULL;
    if (!turn.folder->facts)
        return;
    tell_read(turn.folder);
    if (!report_recorded_read(path, &visitor, &error) && (!live || error->code != ENOENT))
        add_note(turn.folder, path, "%s", error->message);
}

static void take_tests(void *user, HtolShardReader *reader, GError **error)
{
    const Turn *turn = user;
    tell_read(turn->folder);
    if (turn->folder->facts)
        report_gather_tests(turn->folder->gather, reader, error);
}

/* Once. */
static void take_damage(void *user, const char *message)
{
    const Turn *turn = user;
    if (turn->folder->facts)
        add_note(turn->folder, turn->path, "damaged shard: %s", message);
}

static ReportShardVisitor visitor_of(Turn *turn)
{
    return (ReportShardVisitor){turn,
                                take_tests,
                                take_damage,
                                {[HTOL_SHARD_TABLE] = take_table,
                                 [HTOL_SHARD_STRONG] = take_strong,
                                 [HTOL_SHARD_TRIALS] = take_trials,
                                 [HTOL_SHARD_PROOFS] = take_proofs,
                                 [HTOL_SHARD_PARTS] = take_parts,
                                 [HTOL_SHARD_JUDGED] = take_judged}};
}

static gboolean take_shard(void *user, const char *path)
{
    Turn turn = {user, path};
    const ReportShardVisitor visitor = visitor_of(&turn);
    return report_shard_read(path, &visitor);
}

/* Pipes -------------------------------------------------------------------------------------------------- */

/* Reads what comes by the pipe `name`, once, however often it is asked for. NULL if it cannot be had. */
static FILE *spool_of(Folder *folder, const char *name, FILE *in)
{
    g_autoptr(GError) error = NULL;
    gpointer known;
    if (g_hash_table_lookup_extended(folder->spools, name, NULL, &known))
        return known;
    FILE *spool = report_spool(in, &error);
    if (!spool)
        add_note(folder, name, "%s", error->message);
    g_hash_table_insert(folder->spools, g_strdup(name), spool);
    return spool;
}

static void take_stream(Folder *folder, const char *name, FILE *in)
{
    Turn turn = {folder, name};
    const ReportShardVisitor visitor = visitor_of(&turn);
    FILE *spool = spool_of(folder, name, in);
    if (spool)
        report_shard_read_file(spool, &visitor);
}

static void take_pipe(Folder *folder, const char *path)
{
    FILE *in = fopen(g_hash_table_contains(folder->spools, path) ? "/dev/null" : path, "rbe");
    if (!in) {
        add_note(folder, path, "cannot be read: %s", g_strerror(errno));
        return;
    }
    take_stream(folder, path, in);
    fclose(in);
}

static void close_spool(gpointer spool)
{
    if (spool)
        fclose(spool);
}

/* Paths -------------------------------------------------------------------------------------------------- */

/* Of a directory, if it has them. */
static void fold_lines(Folder *folder, const char *path, void (*take)(void *turn, const guint8 *lines, gsize size))
{
    g_autofree char *text = NULL;
    gsize size;
    g_autoptr(GError) error = NULL;
    if (report_file_read(path, &text, &size, &error))
        take(&(Turn){folder, path}, (const guint8 *)text, size);
    else if (error->code != ENOENT && error->code != ENOTDIR && folder->facts)
        add_note(folder, path, "%s", error->message);
}

static void take_proofs_file(void *user, const char *path)
{
    Folder *folder = user;
    g_autofree char *text = NULL;
    gsize size;
    g_autoptr(GError) error = NULL;
    if (!folder->facts)
        return;
    tell_read(folder);
    if (report_file_read(path, &text, &size, &error))
        take_proofs(&(Turn){folder, path}, (const guint8 *)text, size);
    else
        add_note(folder, path, "%s", error->message);
}

static void fold_directory(Folder *folder, const char *path)
{
    const ReportWalk walk = {folder, take_table_file, take_data, take_shard, take_proofs_file},
                     strong = {folder, take_strong_file, NULL, NULL, NULL};
    g_autoptr(GError) error = NULL;
    gboolean good = report_walk_tables(path, &walk, &error) && report_walk_strong(path, &strong, &error) &&
                    report_walk_data(path, &walk, &error) && report_walk_proofs(path, &walk, &error);
    g_autofree char *trials = htol_trials_path(path), *parts = htol_parts_path(path);
    fold_lines(folder, trials, take_trials);
    fold_lines(folder, parts, take_parts);
    if (!good && folder->facts)
        g_ptr_array_add(folder->notes, g_strdup(error->message));
}

static gboolean fold_path(Folder *folder, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return FALSE;
    if (S_ISFIFO(status.st_mode)) {
        take_pipe(folder, path);
        return TRUE;
    }
    switch (report_kind_of(path, &status)) {
    case REPORT_DIRECTORY: fold_directory(folder, path); return TRUE;
    case REPORT_DATA_FILE: take_data(folder, path, FALSE); return TRUE;
    case REPORT_SHARD_FILE: take_shard(folder, path); return TRUE;
    case REPORT_TABLE_FILE: take_table_file(folder, path); return TRUE;
    default: return FALSE;
    }
}

static void note_missing(Folder *folder, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        add_note(folder, path, "cannot be read: %s", g_strerror(errno));
    else
        add_note(folder, path,
                 "this is no data directory, data file (" REPORT_DATA_SUFFIX "), shard (" REPORT_SHARD_SUFFIX
                 ") or table (" REPORT_TABLE_SUFFIX ")");
}

static guint fold_paths(Folder *folder)
{
    guint good = folder->fold->stream != NULL;
    if (folder->fold->stream)
        take_stream(folder, "standard input", folder->fold->stream);
    for (const char *const *path = folder->fold->paths; *path; path++) {
        gboolean there = fold_path(folder, *path);
        good += there;
        if (!there && folder->facts)
            note_missing(folder, *path);
    }
    return good;
}

/* With maps, what units are called is known when all tables are. */
guint report_fold(const ReportFold *fold, ReportGather *gather, GPtrArray *notes)
{
    g_autoptr(GHashTable) spools = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_spool);
    Folder folder = {fold, gather, notes, TRUE, fold->n_maps == 0, 0, spools};
    guint good = fold_paths(&folder);
    if (folder.facts)
        return good;
    folder.tables = FALSE;
    folder.facts = TRUE;
    return fold_paths(&folder);
}
