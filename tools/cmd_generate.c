/* hlcov generate: options in, tests of one unit after the other out. How inputs are found is generate/'s business,
 * which are needed a model's. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "generate/write/output.h"
#include "generate/write/write.h"
#include "htol/files/data.h"
#include "tools/annotation.h"
#include "tools/compiler.h"
#include "tools/harness_build.h"
#include "tools/needed.h"
#include "tools/output.h"
#include "tools/progress.h"

static const char details[] =
    "For FILE.c, FLAGS are the options that it is compiled with: -I, -D, -std and so on; the compiler is $CC, or cc.\n"
    "Functions run inside of hlcov's own program, many times a second, with limits on time and memory; what would\n"
    "change files or start processes fails there. A test is written only if it ran.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage, or no harness could be built.";

/* Milliseconds of search in a function; of the solver for a question, and for a function. */
enum { MOST_LEFT = 12 };
enum { USUAL_MILLISECONDS = 1000, SOLVER_TIMEOUT = 100, SOLVER_BUDGET = 3000 };
#define USUAL_CRITERIA "FC,STMT,BC,RACC"
#define USUAL_OUTPUT "tests/generated"
#define USUAL_FORMAT "c"

typedef struct {
    AnnotationOptions annotation;
    char *criteria, *output, **functions, **linked, **files, *format;
    int milliseconds, seed;
} Options;

/* A file in its turn. It lives in the process of the annotator, too. */
typedef struct {
    const Options *options;
    HarnessBuild build;
    AnnotLaunch launch; /* of the harness */
    Needed needed;
    GenerateUnit unit;
    PruneRequest proving;
    const GenerateWriter *writer;
    const char *data;  /* the data directory, absolute */
    const char *file;  /* as given */
    int messages, out; /* descriptors of the command's own streams: the annotator has others */
} Session;

/* ---- options ---- */

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    enum { OWN = 8 };
    g_autofree char *writers = generate_writers(),
                    *formats = g_strdup_printf("Write tests as %s (default: c)", writers);
    GOptionEntry entries[OWN + ANNOTATION_ENTRIES + 1] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria,
         "Cover objectives of these criteria (default: " USUAL_CRITERIA ")", "LIST"},
        {"function", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->functions,
         "Test functions whose name matches only; may be repeated", "GLOB"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, "Write tests to DIR (default: " USUAL_OUTPUT ")",
         "DIR"},
        {"format", 0, 0, G_OPTION_ARG_STRING, &options->format, formats, "FORMAT"},
        {"time", 't', 0, G_OPTION_ARG_INT, &options->milliseconds,
         "Search for MS milliseconds in each function (default: 1000)", "MS"},
        {"seed", 0, 0, G_OPTION_ARG_INT, &options->seed, "Seed random choices with N (default: 1)", "N"},
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
    g_free(options->criteria);
    g_free(options->output);
    g_free(options->format);
    g_strfreev(options->functions);
    g_strfreev(options->linked);
    g_strfreev(options->files);
}

/* ---- what is called from the process of the annotator ---- */

static char *build(gpointer data, const GenerateUnit *unit, const char *harness, const char *inside, GError **error)
{
    Session *session = data;
    return harness_build(&session->build, unit, harness, inside, error);
}

static gboolean judge(gpointer data, const GenerateUnit *unit, GError **error)
{
    Needed *needed = &((Session *)data)->needed;
    return needed_prove(needed, unit, error) && needed_mark(needed, unit, error);
}

static void tell(gpointer data, const GenerateUnit *unit, const GenerateContract *contract)
{
    const Session *session = data;
    (void)unit;
    if (isatty(session->messages))
        dprintf(session->messages, "\r\033[K%s: %s", session->file, contract->function->name);
}

/* Of objectives that no test covers, those that none can. */
static guint count_impossible(const ReportTotals *totals)
{
    return totals->pruned[HTOL_PROOF_INFEASIBLE] - MIN(totals->pruned_covered, totals->pruned[HTOL_PROOF_INFEASIBLE]);
}

static void print_table(const Session *session, FILE *out)
{
    const HtolSelection *selection = &session->needed.request->selection;
    fprintf(out, "  %-10s %8s %8s %11s %8s\n", "criterion", "before", "now", "impossible", "left");
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        const ReportTotals *before = &session->needed.before[i], *after = &session->needed.after[i];
        if (!selection->wanted[i] || after->objectives == 0)
            continue;
        g_autofree char *old = report_score_text(before), *new = report_score_text(after);
        guint open = report_wanted(after) - after->covered, impossible = count_impossible(after);
        fprintf(out, "  %-10s %8s %8s %11u %8u\n", htol_selection_name(selection, (HtolCriterion)i), old, new,
                impossible, open - MIN(impossible, open));
    }
}

static void print_left(const GPtrArray *left, FILE *out)
{
    for (guint i = 0; i < left->len && i < MOST_LEFT; i++)
        fprintf(out, "  left: %s\n", (const char *)left->pdata[i]);
    if (left->len > MOST_LEFT)
        fprintf(out, "  left in %u more functions: hlcov next\n", left->len - MOST_LEFT);
}

static void print_file(const GenerateWritten *file, const char *of, FILE *out)
{
    if (file->edited)
        fprintf(out, "%s was edited, and is left alone%s\n", file->edited, file->path ? "" : ": nothing in it is new");
    if (file->path && file->summary)
        fprintf(out, "wrote %s: %s%s\n", file->path, file->summary, of);
}

/* How many inputs were tried is said of the tests, which come first. */
static void print_files(const Session *session, const GenerateUnit *unit, const GPtrArray *written, FILE *out)
{
    g_autofree char *of =
        g_strdup_printf(" (of %" G_GUINT64_FORMAT " inputs that were tried)", generate_server_runs(unit->server));
    for (guint i = 0; i < written->len; i++)
        print_file(written->pdata[i], i == 0 ? of : "", out);
    if (written->len == 0)
        fprintf(out, "%s: no tests%s\n", session->file, of);
}

static void print_all(const Session *session, const GenerateUnit *unit, const GPtrArray *written, FILE *out)
{
    print_files(session, unit, written, out);
    print_table(session, out);
    print_left(session->needed.left, out);
    if (unit->guesses > 0)
        fprintf(out, "  formulas: %u guesses; %u of %u sure ones right\n", unit->guesses, unit->right, unit->sure);
}

static gboolean finish(gpointer data, const GenerateUnit *unit, GError **error)
{
    Session *session = data;
    const Options *options = session->options;
    if (!needed_record(&session->needed, unit, session->data, error))
        return FALSE;
    GPtrArray *written = generate_write(unit, session->writer, options->output, session->file, error);
    if (!written)
        return FALSE;
    FILE *out = fdopen(dup(session->out), "w");
    print_all(session, unit, written, out);
    fclose(out);
    g_ptr_array_unref(written);
    g_clear_pointer(&session->needed.left, g_ptr_array_unref);
    return TRUE;
}

/* ---- a file ---- */

/* Why it failed is said by the process that it failed in. */
static void end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    Session *session = data;
    GenerateUnit *unit = &session->unit;
    generate_unit_end(unit, id);
    if (isatty(session->messages))
        dprintf(session->messages, "\r\033[K");
    if (unit->error)
        dprintf(session->messages, "hlcov generate: %s: %s\n", session->file, unit->error->message);
}

static void look(gpointer data, const AnnotSurveyed *surveyed)
{
    generate_unit_look(&((Session *)data)->unit, surveyed);
}

static gboolean run_annotator(Session *session, GError **error)
{
    AnnotLaunch launch = session->launch;
    AnnotSurvey survey = {look, end, session, TRUE};
    g_autoptr(GString) faults = g_string_new(NULL);
    launch.survey = &survey;
    g_autoptr(GBytes) table = annot_launch_table(&launch, session->build.words, session->build.source, faults, error);
    return table != NULL;
}

static gboolean generate_file(Session *session, const char *source, GError **error)
{
    session->unit = (GenerateUnit){.source = source,
                                   .path = session->build.source,
                                   .wanted = (const char *const *)session->options->functions,
                                   .time = (gint64)session->options->milliseconds * 1000,
                                   .seed = (guint64)session->options->seed,
                                   .environment = g_get_environ(),
                                   .request = &session->proving,
                                   .build = build,
                                   .judge = judge,
                                   .finish = finish,
                                   .progress = tell,
                                   .data = session};
    gboolean good = run_annotator(session, error);
    g_strfreev(session->unit.environment);
    return good;
}

static gboolean prepare_work(Session *session, const char *work, const char *scratch, GError **error)
{
    g_autofree char *tables = g_build_filename(scratch, "tables", NULL);
    if (g_mkdir_with_parents(tables, 0777) != 0 || g_mkdir_with_parents(session->options->output, 0777) != 0) {
        g_set_error(error, GENERATE_ERROR, 0, "%s: cannot be made", work);
        return FALSE;
    }
    return TRUE;
}

static gboolean generate(const Options *options, const ReportRequest *request, const char *file, char **flags,
                         GError **error)
{
    g_autofree char *cwd = g_get_current_dir(), *data = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    g_autofree char *root = htol_root_dir(g_getenv("HLCOV_DIR"), cwd), *name = g_path_get_basename(file);
    g_autofree char *work = g_build_filename(data, "generate", name, NULL), *source = NULL;
    g_autofree char *scratch = g_build_filename(work, "data", NULL);
    g_auto(GStrv) words = compiler_command(file, flags, "cc");
    Session session = {
        .options = options, .data = data, .file = file, .messages = dup(STDERR_FILENO), .out = dup(STDOUT_FILENO)};
    session.writer = generate_writer(options->format ? options->format : USUAL_FORMAT, error);
    if (!session.writer || !words || !g_file_get_contents(file, &source, NULL, error))
        return FALSE;
    if (!annotation_fill(&options->annotation, &session.launch))
        return FALSE;
    session.launch.options.records |= htol_selection_records(&request->selection);
    session.launch.data_dir = data;
    session.launch.root = root;
    session.build = (HarnessBuild){&session.launch, words, file, (const char *const *)options->linked, work};
    session.proving = (PruneRequest){
        .selection = &request->selection, .steps = PRUNE_STEP_INFEASIBLE, .patience = {SOLVER_TIMEOUT, SOLVER_BUDGET}};
    session.needed = (Needed){.data = data, .scratch = scratch, .work = work, .name = name, .request = request};
    gboolean good = prepare_work(&session, work, scratch, error) && generate_file(&session, source, error);
    close(session.messages);
    close(session.out);
    return good;
}

static CommandStatus run(Options *options, char **flags, GError **error)
{
    ReportRequest request = {.witnesses = TRUE};
    if (!options->files) {
        command_error("name a C file; see 'hlcov generate --help'");
        return COMMAND_FAILED;
    }
    if (!options->output)
        options->output = g_strdup(USUAL_OUTPUT);
    if (!htol_selection_parse(options->criteria ? options->criteria : USUAL_CRITERIA, &request.selection, error))
        return COMMAND_FAILED;
    for (char **file = options->files; *file; file++)
        if (!generate(options, &request, *file, flags, error))
            return COMMAND_FAILED;
    return COMMAND_DONE;
}

int cmd_generate(int argc, char **argv)
{
    Options options = {.annotation = annotation_options(), .milliseconds = USUAL_MILLISECONDS, .seed = 1};
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
