/* hlcov prune: proves what need not be covered of what was built, or of C sources, and keeps it in the data directory
 * for reports. The work is in prune/; it compiles nothing. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "htol/base/plain.h"
#include "htol/files/data.h"
#include "report/read/walk.h"
#include "tools/compile/annotation.h"
#include "tools/compile/compiler.h"
#include "tools/prove/prune_built.h"
#include "tools/shared/part_notes.h"
#include "tools/shared/progress.h"

static const char details[] =
    "Without a file, prove the units of the data directory, of another DIR, or of a PROGRAM or object, each\n"
    "as 'hlcov cc' compiled it. For FILE.c, FLAGS are the options that it is compiled with: -I, -D, -std and\n"
    "so on; the compiler is $CC, or cc. Reports use its proofs if 'hlcov cc' compiled the same text with the\n"
    "same options.\n"
    "Proofs are kept in the data directory, where reports find them. A cache keeps those of a function until\n"
    "its text, what that depends on, or hlcov changes.\n"
    "Steps: 1 infeasible, 2 trivial duplicates, 3 subsumed.";

enum { MOST_TIMEOUT = 1000000, MOST_JOBS = 256, DEFAULT_TIMEOUT = 200, NO_BUDGET = -1 };
enum { MOST_DEPTH = 10 };
enum { MOST_CACHE = 1 << 20, DEFAULT_CACHE = 256, BYTES_OF_MIB = 1 << 20 };

typedef struct {
    AnnotationOptions annotation;
    char *criteria, *steps, *cache, *root, *shard;
    gboolean no_cache, equivalent;
    int jobs, timeout, budget, cache_size, depth;
    char **files;
} Options;

/* What all files have in common. */
typedef struct {
    HtolSelection selection;
    Proving proving;
    HtolCache cache;
    AnnotLaunch launch;
    char *data_dir, *directory, *root;
    char *work; /* what is done, as notes of shards say it */
    char **flags;
    GHashTable *manners;      /* path of a source: Manner; NULL: nobody asked yet */
    CommandProgress progress; /* by files */
} Session;

/* ---- options ---- */

static gboolean parse_steps(const char *list, guint32 *steps)
{
    g_auto(GStrv) numbers = g_strsplit(list ? list : "1,2,3", ",", -1);
    *steps = 0;
    for (char **number = numbers; *number; number++) {
        if (strlen(*number) != 1 || !strchr("123", **number)) {
            command_error("--steps takes 1, 2 and 3, separated by commas, not '%s'", list);
            return FALSE;
        }
        *steps |= 1u << (**number - '1');
    }
    return TRUE;
}

static gboolean is_within(const char *option, int value, int least, int most)
{
    if (value >= least && value <= most)
        return TRUE;
    command_error("--%s must be a number from %d to %d", option, least, most);
    return FALSE;
}

static void open_cache(const Options *options, Session *session)
{
    g_autofree char *usual = g_build_filename(g_get_user_cache_dir(), "hlcov", NULL);
    if (options->no_cache)
        return;
    session->cache =
        prune_cache_open(options->cache ? options->cache : usual, (guint64)options->cache_size * BYTES_OF_MIB);
    session->proving.unit.request.cache = &session->cache;
}

static gboolean fill_session(const Options *options, Session *session)
{
    g_autoptr(GError) error = NULL;
    PruneRequest *request = &session->proving.unit.request;
    if (!parse_steps(options->steps, &request->steps) || !is_within("jobs", options->jobs, 1, MOST_JOBS) ||
        !is_within("timeout", options->timeout, 1, MOST_TIMEOUT) ||
        (options->budget != NO_BUDGET && !is_within("budget", options->budget, 1, MOST_TIMEOUT)) ||
        !is_within("inline", options->depth, 0, MOST_DEPTH) ||
        !is_within("cache-size", options->cache_size, 1, MOST_CACHE) ||
        !annotation_fill(&options->annotation, &session->launch))
        return FALSE;
    if (!htol_part_parse(options->shard, &session->proving.shard)) {
        command_error("--shard " HTOL_PART_WRONG);
        return FALSE;
    }
    if (!htol_selection_parse(options->criteria ? options->criteria : "all,WM", &session->selection, &error)) {
        command_error("%s", error->message);
        return FALSE;
    }
    request->steps |= options->equivalent ? PRUNE_STEP_EQUIVALENT : 0;
    request->selection = &session->selection;
    request->depth = (guint)options->depth;
    request->patience = (PrunePatience){(guint)options->timeout, (guint)MAX(options->budget, 0)};
    session->proving.unit.jobs = (guint)options->jobs;
    if (options->criteria)
        session->launch.options.records = htol_selection_records(&session->selection);
    session->directory = g_get_current_dir();
    session->data_dir = htol_data_dir(g_getenv("HLCOV_DIR"), session->directory);
    session->proving.data_dir = session->data_dir;
    session->root = options->root ? g_canonicalize_filename(options->root, session->directory) : NULL;
    session->proving.root = session->root;
    open_cache(options, session);
    return TRUE;
}

static void clear_session(Session *session)
{
    g_free(session->directory);
    g_free(session->data_dir);
    g_free(session->root);
    g_free(session->work);
    g_clear_pointer(&session->manners, g_hash_table_unref);
    htol_cache_clear(&session->cache);
}

/* ---- the table that was built ---- */

static HtolTable *read_table(HtolArena *arena, const char *path)
{
    g_autofree char *bytes = NULL;
    gsize size;
    return g_file_get_contents(path, &bytes, &size, NULL)
               ? htol_table_read(arena, htol_arena_memdup(arena, bytes, size), size, NULL, NULL)
               : NULL;
}

/* How a source was compiled last. */
typedef struct {
    gint64 time; /* of its table */
    char *compiler;
    gboolean complete, branching;
    guint32 records;
} Manner;

static void free_manner(gpointer manner)
{
    g_free(((Manner *)manner)->compiler);
    g_free(manner);
}

static Manner *manner_of(const HtolTable *table, gint64 time)
{
    Manner *manner = g_new0(Manner, 1);
    *manner = (Manner){.time = time,
                       .compiler = g_strdup(table->row.compiler),
                       .complete = strcmp(table->row.semantics, "complete") == 0,
                       .branching = strcmp(table->row.decisions, "branching") == 0};
    for (guint32 i = 0; i < table->n_functions; i++)
        manner->records |= table->functions[i].row.recorded;
    return manner;
}

static void add_table(GHashTable *manners, const char *path)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTable *table = read_table(arena, path);
    GStatBuf info;
    if (!table || g_stat(path, &info) != 0)
        return;
    g_autofree char *source = g_canonicalize_filename(table->row.path, table->row.root);
    const Manner *known = g_hash_table_lookup(manners, source);
    if (!known || known->time <= info.st_mtime)
        g_hash_table_insert(manners, g_steal_pointer(&source), manner_of(table, info.st_mtime));
}

/* Of all sources that were compiled into the data directory. */
static GHashTable *read_manners(const char *data_dir)
{
    GHashTable *manners = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_manner);
    g_autofree char *tables = g_build_filename(data_dir, "tables", NULL);
    g_autoptr(GDir) directory = g_dir_open(tables, 0, NULL);
    const char *name;
    while (directory && (name = g_dir_read_name(directory))) {
        g_autofree char *path = g_build_filename(tables, name, NULL);
        add_table(manners, path);
    }
    return manners;
}

/* What the newest table of that path records, is recorded here, so that numbers of objectives are the same. Returns the
 * compiler, too. */
static const char *follow_table(Session *session, const char *path, AnnotLaunch *launch)
{
    g_autofree char *full = g_canonicalize_filename(path, session->directory);
    if (!session->manners)
        session->manners = read_manners(session->data_dir);
    const Manner *manner = g_hash_table_lookup(session->manners, full);
    if (!manner)
        return "cc";
    launch->options.complete = manner->complete;
    launch->options.branching = manner->branching;
    launch->options.records = manner->records;
    return manner->compiler;
}

/* ---- one file ---- */

static void warn_unbuilt(const Session *session, const char *path, const HtolTable *table)
{
    g_autofree char *file = htol_data_table_path(session->data_dir, table->id);
    if (!g_file_test(file, G_FILE_TEST_EXISTS))
        command_error("%s: 'hlcov cc' has compiled no unit of this text with these options, so no report will use "
                      "the verdicts",
                      path);
}

static gboolean keep_proofs(const Session *session, const char *path, GBytes *bytes, const char *proved, GError **error)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    gsize size;
    const guint8 *start = g_bytes_get_data(bytes, &size);
    if (size == 0) {
        g_autofree char *plain = htol_plain(path);
        printf("%s: functions 0\n", plain);
        return TRUE;
    }
    const HtolTable *table = htol_table_read(arena, start, size, NULL, error);
    if (!table || !proving_keep(&session->proving, table, proved, error))
        return FALSE;
    warn_unbuilt(session, path, table);
    return TRUE;
}

static gboolean prove_file(Session *session, const char *path, GError **error)
{
    AnnotLaunch launch = session->launch;
    g_autofree char *proved = NULL;
    g_auto(GStrv) argv = compiler_command(path, session->flags, follow_table(session, path, &launch));
    if (!argv)
        return FALSE;
    g_autoptr(GBytes) table = proving_run(&session->proving, &launch, argv, NULL, &proved, error);
    if (!table)
        g_prefix_error(error, "%s: ", path);
    return table && keep_proofs(session, path, table, proved, error);
}

/* ---- what was built ---- */

static char *work_of(const Options *options)
{
    g_autofree char *depth = options->depth > 0 ? g_strdup_printf("%d", options->depth) : NULL;
    GString *work = g_string_new("prune");
    part_notes_option(work, "steps", options->steps);
    part_notes_flag(work, "equivalent", options->equivalent);
    part_notes_option(work, "criteria", options->criteria);
    part_notes_option(work, "inline", depth);
    return g_string_free(work, FALSE);
}

static gboolean prove_units(const Session *session, const Proving *proving, const char *path, GError **error)
{
    return part_notes_begin(proving->data_dir, session->work, proving->shard, error) &&
           prune_built(proving, path, session->directory, error) &&
           part_notes_end(proving->data_dir, session->work, proving->shard, error);
}

/* What is proved of a directory's units is kept there. */
static gboolean prove_directory(const Session *session, const char *path, GError **error)
{
    g_autofree char *full = g_canonicalize_filename(path, session->directory);
    Proving proving = session->proving;
    proving.data_dir = full;
    return prove_units(session, &proving, full, error);
}

static gboolean prove(Session *session, const char *path, GError **error)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        g_set_error(error, G_FILE_ERROR, 0, "%s: %s", path, g_strerror(errno));
        return FALSE;
    }
    switch (report_kind_of(path, &status)) {
    case REPORT_DIRECTORY: return prove_directory(session, path, error);
    case REPORT_ELF_FILE: return prove_units(session, &session->proving, path, error);
    default: break;
    }
    if (session->proving.shard.parts == 0)
        return prove_file(session, path, error);
    g_set_error(error, G_FILE_ERROR, 0, "%s: --shard chooses among units that were built; leave it out", path);
    return FALSE;
}

/* ---- all ---- */

static CommandStatus run(const Options *options, char **flags)
{
    CommandStatus status = COMMAND_DONE;
    Session session = {.flags = flags, .launch = {.data_dir = g_getenv("HLCOV_DIR")}};
    if (!fill_session(options, &session)) {
        clear_session(&session);
        return COMMAND_FAILED;
    }
    session.work = work_of(options);
    char *usual[] = {session.data_dir, NULL};
    char **files = options->files && *options->files ? options->files : usual;
    command_progress_begin(&session.progress, command_progress_stream(FALSE), g_get_monotonic_time);
    session.proving.progress = &session.progress.report;
    for (char **file = files; *file; file++) {
        g_autoptr(GError) error = NULL;
        report_progress_tell(session.proving.progress, "proving", (guint)(file - files), g_strv_length(files));
        if (prove(&session, *file, &error))
            continue;
        status = COMMAND_FAILED;
        if (error)
            command_error("%s", error->message);
    }
    command_progress_clear();
    clear_session(&session);
    return status;
}

static CommandStatus parse_and_run(Options *options, int argc, char **argv, char **flags)
{
    enum { OWN = 13 };
    GOptionEntry entries[OWN + ANNOTATION_ENTRIES + 1] = {
        {"steps", 0, 0, G_OPTION_ARG_STRING, &options->steps, "Run these steps (default: 1,2,3)", "LIST"},
        {"equivalent", 0, 0, G_OPTION_ARG_NONE, &options->equivalent,
         "Prove also which mutants of strong builds are equivalent", NULL},
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs, "Prove N functions at a time (default: 1)", "N"},
        {"timeout", 0, 0, G_OPTION_ARG_INT, &options->timeout,
         "Limit the solver's work on a question, to that of about MS milliseconds (default: 200)", "MS"},
        {"budget", 0, 0, G_OPTION_ARG_INT, &options->budget,
         "Limit the work on a function in the same way (default: 10000, and 20 for each of its slots)", "MS"},
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria,
         "Prove objectives of these criteria (default: all that is recorded, and WM)", "LIST"},
        {"inline", 0, 0, G_OPTION_ARG_INT, &options->depth,
         "Also find what is infeasible in this program only, through DEPTH levels of static calls (default: 0)",
         "DEPTH"},
        {"root", 'r', 0, G_OPTION_ARG_FILENAME, &options->root,
         "Look for sources of built units below ROOT (default: where they were compiled)", "ROOT"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &options->shard, "Prove the units of shard K of N only: of what was built",
         "K/N"},
        {"cache", 0, 0, G_OPTION_ARG_FILENAME, &options->cache,
         "Keep proofs for later runs in DIR (default: hlcov in $XDG_CACHE_HOME)", "DIR"},
        {"cache-size", 0, 0, G_OPTION_ARG_INT, &options->cache_size, "Limit the cache to N MiB (default: 256)", "N"},
        {"no-cache", 0, 0, G_OPTION_ARG_NONE, &options->no_cache, "Prove everything anew, and cache nothing", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files, "", NULL},
    };
    annotation_entries(&options->annotation, entries + OWN);
    CommandStatus status = command_parse(command_options("prune", entries, details), &argc, &argv);
    if (status == COMMAND_GO_ON)
        status = annotation_read(&options->annotation);
    if (status != COMMAND_GO_ON)
        return status;
    return run(options, flags);
}

int cmd_prune(int argc, char **argv)
{
    Options options = {.annotation = annotation_options(),
                       .jobs = 1,
                       .timeout = DEFAULT_TIMEOUT,
                       .budget = NO_BUDGET,
                       .cache_size = DEFAULT_CACHE};
    char **flags = compiler_cut_flags(&argc, argv);
    CommandStatus status = parse_and_run(&options, argc, argv, flags);
    annotation_options_clear(&options.annotation);
    g_strfreev(options.files);
    g_free(options.criteria);
    g_free(options.steps);
    g_free(options.cache);
    g_free(options.root);
    g_free(options.shard);
    return status;
}
