/* hlcov fuzz: options in, one campaign, what it has gained out. What an engine is told and what is kept is decided in
 * fuzz/. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fuzz/campaign.h"
#include "fuzz/emit.h"
#include "htol/base/digits.h"
#include "report/elf/unwind.h"
#include "report/model/diff.h"
#include "tools/shared/commands.h"
#include "tools/shared/output.h"
#include "tools/shared/part_notes.h"
#include "tools/shared/stopping.h"

static const char details[] =
    "COMMAND runs a program that 'hlcov cc' built. '@@' stands for the path of an input; without it the program\n"
    "reads the input from standard input. Or it is an object with LLVMFuzzerTestOneInput, and what it is to be\n"
    "linked with. TIME is a number of seconds, or ends in s, m or h; 0 means no limit.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage, or the target cannot be fuzzed; 2 done, and it crashed or ran too long\n"
    "on some input.";

enum { DEFAULT_TIMEOUT = 1000, DEFAULT_PLATEAU = 60 };

typedef struct {
    char *engine, *criteria, **include, **exclude, *base, *time, *plateau, *corpus, *emit, *shard, **command;
    int jobs, seed, timeout;
    gint64 runs;
    gboolean open;
    HtolPart part;
    FuzzCampaign campaign;
    ReportRequest request;
} Options;

/* ---- options ---- */

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    GOptionEntry entries[] = {
        {"engine", 0, 0, G_OPTION_ARG_STRING, &options->engine,
         "Use afl or libfuzzer (default: libfuzzer if the program is linked with it, else afl)", "ENGINE"},
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria,
         "Look for objectives of these criteria only (default: all)", "LIST"},
        {"base", 0, 0, G_OPTION_ARG_STRING, &options->base,
         "Look for objectives on lines changed since revision REV only", "REV"},
        {"include", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->include,
         "Look for objectives in files whose path matches only; may be repeated", "GLOB"},
        {"exclude", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->exclude,
         "Look for none in files whose path matches; may be repeated", "GLOB"},
        {"open", 0, 0, G_OPTION_ARG_NONE, &options->open, "Look for objectives only that no test covers yet", NULL},
        {"time", 't', 0, G_OPTION_ARG_STRING, &options->time, "Stop after TIME (default: no limit)", "TIME"},
        {"plateau", 0, 0, G_OPTION_ARG_STRING, &options->plateau,
         "Stop when nothing more was covered for TIME (default: 60s)", "TIME"},
        {"runs", 0, 0, G_OPTION_ARG_INT64, &options->runs, "Stop after N runs of the program", "N"},
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs, "Run N processes of the engine (default: 1)", "N"},
        {"corpus", 0, 0, G_OPTION_ARG_FILENAME, &options->corpus,
         "Begin with the inputs in DIR, and keep there what is needed", "DIR"},
        {"emit", 0, 0, G_OPTION_ARG_FILENAME, &options->emit, "Write the corpus as regression tests to DIR", "DIR"},
        {"timeout", 0, 0, G_OPTION_ARG_INT, &options->timeout, "Let a run take N milliseconds (default: 1000)", "N"},
        {"seed", 0, 0, G_OPTION_ARG_INT, &options->seed, "Seed the engine's random numbers with N", "N"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &options->shard,
         "Search as host K of N: with other random numbers than the other ones", "K/N"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->command, "", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    GOptionContext *context = command_options("fuzz", entries, details);
    g_option_context_set_strict_posix(context, TRUE);
    return command_parse(context, argc, argv);
}

static void clear_options(Options *options)
{
    g_free(options->engine);
    g_free(options->criteria);
    g_strfreev(options->include);
    g_strfreev(options->exclude);
    g_free(options->base);
    g_free(options->time);
    g_free(options->plateau);
    g_free(options->corpus);
    g_free(options->emit);
    g_free(options->shard);
    g_strfreev(options->command);
}

/* In microseconds: "90", "90s", "2m", "1h"; `otherwise` if `text` is NULL. */
static gboolean parse_time(const char *text, gint64 otherwise, gint64 *time, GError **error)
{
    static const char units[] = "smh";
    static const gint64 seconds[] = {1, 60, 3600};
    char *end = NULL;
    gint64 number = text ? g_ascii_strtoll(text, &end, 10) : otherwise;
    const char *unit = end && *end ? strchr(units, *end) : NULL;
    if (end && (end == text || number < 0 || (*end && !unit) || (unit && end[1]))) {
        g_set_error(error, FUZZ_ERROR, 0, "'%s' is no time: write 90s, 2m or 1h", text);
        return FALSE;
    }
    *time = number * (unit ? seconds[unit - units] : 1) * G_USEC_PER_SEC;
    return TRUE;
}

static gboolean check_number(int number, int least, const char *name, GError **error)
{
    if (number >= least)
        return TRUE;
    g_set_error(error, FUZZ_ERROR, 0, "--%s takes a number from %d", name, least);
    return FALSE;
}

/* Each process of each shard has numbers of its own, the same each time. */
static guint seed_of(const Options *options)
{
    guint seed = (guint)options->seed;
    if (options->part.parts == 0)
        return seed;
    return MAX(seed, 1) + (options->part.part - 1) * (guint)options->jobs;
}

static gboolean check_shard(Options *options, GError **error)
{
    if (htol_part_parse(options->shard, &options->part))
        return TRUE;
    g_set_error(error, FUZZ_ERROR, 0, "--shard " HTOL_PART_WRONG);
    return FALSE;
}

static gboolean check_numbers(Options *options, GError **error)
{
    FuzzCampaign *campaign = &options->campaign;
    if (!options->command) {
        g_set_error(error, FUZZ_ERROR, 0, "name a command; see 'hlcov fuzz --help'");
        return FALSE;
    }
    if (!check_shard(options, error))
        return FALSE;
    campaign->jobs = (guint)options->jobs;
    campaign->seed = seed_of(options);
    campaign->runs = (guint64)options->runs;
    return check_number(options->jobs, 1, "jobs", error) && check_number(options->timeout, 1, "timeout", error) &&
           check_number(options->seed, 0, "seed", error) &&
           check_number(options->runs < 0 ? -1 : 0, 0, "runs", error) &&
           parse_time(options->time, 0, &campaign->time, error) &&
           parse_time(options->plateau, DEFAULT_PLATEAU, &campaign->plateau, error);
}

/* ---- what is asked for ---- */

/* Whether the options leave some objectives out. */
static gboolean is_narrow(const Options *options)
{
    return options->criteria || options->base || options->include || options->exclude || options->open;
}

static gboolean make_request(Options *options, ReportDiff **diff, GError **error)
{
    g_autofree char *cwd = g_get_current_dir(), *root = htol_root_dir(g_getenv("HLCOV_DIR"), cwd);
    options->request = (ReportRequest){.include = (const char *const *)options->include,
                                       .exclude = (const char *const *)options->exclude};
    if (!htol_selection_parse(options->criteria ? options->criteria : "all", &options->request.selection, error))
        return FALSE;
    if (options->base && !(*diff = report_diff_since(root, options->base, error)))
        return FALSE;
    options->request.diff = *diff;
    return TRUE;
}

/* ---- what is printed ---- */

/* "27,677 runs, 1,977 a second, "; nothing as long as the engine has not counted more than its first runs: AFL++ writes
 * that down when it likes. To be freed. */
static char *runs_words(const FuzzProgress *progress, gint64 seconds)
{
    g_autofree char *runs = htol_grouped(progress->runs);
    g_autofree char *speed = htol_grouped(progress->runs / (guint64)MAX(seconds, 1));
    return progress->runs > progress->tried ? g_strdup_printf("%s runs, %s a second, ", runs, speed) : g_strdup("");
}

static char *progress_line(const FuzzProgress *progress)
{
    gint64 seconds = progress->time / G_USEC_PER_SEC;
    g_autofree char *runs = runs_words(progress, seconds);
    g_autofree char *crashes =
        progress->crashes ? g_strdup_printf(", %u crash%s", progress->crashes, progress->crashes == 1 ? "" : "es")
                          : g_strdup("");
    return g_strdup_printf("%" G_GINT64_FORMAT ":%02" G_GINT64_FORMAT "  %s%u inputs kept%s  "
                           "%u of %u objectives (%+d)",
                           seconds / 60, seconds % 60, runs, progress->tried, crashes, progress->covered,
                           progress->covered + progress->open, (int)progress->covered - (int)progress->before);
}

/* On a terminal the line is overwritten. */
static void tell(const FuzzProgress *progress, gpointer data)
{
    g_autofree char *line = progress_line(progress);
    (void)data;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s", line);
    else
        fprintf(stderr, "%s\n", line);
}

static void tell_nothing_more(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* Without --criteria, those that a report begins with. */
static gboolean is_printed(const Options *options, const FuzzResult *result, HtolCriterion criterion)
{
    static const HtolCriterion heads[] = {HTOL_CRIT_fc, HTOL_CRIT_stmt, HTOL_CRIT_bc, HTOL_CRIT_racc};
    gboolean is_head = FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(heads); i++)
        is_head |= criterion == heads[i];
    return (is_head || options->criteria) && options->request.selection.wanted[criterion] &&
           result->after[criterion].objectives > 0;
}

static void print_row(const Options *options, const FuzzResult *result, HtolCriterion criterion)
{
    const ReportTotals *before = &result->before[criterion], *after = &result->after[criterion];
    g_autofree char *old = report_score_text(before), *new = report_score_text(after);
    printf("  %-10s %8s %8s %8u\n", htol_selection_name(&options->request.selection, criterion), old, new,
           report_wanted(after) - after->covered);
}

static void print_scores(const Options *options, const FuzzResult *result)
{
    printf("\n  %-10s %8s %8s %8s\n", "criterion", "before", "now", "open");
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (is_printed(options, result, (HtolCriterion)i))
            print_row(options, result, (HtolCriterion)i);
    if (!options->criteria)
        printf("  all others: hlcov report --all\n");
}

static const char *reason_words(const Options *options, FuzzReason reason)
{
    switch (reason) {
    case FUZZ_BY_TIME: return "the time was up";
    case FUZZ_BY_PLATEAU: return "nothing more was covered for a while";
    case FUZZ_BY_COVERAGE: return "everything is covered";
    case FUZZ_BY_USER: return "interrupted";
    case FUZZ_BY_RUNS: break;
    }
    return options->campaign.runs ? "the runs were done" : "the engine ended";
}

static void print_head(const Options *options, const FuzzResult *result)
{
    const FuzzProgress *last = &result->last;
    g_autofree char *runs = htol_grouped(last->runs);
    printf("%s: %u of %u objectives are covered, %u more than before", options->campaign.target->name, last->covered,
           last->covered + last->open, last->covered > last->before ? last->covered - last->before : 0);
    printf(" (%s, %s runs in %" G_GINT64_FORMAT " s; %s)\n", fuzz_engine_title(options->campaign.engine), runs,
           last->time / G_USEC_PER_SEC, reason_words(options, result->reason));
}

static char *shown_path(const char *path)
{
    g_autofree char *cwd = g_get_current_dir();
    const char *below = htol_path_below(path, cwd);
    return g_strdup(below ? below : path);
}

static void print_corpus(const Options *options, const FuzzResult *result)
{
    g_autofree char *corpus = shown_path(options->campaign.corpus);
    g_autofree char *dropped = result->dropped ? g_strdup_printf(", %u needed no more", result->dropped) : g_strdup("");
    printf("\ncorpus: %s has %u input%s (%u new%s); each is a test now, named \"fuzz %s INPUT\"\n", corpus,
           result->kept->len, result->kept->len == 1 ? "" : "s", result->added, dropped,
           options->campaign.target->name);
}

static void print_crashes(const FuzzResult *result)
{
    if (result->crashes->len > 0)
        printf("\ncrashes:\n");
    for (guint i = 0; i < result->crashes->len; i++) {
        const FuzzCrash *crash = result->crashes->pdata[i];
        g_autofree char *path = shown_path(crash->path);
        printf("  %s%s%s: %s\n", crash->how, *crash->place ? " " : "", crash->place, path);
    }
    if (result->vanished > 0)
        printf("\nnot reproduced: %u of the inputs that crashed or ran too long under the engine\n", result->vanished);
}

static gboolean emit(const Options *options, const FuzzResult *result, GError **error)
{
    g_autofree char *cwd = g_get_current_dir(), *directory = NULL, *scratch = NULL;
    FuzzEmitted emitted;
    if (!options->emit)
        return TRUE;
    directory = g_canonicalize_filename(options->emit, cwd);
    scratch = g_build_filename(options->campaign.work, "data", NULL);
    if (!fuzz_emit(&options->campaign.trials, result->kept, scratch, directory, &emitted, error))
        return FALSE;
    printf("\ntests: %u inputs in %s%s\n", emitted.inputs, options->emit,
           emitted.has_script ? "; run.sh there runs them" : "");
    if (emitted.varying > 0)
        printf("the output of %u varies: their exit status alone is compared\n", emitted.varying);
    return TRUE;
}

/* ---- the campaign ---- */

static gboolean report(const Options *options, const FuzzResult *result, GError **error)
{
    tell_nothing_more();
    print_head(options, result);
    print_scores(options, result);
    print_corpus(options, result);
    print_crashes(result);
    return emit(options, result, error) && command_flush(error);
}

/* Where the campaign's things lie: one at a time for each target. */
static int lock_work(const char *work, GError **error)
{
    g_autofree char *path = g_build_filename(work, "lock", NULL);
    g_mkdir_with_parents(work, 0777);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    g_set_error(error, FUZZ_ERROR, 0, "%s: %s", path,
                lock < 0 ? "it cannot be written" : "another hlcov fuzz works on this target");
    if (lock >= 0)
        close(lock);
    return -1;
}

static char *work_of(const Options *options)
{
    g_autofree char *runs = options->runs > 0 ? g_strdup_printf("%" G_GINT64_FORMAT, options->runs) : NULL;
    GString *work = g_string_new("fuzz");
    part_notes_option(work, "criteria", options->criteria);
    part_notes_option(work, "base", options->base);
    part_notes_options(work, "include", options->include);
    part_notes_options(work, "exclude", options->exclude);
    part_notes_flag(work, "open", options->open);
    part_notes_option(work, "time", options->time);
    part_notes_option(work, "plateau", options->plateau);
    part_notes_option(work, "runs", runs);
    g_string_append(work, " --");
    part_notes_words(work, options->command);
    return g_string_free(work, FALSE);
}

/* Notes when it begins, and when it has ended as it should. */
static FuzzResult *run_noted(const Options *options, GError **error)
{
    const FuzzCampaign *campaign = &options->campaign;
    g_autofree char *work = work_of(options);
    if (!part_notes_begin(campaign->data, work, options->part, error))
        return NULL;
    FuzzResult *result = fuzz_campaign_run(campaign, error);
    if (result && result->reason != FUZZ_BY_USER && !part_notes_end(campaign->data, work, options->part, error))
        g_clear_pointer(&result, fuzz_result_free);
    return result;
}

static CommandStatus run_campaign(Options *options, GError **error)
{
    FuzzCampaign *campaign = &options->campaign;
    campaign->engine = fuzz_engine_find(options->engine, campaign->target, error);
    if (!campaign->engine)
        return COMMAND_FAILED;
    campaign->trials = (FuzzTrials){campaign->target, g_get_environ(), (guint)options->timeout, report_unwind};
    command_stopping_begin();
    FuzzResult *result = run_noted(options, error);
    CommandStatus status = COMMAND_FAILED;
    if (result && report(options, result, error))
        status = result->crashes->len > 0 ? COMMAND_GATE : COMMAND_DONE;
    if (result)
        fuzz_result_free(result);
    g_strfreev(campaign->trials.environment);
    return status;
}

/* The data directory: as for all commands; that of the program if there is none. */
static char *data_directory(const FuzzTarget *target, const char *cwd)
{
    char *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    if (g_file_test(directory, G_FILE_TEST_IS_DIR) || !target || !target->baked)
        return directory;
    g_free(directory);
    return g_strdup(target->baked);
}

static CommandStatus fuzz_in(Options *options, const char *data, const char *work, GError **error)
{
    g_autofree char *cwd = g_get_current_dir(), *corpus = g_build_filename(work, "corpus", NULL);
    g_autofree char *wish = options->corpus ? g_canonicalize_filename(options->corpus, cwd) : NULL;
    FuzzCampaign *campaign = &options->campaign;
    campaign->data = data;
    campaign->work = work;
    campaign->corpus = wish ? wish : corpus;
    campaign->request = &options->request;
    campaign->narrow = is_narrow(options);
    campaign->open = options->open;
    campaign->stop = &command_stopped;
    campaign->tell = tell;
    return run_campaign(options, error);
}

/* What is linked lies in the work directory: that comes first, and the target after it. */
static FuzzTarget *link_target(const Options *options, const char *work, GError **error)
{
    g_auto(GStrv) command = fuzz_target_link(options->command, work, error);
    return command ? fuzz_target_new(command, error) : NULL;
}

/* `target` is NULL if it has to be linked. */
static CommandStatus fuzz_locked(Options *options, FuzzTarget *target, GError **error)
{
    g_autofree char *cwd = g_get_current_dir(), *data = data_directory(target, cwd);
    g_autofree char *name = g_path_get_basename(options->command[0]),
                    *work = g_build_filename(data, "fuzz", name, NULL);
    g_autoptr(FuzzTarget) linked = NULL;
    int lock = lock_work(work, error);
    if (lock < 0)
        return COMMAND_FAILED;
    linked = target ? NULL : link_target(options, work, error);
    options->campaign.target = target ? target : linked;
    CommandStatus status = options->campaign.target ? fuzz_in(options, data, work, error) : COMMAND_FAILED;
    close(lock);
    return status;
}

static CommandStatus fuzz_command(Options *options, GError **error)
{
    if (fuzz_target_is_object(options->command))
        return fuzz_locked(options, NULL, error);
    g_autoptr(FuzzTarget) target = fuzz_target_new(options->command, error);
    return target ? fuzz_locked(options, target, error) : COMMAND_FAILED;
}

static CommandStatus fuzz(Options *options, GError **error)
{
    ReportDiff *diff = NULL;
    CommandStatus status = COMMAND_FAILED;
    if (check_numbers(options, error) && make_request(options, &diff, error))
        status = fuzz_command(options, error);
    g_clear_pointer(&diff, report_diff_free);
    return status;
}

int cmd_fuzz(int argc, char **argv)
{
    Options options = {.jobs = 1, .timeout = DEFAULT_TIMEOUT};
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        setrlimit(RLIMIT_CORE, &(const struct rlimit){0, 0});
        status = fuzz(&options, &error);
        if (error)
            command_error("%s", error->message);
    }
    clear_options(&options);
    return status;
}
