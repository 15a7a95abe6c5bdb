/* hlcov generate: options in, tests of one unit after the other out. How inputs are found is generate/'s business,
 * which are needed a model's. */
#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "htol/files/data.h"
#include "report/model/diff.h"
#include "tools/compile/cc_options.h"
#include "tools/compile/compiler.h"
#include "tools/compile/recipes.h"
#include "tools/generate/generating.h"
#include "tools/generate/killing.h"
#include "tools/shared/part_notes.h"

static const char details[] =
    "Without a file, write tests for all sources that 'hlcov cc' compiled into the data directory, each as it was\n"
    "compiled. For FILE.c that was never compiled, FLAGS are the options: -I, -D, -std and so on; the compiler is\n"
    "$CC, or cc.\n"
    "Functions run inside of a program of hlcov's, many times a second, with limits on time and memory; what would\n"
    "change files or start processes fails there. A test is written only if it ran.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage, or some source could not be tested.";

enum { USUAL_MILLISECONDS = 1000, MOST_JOBS = 256 };
#define USUAL_CRITERIA "FC,STMT,BC,RACC"
#define USUAL_OUTPUT "tests/generated"
#define USUAL_FORMAT "c"

typedef struct {
    AnnotationOptions annotation;
    char *criteria, *output, **functions, **globs, **linked, **files, *format, *base, *hooks, *shard, *passes;
    gboolean kills;
    int milliseconds, seed, jobs;
    Generating generating;
    ReportRequest request;
    ReportDiff *diff;
    GenerateHooks *said; /* by the user */
} Options;

/* ---- options ---- */

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    enum { OWN = 18 };
    g_autofree char *writers = generate_writers(),
                    *formats = g_strdup_printf("Write tests as %s (default: c)", writers);
    GOptionEntry entries[OWN + ANNOTATION_ENTRIES + 1] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria,
         "Cover objectives of these criteria (default: " USUAL_CRITERIA ")", "LIST"},
        {"function", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->functions,
         "Test functions whose name matches only; may be repeated", "GLOB"},
        {"file", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->globs,
         "Test sources that were compiled and whose path matches only; may be repeated", "GLOB"},
        {"base", 0, 0, G_OPTION_ARG_STRING, &options->base, "Cover objectives on lines changed since revision REV only",
         "REV"},
        {"contract", 0, 0, G_OPTION_ARG_NONE, &options->generating.describes,
         "Print what functions take, as C with hooks to be edited, and do no more", NULL},
        {"hooks", 0, 0, G_OPTION_ARG_FILENAME, &options->hooks,
         "Compile in the hooks of FILE: what --contract prints, edited", "FILE"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, "Write tests to DIR (default: " USUAL_OUTPUT ")",
         "DIR"},
        {"format", 0, 0, G_OPTION_ARG_STRING, &options->format, formats, "FORMAT"},
        {"time", 't', 0, G_OPTION_ARG_INT, &options->milliseconds,
         "Search for MS milliseconds in each function (default: 1000)", "MS"},
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs, "Test N sources at a time (default: 1)", "N"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &options->shard, "Test the functions of shard K of N only, by their names",
         "K/N"},
        {"seed", 0, 0, G_OPTION_ARG_INT, &options->seed, "Seed random choices with N (default: 1)", "N"},
        {"ways", 0, 0, G_OPTION_ARG_NONE, &options->generating.ways_only,
         "Look for inputs on single ways through functions only, not at random", NULL},
        {"kill", 0, 0, G_OPTION_ARG_NONE, &options->kills, "Write tests that kill mutants, too: that fail with them",
         NULL},
        {"kill-by", 0, 0, G_OPTION_ARG_STRING, &options->passes,
         "Write such tests by these passes only: inputs, regions, formulas, ways", "PASS,..."},
        {"direct", 0, 0, G_OPTION_ARG_NONE, &options->generating.is_direct,
         "Let ways branch at each objective, the naive way, to compare costs", NULL},
        {"link", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->linked,
         "Link the functions with this object or library; may be repeated", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files, "", NULL},
    };
    annotation_entries(&options->annotation, entries + OWN);
    CommandStatus status = command_parse(command_options("generate", entries, details), argc, argv);
    return status == COMMAND_GO_ON ? annotation_read(&options->annotation) : status;
}

static void clear_options(Options *options)
{
    annotation_options_clear(&options->annotation);
    g_clear_pointer(&options->diff, report_diff_free);
    g_free(options->criteria);
    g_free(options->output);
    g_free(options->format);
    g_free(options->base);
    g_free(options->hooks);
    g_clear_pointer(&options->said, generate_hooks_free);
    g_free(options->shard);
    g_free(options->passes);
    g_strfreev(options->functions);
    g_strfreev(options->globs);
    g_strfreev(options->linked);
    g_strfreev(options->files);
}

static gboolean check(gboolean good, const char *message)
{
    if (!good)
        command_error("%s", message);
    return good;
}

static gboolean parse_passes(const Options *options, Generating *generating)
{
    generating->kills = options->kills || options->passes ? killing_passes(options->passes) : 0;
    return check(generating->kills || !options->passes,
                 "--kill-by takes inputs, regions, formulas or ways, or some with commas");
}

static gboolean fill_request(Options *options, GError **error)
{
    options->request = (ReportRequest){.witnesses = TRUE};
    if (!htol_selection_parse(options->criteria ? options->criteria : USUAL_CRITERIA, &options->request.selection,
                              error))
        return FALSE;
    if (options->base && !(options->diff = report_diff_since(options->generating.root, options->base, error)))
        return FALSE;
    options->request.diff = options->diff;
    return TRUE;
}

static gboolean fill(Options *options, GError **error)
{
    Generating *generating = &options->generating;
    const char *output = options->output ? options->output : USUAL_OUTPUT;
    if (options->hooks && !(options->said = generate_hooks_new(options->hooks, error)))
        return FALSE;
    generating->hooks = options->said;
    generating->directory = g_get_current_dir();
    generating->data = htol_data_dir(g_getenv("HLCOV_DIR"), generating->directory);
    generating->root = htol_root_dir(g_getenv("HLCOV_DIR"), generating->directory);
    generating->output = g_canonicalize_filename(output, generating->directory);
    generating->writer = generate_writer(options->format ? options->format : USUAL_FORMAT, error);
    generating->functions = (const char *const *)options->functions;
    generating->linked = (const char *const *)options->linked;
    generating->time = (gint64)options->milliseconds * 1000;
    generating->seed = (guint64)options->seed;
    generating->request = &options->request;
    return generating->writer && check(options->milliseconds > 0, "--time takes a number from 1") &&
           check(options->jobs >= 1 && options->jobs <= MOST_JOBS, "--jobs takes a number from 1 to 256") &&
           check(htol_part_parse(options->shard, &generating->shard), "--shard " HTOL_PART_WRONG) &&
           parse_passes(options, generating) && fill_request(options, error);
}

static void clear_generating(Generating *generating)
{
    g_free((char *)generating->directory);
    g_free((char *)generating->data);
    g_free((char *)generating->root);
    g_free((char *)generating->output);
}

/* ---- a source ---- */

/* As it was compiled. */
static gboolean run_recipe(const Options *options, const RecipesRow *row, GError **error)
{
    AnnotationOptions annotation = annotation_options();
    GeneratingSource source = {.file = row->source,
                               .source = row->recipe->source,
                               .words = (char **)row->recipe->words,
                               .directory = row->recipe->directory};
    gboolean good = check(cc_options_read(&annotation, "options of hlcov cc", row->recipe->options) == COMMAND_GO_ON &&
                              annotation_fill(&annotation, &source.launch),
                          "the options that hlcov cc had are not valid now");
    source.records = source.launch.options.records;
    good = good && generating_run(&options->generating, &source, error);
    annotation_options_clear(&annotation);
    return good;
}

static gboolean run_file(const Options *options, const char *file, char **flags, GError **error)
{
    g_autofree char *path = g_canonicalize_filename(file, options->generating.directory);
    g_auto(GStrv) words = compiler_command(file, flags, "cc");
    GeneratingSource source = {
        .file = path, .source = file, .words = words, .directory = options->generating.directory};
    if (!words || !annotation_fill(&options->annotation, &source.launch))
        return FALSE;
    source.records = options->criteria ? 0 : source.launch.options.records; /* as hlcov cc would */
    return generating_run(&options->generating, &source, error);
}

/* ---- all of them ---- */

/* A source to be tested: one that was compiled, or a file. */
typedef struct {
    const RecipesRow *row;
    const char *file; /* if there is no row */
} Work;

static gboolean matches(const Options *options, const char *path)
{
    const char *below = htol_path_below(path, options->generating.root);
    for (char **glob = options->globs; glob && *glob; glob++)
        if (fnmatch(*glob, below ? below : path, 0) == 0)
            return TRUE;
    return !options->globs;
}

static GArray *works_of(const Options *options, const GPtrArray *recipes, char **flags)
{
    GArray *works = g_array_new(FALSE, FALSE, sizeof(Work));
    for (char **file = options->files; file && *file; file++) {
        g_autofree char *path = g_canonicalize_filename(*file, options->generating.directory);
        Work work = {*flags ? NULL : recipes_find(recipes, path), *file};
        g_array_append_val(works, work);
    }
    for (guint i = 0; i < recipes->len && !options->files; i++) {
        Work work = {recipes->pdata[i], NULL};
        if (matches(options, work.row->source))
            g_array_append_val(works, work);
    }
    return works;
}

/* Says what is wrong. */
static gboolean run_work(const Options *options, const Work *work, char **flags)
{
    g_autoptr(GError) error = NULL;
    gboolean good = work->row ? run_recipe(options, work->row, &error) : run_file(options, work->file, flags, &error);
    if (error)
        command_error("%s: %s", work->row ? work->row->source : work->file, error->message);
    return good;
}

/* It ends with the command, and so does what it starts. */
G_NORETURN static void become_worker(const Options *options, const Work *work, char **flags)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    _exit(run_work(options, work, flags) ? 0 : 1);
}

/* Each in a process of its own, `jobs` at a time. */
static gboolean run_works(const Options *options, const GArray *works, char **flags)
{
    guint running = 0;
    gboolean good = TRUE;
    for (guint i = 0; i < works->len || running > 0;) {
        int status = 0;
        if (i == works->len || running == (guint)options->jobs) {
            if (wait(&status) < 0)
                return FALSE;
            good &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
            running--;
            continue;
        }
        pid_t process = fork();
        if (process == 0)
            become_worker(options, &g_array_index(works, Work, i), flags);
        good &= process > 0;
        running += process > 0;
        i++;
    }
    return good;
}

static char *text_of(const Options *options, char **flags)
{
    GString *work = g_string_new("generate");
    part_notes_option(work, "criteria", options->criteria);
    part_notes_options(work, "function", options->functions);
    part_notes_options(work, "file", options->globs);
    part_notes_option(work, "base", options->base);
    part_notes_flag(work, "kill", options->kills);
    part_notes_option(work, "kill-by", options->passes);
    part_notes_words(work, options->files);
    if (*flags) {
        g_string_append(work, " --");
        part_notes_words(work, flags);
    }
    return g_string_free(work, FALSE);
}

/* All of them, or those of a shard, which is noted. */
static gboolean run_noted(const Options *options, const GArray *works, char **flags, GError **error)
{
    const Generating *generating = &options->generating;
    g_autofree char *text = text_of(options, flags);
    if (generating->describes)
        return run_works(options, works, flags);
    return part_notes_begin(generating->data, text, generating->shard, error) && run_works(options, works, flags) &&
           part_notes_end(generating->data, text, generating->shard, error);
}

static CommandStatus run(Options *options, char **flags, GError **error)
{
    CommandStatus status = COMMAND_FAILED;
    if (fill(options, error)) {
        g_autoptr(GPtrArray) recipes = recipes_of(options->generating.data);
        g_autoptr(GArray) works = works_of(options, recipes, flags);
        if (works->len == 0)
            command_error("no source is known: name a C file, or compile the program with 'hlcov cc'");
        else if (run_noted(options, works, flags, error))
            status = COMMAND_DONE;
    }
    clear_generating(&options->generating);
    return status;
}

int cmd_generate(int argc, char **argv)
{
    Options options = {.annotation = annotation_options(), .milliseconds = USUAL_MILLISECONDS, .seed = 1, .jobs = 1};
    char **flags = compiler_cut_flags(&argc, argv);
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        status = run(&options, flags, &error);
        if (error)
            command_error("%s", error->message);
    }
    clear_options(&options);
    return status;
}
