/* Generates tests for a source; see generating.h. */
#include "tools/generate/generating.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "annot/strong/change.h"
#include "fuzz/corpus.h"
#include "generate/contract/describe.h"
#include "generate/write/output.h"
#include "htol/files/data.h"
#include "tools/compile/harness_build.h"
#include "tools/generate/killing.h"
#include "tools/generate/needed.h"
#include "tools/generate/rehearsal.h"

/* Functions of which it is said what is left; milliseconds of the solver for a question, and for a function. */
enum { MOST_LEFT = 12, SOLVER_TIMEOUT = 100, SOLVER_BUDGET = 3000 };

/* What came of a source in the process of the annotator. */
typedef enum { UNREAD, FAILED, DONE } Outcome;

/* A source in its turn. It lives in the process of the annotator, too. */
typedef struct {
    const Generating *all;
    const GeneratingSource *source;
    const char *shown; /* path of the source, as it is shown */
    HarnessBuild build;
    AnnotLaunch launch; /* of the harness */
    Needed needed;
    GenerateUnit unit;
    PruneRequest proving;
    guint failed;      /* tests that did not pass when they were rehearsed */
    char *broken;      /* what the compiler says of the tests; NULL: nothing */
    Killing killing;   /* what became of mutants, if tests are to kill them */
    Outcome *outcome;  /* shared with the process of the annotator */
    int messages, out; /* descriptors of the command's own streams: the annotator has others */
} Session;

/* ---- what is called from the process of the annotator ---- */

static char *build(gpointer data, const GenerateUnit *unit, const char *harness, GError **error)
{
    Session *session = data;
    return harness_build(&session->build, unit, harness, error);
}

static char *build_checked(gpointer data, const GenerateUnit *unit)
{
    Session *session = data;
    return harness_build_checked(&session->build, unit);
}

static gboolean judge(gpointer data, const GenerateUnit *unit, GError **error)
{
    Needed *needed = &((Session *)data)->needed;
    return needed_prove(needed, unit, error) && needed_mark(needed, unit, error);
}

static GHashTable *find_open(gpointer data, const GenerateUnit *unit, GError **error)
{
    return needed_open(&((Session *)data)->needed, unit, error);
}

static void tell(gpointer data, const GenerateUnit *unit, const GenerateContract *contract)
{
    const Session *session = data;
    (void)unit;
    if (isatty(session->messages))
        dprintf(session->messages, "\r\033[K%s: %s", session->shown, contract->function->name);
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

/* The path as it is seen from the working directory. */
static const char *shown_path(const Session *session, const char *path)
{
    const char *below = htol_path_below(path, session->all->directory);
    return below ? below : path;
}

static void print_file(const Session *session, const GenerateWritten *file, const char *of, FILE *out)
{
    if (file->edited)
        fprintf(out, "%s was edited, and is left alone%s\n", shown_path(session, file->edited),
                file->path ? "" : ": nothing in it is new");
    if (file->path && file->summary)
        fprintf(out, "wrote %s: %s%s\n", shown_path(session, file->path), file->summary, of);
}

/* How many inputs were tried is said of the tests, which come first. */
static void print_files(const Session *session, const GenerateUnit *unit, const GPtrArray *written, FILE *out)
{
    g_autofree char *of =
        g_strdup_printf(" (of %" G_GUINT64_FORMAT " inputs that were tried)", generate_server_runs(unit->server));
    for (guint i = 0; i < written->len; i++)
        print_file(session, written->pdata[i], i == 0 ? of : "", out);
    if (g_hash_table_size(unit->open) == 0)
        fprintf(out, "%s: nothing is open\n", session->shown);
    else if (written->len == 0)
        fprintf(out, "%s: no tests%s\n", session->shown, of);
}

static guint count_varying(const GenerateUnit *unit)
{
    guint n = 0;
    for (guint i = 0; i < unit->search->found->len; i++)
        n += ((const GenerateFound *)unit->search->found->pdata[i])->varies != FALSE;
    return n;
}

static void print_left_out(const Session *session, const GenerateUnit *unit, FILE *out)
{
    guint varying = count_varying(unit);
    if (varying > 0)
        fprintf(out, "  left out: %u test%s that did not do the same in each run\n", varying, varying == 1 ? "" : "s");
    if (session->failed > 0)
        fprintf(out, "  left out: %u test%s that did not pass alone\n", session->failed,
                session->failed == 1 ? "" : "s");
    if (session->broken)
        fprintf(out, "  not tried: %s\n", session->broken);
}

static void print_ways(const GenerateUnit *unit, FILE *out)
{
    GeneratePathsTold all = {0};
    for (guint i = 0; i < unit->contracts->contracts->len; i++) {
        const GeneratePathsTold *one = &unit->paths[i];
        all.ways += one->ways;
        all.questions += one->questions;
        all.guesses += one->guesses;
        all.strayed += one->strayed;
        all.concretised += one->concretised;
        all.taught += one->taught;
    }
    if (all.ways > 0)
        fprintf(out, "  ways: %u followed; %u questions; %u of %u runs left theirs", all.ways, all.questions,
                all.strayed, all.guesses);
    if (all.concretised > 0)
        fprintf(out, "; memory was taken to be there %u time%s", all.concretised, all.concretised == 1 ? "" : "s");
    if (all.taught > 0)
        fprintf(out, "; %u run%s told what other functions return", all.taught, all.taught == 1 ? "" : "s");
    if (all.ways > 0)
        fputc('\n', out);
}

static void print_all(const Session *session, const GenerateUnit *unit, const GPtrArray *written, FILE *out)
{
    print_files(session, unit, written, out);
    print_left_out(session, unit, out);
    print_table(session, out);
    print_left(session->needed.left, out);
    if (unit->guesses > 0)
        fprintf(out, "  formulas: %u guesses; %u of %u sure ones right\n", unit->guesses, unit->right, unit->sure);
    print_ways(unit, out);
    if (unit->kill)
        killing_print(&session->killing, out);
}

static gboolean seek_mutants(gpointer data, const AnnotSurveyed *surveyed, GError **error)
{
    Session *session = data;
    session->killing.noticed = session->needed.noticed;
    return killing_seek(&session->killing, surveyed, error);
}

static gboolean kill_mutants(gpointer data, const GenerateUnit *unit, GError **error)
{
    Session *session = data;
    (void)unit;
    return killing_choose(&session->killing, error);
}

static gboolean finish(gpointer data, const GenerateUnit *unit, GError **error)
{
    Session *session = data;
    const Generating *all = session->all;
    session->broken = rehearse(&session->build, unit, &session->failed);
    if (!needed_record(&session->needed, unit, session->all->data, error))
        return FALSE;
    GPtrArray *written = generate_write(unit, all->writer, all->output, session->source->file, error);
    if (!written)
        return FALSE;
    FILE *out = fdopen(dup(session->out), "w");
    print_all(session, unit, written, out);
    fclose(out);
    g_ptr_array_unref(written);
    g_free(session->broken);
    return TRUE;
}

static void describe(gpointer data, const GenerateUnit *unit)
{
    const Session *session = data;
    g_autofree char *head = generate_describe_head(session->shown);
    dprintf(session->out, "%s", head);
    for (guint i = 0; i < unit->contracts->contracts->len; i++) {
        const GenerateContract *contract = unit->contracts->contracts->pdata[i];
        g_autofree char *words = generate_describe(contract);
        if (generate_is_wanted(unit, contract->function))
            dprintf(session->out, "%s", words);
    }
}

/* ---- a file ---- */

/* Why it failed is said by the process that it failed in. */
static void end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    Session *session = data;
    GenerateUnit *unit = &session->unit;
    if (!unit->surveyed)
        return;
    generate_unit_end(unit, id);
    needed_clear(&session->needed);
    killing_clear(&session->killing);
    if (isatty(session->messages))
        dprintf(session->messages, "\r\033[K");
    *session->outcome = unit->error ? FAILED : DONE;
    if (unit->error)
        dprintf(session->messages, "hlcov generate: %s: %s\n", session->shown, unit->error->message);
}

static void look(gpointer data, const AnnotSurveyed *surveyed)
{
    generate_unit_look(&((Session *)data)->unit, surveyed);
}

static gboolean run_annotator(Session *session, GError **error)
{
    AnnotLaunch launch = session->launch;
    AnnotSurvey survey = {look, end, session, TRUE, session->all->kills ? ANNOT_STRONG_ALL : 0};
    g_autoptr(GString) faults = g_string_new(NULL);
    launch.survey = &survey;
    g_autoptr(GBytes) table = annot_launch_table(&launch, session->build.words, session->build.source, faults, error);
    return table != NULL;
}

static gboolean run_unit(Session *session, const char *text, const char *store, GError **error)
{
    session->unit = (GenerateUnit){.source = text,
                                   .path = session->build.source,
                                   .store = store,
                                   .wanted = session->all->functions,
                                   .shard = session->all->shard,
                                   .time = session->all->time,
                                   .seed = session->all->seed,
                                   .ways_only = session->all->ways_only,
                                   .is_direct = session->all->is_direct,
                                   .environment = g_get_environ(),
                                   .request = &session->proving,
                                   .hooks = session->all->hooks,
                                   .describe = session->all->describes ? describe : NULL,
                                   .build = build,
                                   .build_checked = build_checked,
                                   .find_open = find_open,
                                   .judge = judge,
                                   .seek = session->all->kills ? seek_mutants : NULL,
                                   .kill = session->all->kills ? kill_mutants : NULL,
                                   .finish = finish,
                                   .progress = tell,
                                   .data = session};
    gboolean good = run_annotator(session, error);
    g_strfreev(session->unit.environment);
    return good;
}

static gboolean make_directory(const char *path, GError **error)
{
    if (g_mkdir_with_parents(path, 0777) == 0)
        return TRUE;
    g_set_error(error, GENERATE_ERROR, 0, "%s: cannot be made", path);
    return FALSE;
}

/* The directory of the source's own files: its path below the root, in one word. To be freed. */
static char *work_of(const Generating *all, const char *file)
{
    const char *below = htol_path_below(file, all->root);
    g_autofree char *name = g_strdup(below ? below : file + 1);
    return g_build_filename(all->data, "generate", g_strdelimit(name, "/", '+'), NULL);
}

gboolean generating_run(const Generating *generating, const GeneratingSource *source, GError **error)
{
    g_autofree char *work = work_of(generating, source->file), *store = g_build_filename(work, "inputs", NULL);
    g_autofree char *scratch = g_build_filename(work, "data", NULL), *text = NULL;
    g_autofree char *tables = g_build_filename(scratch, "tables", NULL), *name = g_path_get_basename(source->file);
    const char *below = htol_path_below(source->file, generating->directory);
    Session session = {.all = generating,
                       .source = source,
                       .shown = below ? below : source->file,
                       .launch = source->launch,
                       .messages = dup(STDERR_FILENO),
                       .out = dup(STDOUT_FILENO)};
    session.outcome = mmap(NULL, sizeof *session.outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    session.launch.options.records = source->records | htol_selection_records(&generating->request->selection);
    session.launch.options.records |= generating->kills ? annot_strong_records(ANNOT_STRONG_ALL) : 0;
    session.launch.data_dir = generating->data;
    session.launch.root = generating->root;
    session.killing = (Killing){.passes = generating->kills, .build = &session.build, .unit = &session.unit};
    session.build = (HarnessBuild){&session.launch, source->words, source->source, generating->linked, work};
    session.proving = (PruneRequest){.selection = &generating->request->selection,
                                     .steps = PRUNE_STEP_INFEASIBLE,
                                     .patience = {SOLVER_TIMEOUT, SOLVER_BUDGET}};
    session.needed = (Needed){
        .data = generating->data, .scratch = scratch, .work = work, .name = name, .request = generating->request};
    fuzz_remove(scratch); /* trials of an earlier search */
    gboolean good = make_directory(tables, error) && make_directory(store, error) &&
                    (generating->describes || make_directory(generating->output, error)) &&
                    g_file_get_contents(source->file, &text, NULL, error) && g_chdir(source->directory) == 0 &&
                    run_unit(&session, text, store, error);
    good &= g_chdir(generating->directory) == 0;
    if (good && *session.outcome == UNREAD)
        g_set_error_literal(error, GENERATE_ERROR, 0, "no function of it can be measured: does it compile?");
    good &= *session.outcome == DONE;
    munmap(session.outcome, sizeof *session.outcome);
    close(session.messages);
    close(session.out);
    return good;
}
