/* hlcov mutate: options in, one course of mutants and tests, a table out. Which tests can notice a mutant, and what
 * runs, is decided in mutate/. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mutate/choice.h"
#include "mutate/keeper.h"
#include "mutate/lock.h"
#include "mutate/scratch.h"
#include "report/make/make.h"
#include "report/read/read_inputs.h"
#include "tools/campaigns/mutation_words.h"
#include "tools/reports/inputs.h"
#include "tools/shared/output.h"
#include "tools/shared/part_notes.h"
#include "tools/shared/progress.h"
#include "tools/shared/stopping.h"

static const char details[] =
    "Runs tests with one mutant after the other: those that were remembered when the measured build ran, or\n"
    "COMMAND for all. The program must have been built again since, as a strong build; see hlcov-mutate(1).\n"
    "What is known is kept: run the command again to go on.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage or bad input, or interrupted; 2 done, but the score is too low; 3 done,\n"
    "but damaged input was left out.";

enum { DEFAULT_TIME = 600, DEFAULT_MEMORY = 2048, DEFAULT_WRITTEN = 1024, DEFAULT_PROCESSES = 256 };

typedef struct {
    CommandAsked asked;
    char *base, *shard, *fail_under, **command;
    int jobs, time, memory, written, processes, sample, seed;
    gboolean copies, sanitized, no_namespaces, again, list, all;
    double least; /* of the score, in per cent; -1: none */
    MutateChoice choice;
} Options;

/* All that is read. */
typedef struct {
    HtolArena *arena;
    char *directory; /* of data */
    char *cwd;
    ReportRequest request;
    ReportInputs *inputs;
    ReportModel *model;
    MutateStrong *strong;
    MutateMutants *mutants;
    MutateSuite *suite;
    char **environment;
    ReportDiff *diff;
} Read;

/* ---- options ---- */

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    GOptionEntry entries[] = {
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs, "Run N tests at once (default: 1)", "N"},
        {"copies", 0, 0, G_OPTION_ARG_NONE, &options->copies,
         "Give each of these a copy of the build tree, for tests that write there", NULL},
        {"list", 0, 0, G_OPTION_ARG_NONE, &options->list,
         "List the mutants, how many tests each infects, and what is known; run nothing", NULL},
        {"again", 0, 0, G_OPTION_ARG_NONE, &options->again, "Run also what was run before", NULL},
        {"base", 0, 0, G_OPTION_ARG_STRING, &options->base,
         "Try only mutants on lines changed since revision REV, one for each line", "REV"},
        {"all", 0, 0, G_OPTION_ARG_NONE, &options->all, "With --base, try all on these lines", NULL},
        {"sample", 0, 0, G_OPTION_ARG_INT, &options->sample, "Try N mutants, chosen at random", "N"},
        {"seed", 0, 0, G_OPTION_ARG_INT, &options->seed, "Choose them by the number S (default: 1)", "S"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &options->shard, "Try part K of N of the mutants", "K/N"},
        {"time", 0, 0, G_OPTION_ARG_INT, &options->time,
         "Let a test take N seconds (default: five times its own time, and a second)", "N"},
        {"memory", 0, 0, G_OPTION_ARG_INT, &options->memory, "Let a test take N MB of memory (default: 2048)", "N"},
        {"written", 0, 0, G_OPTION_ARG_INT, &options->written, "Let a test write N MB (default: 1024)", "N"},
        {"processes", 0, 0, G_OPTION_ARG_INT, &options->processes, "Let a test have N processes at once (default: 256)",
         "N"},
        {"sanitized", 0, 0, G_OPTION_ARG_NONE, &options->sanitized,
         "Do not limit address spaces, for programs with sanitizers", NULL},
        {"no-namespaces", 0, 0, G_OPTION_ARG_NONE, &options->no_namespaces,
         "Run tests without PID namespaces: mutants can signal other processes then", NULL},
        {"fail-under", 0, 0, G_OPTION_ARG_STRING, &options->fail_under,
         "Exit with status 2 if the score is below PCT per cent", "PCT"},
        {"include", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.include,
         "Try mutants in files whose path matches only; may be repeated", "GLOB"},
        {"exclude", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.exclude,
         "Try none in files whose path matches; may be repeated", "GLOB"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->command, "", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    GOptionContext *context = command_options("mutate", entries, details);
    g_option_context_set_strict_posix(context, TRUE);
    return command_parse(context, argc, argv);
}

static void clear_options(Options *options)
{
    command_asked_clear(&options->asked);
    g_free(options->base);
    g_free(options->shard);
    g_free(options->fail_under);
    g_strfreev(options->command);
}

static gboolean check_number(int number, int least, const char *name, GError **error)
{
    if (number >= least)
        return TRUE;
    g_set_error(error, MUTATE_ERROR, 0, "--%s takes a number from %d", name, least);
    return FALSE;
}

static gboolean check_numbers(const Options *options, GError **error)
{
    return check_number(options->jobs, 1, "jobs", error) && check_number(options->time, 0, "time", error) &&
           check_number(options->memory, 1, "memory", error) && check_number(options->written, 1, "written", error) &&
           check_number(options->processes, 1, "processes", error) &&
           check_number(options->sample, 0, "sample", error) && check_number(options->seed, 0, "seed", error);
}

static gboolean parse_shard(Options *options, GError **error)
{
    if (htol_part_parse(options->shard, &options->choice.shard))
        return TRUE;
    g_set_error_literal(error, MUTATE_ERROR, 0, "--shard " HTOL_PART_WRONG);
    return FALSE;
}

static gboolean parse_least(Options *options, GError **error)
{
    char *end = NULL;
    options->least = options->fail_under ? g_ascii_strtod(options->fail_under, &end) : -1;
    if (!end ||
        (end > options->fail_under && strspn(end, "%") == strlen(end) && options->least >= 0 && options->least <= 100))
        return TRUE;
    g_set_error(error, MUTATE_ERROR, 0, "--fail-under takes a percentage, as in 80");
    return FALSE;
}

static gboolean check_options(Options *options, GError **error)
{
    if (!check_numbers(options, error) || !parse_shard(options, error) || !parse_least(options, error))
        return FALSE;
    options->choice.sample = (guint)options->sample;
    options->choice.seed = (guint64)options->seed;
    options->choice.one_a_line = options->base && !options->all;
    return TRUE;
}

/* ---- reading ---- */

static gboolean make_request(const Options *options, Read *read, GError **error)
{
    read->request = (ReportRequest){.include = (const char *const *)options->asked.include,
                                    .exclude = (const char *const *)options->asked.exclude,
                                    .witnesses = TRUE};
    g_autofree char *root = htol_root_dir(g_getenv("HLCOV_DIR"), read->cwd);
    if (options->base && !(read->diff = report_diff_since(root, options->base, error)))
        return FALSE;
    return htol_selection_parse(MUTATE_CRITERIA, &read->request.selection, error);
}

static gboolean read_models(Read *read, GError **error)
{
    CommandProgress progress;
    command_progress_begin(&progress, command_progress_stream(FALSE), g_get_monotonic_time);
    read->inputs = command_inputs(NULL, &progress.report, error);
    read->request.progress = &progress.report;
    read->model = read->inputs ? report_model_new(read->inputs, &read->request, error) : NULL;
    command_progress_clear();
    read->request.progress = NULL;
    return read->model != NULL;
}

static gboolean read_suite(const Options *options, Read *read, GError **error)
{
    read->environment = g_get_environ();
    read->suite = options->command
                      ? mutate_suite_of_command(read->arena, read->cwd, options->command, read->environment)
                      : mutate_suite_read(read->arena, read->directory, read->model, error);
    return read->suite != NULL;
}

static gboolean read_all(const Options *options, Read *read, GError **error)
{
    read->arena = htol_arena_new();
    read->cwd = g_get_current_dir();
    read->directory = htol_data_dir(g_getenv("HLCOV_DIR"), read->cwd);
    if (!make_request(options, read, error) || !read_models(read, error) ||
        !(read->strong = mutate_strong_new(read->arena, read->inputs, read->directory, error)) ||
        !read_suite(options, read, error))
        return FALSE;
    read->mutants = mutate_mutants_new(read->arena, read->model, read->strong);
    if (options->asked.include || options->asked.exclude)
        g_ptr_array_set_size(read->mutants->unmeasured, 0); /* the model lacks functions that were left out, too */
    return TRUE;
}

static void clear_read(Read *read)
{
    g_clear_pointer(&read->mutants, mutate_mutants_free);
    g_clear_pointer(&read->suite, mutate_suite_free);
    g_clear_pointer(&read->strong, mutate_strong_free);
    g_clear_pointer(&read->model, report_model_free);
    g_clear_pointer(&read->inputs, report_inputs_free);
    g_clear_pointer(&read->diff, report_diff_free);
    g_strfreev(read->environment);
    g_free(read->directory);
    g_free(read->cwd);
    g_clear_pointer(&read->arena, htol_arena_free);
}

/* ---- the course ---- */

static MutateLimits limits_of(const Options *options)
{
    return (MutateLimits){(gint64)(options->time > 0 ? options->time : DEFAULT_TIME) * G_USEC_PER_SEC,
                          (guint64)options->memory << 20,
                          (guint64)options->written << 20,
                          (guint)options->processes,
                          options->sanitized,
                          0};
}

static gboolean can_be_apart(const Options *options)
{
    gboolean is_apart = !options->no_namespaces && mutate_can_be_apart();
    if (!is_apart && !options->no_namespaces)
        command_error("warning: PID namespaces are not allowed here: a mutant can signal other processes");
    return is_apart;
}

static gboolean run_in(const Options *options, const Read *read, MutateCourse *course, GError **error)
{
    MutateScratch scratch = {NULL, -1};
    g_autofree char *root = htol_root_dir(g_getenv("HLCOV_DIR"), read->cwd);
    if (!mutate_scratch_make(&scratch, g_get_tmp_dir(), error))
        return FALSE;
    course->pool = (MutatePoolOptions){.jobs = (guint)options->jobs,
                                       .scratch = scratch.path,
                                       .root = options->copies ? root : NULL,
                                       .data = read->directory,
                                       .is_apart = can_be_apart(options),
                                       .stopped = &command_stopped};
    command_stopping_begin();
    gboolean good = mutate_course_run(course, error);
    mutate_scratch_clear(&scratch);
    return good;
}

static char *work_of(const Options *options)
{
    g_autofree char *sample = options->sample > 0 ? g_strdup_printf("%d", options->sample) : NULL,
                    *seed = sample ? g_strdup_printf("%d", options->seed) : NULL;
    GString *work = g_string_new("mutate");
    part_notes_option(work, "sample", sample);
    part_notes_option(work, "seed", seed);
    part_notes_option(work, "base", options->base);
    part_notes_flag(work, "all", options->all);
    part_notes_options(work, "include", options->asked.include);
    part_notes_options(work, "exclude", options->asked.exclude);
    if (options->command) {
        g_string_append(work, " --");
        part_notes_words(work, options->command);
    }
    return g_string_free(work, FALSE);
}

/* A shard that was interrupted did not end. */
static gboolean run_noted(const Options *options, const Read *read, MutateCourse *course, GError **error)
{
    g_autofree char *work = work_of(options);
    HtolPart shard = options->choice.shard;
    return part_notes_begin(read->directory, work, shard, error) && run_in(options, read, course, error) &&
           (command_stopped || part_notes_end(read->directory, work, shard, error));
}

static gboolean run_locked(const Options *options, const Read *read, MutateCourse *course, GError **error)
{
    MutateLock lock;
    if (!mutate_lock(&lock, read->directory, options->choice.shard, error))
        return FALSE;
    gboolean good = run_noted(options, read, course, error);
    mutate_unlock(&lock);
    return good;
}

/* ---- the end ---- */

static CommandStatus pass_gate(const Options *options, const MutateCourse *course)
{
    g_autoptr(GArray) rows = mutate_tally(course->mutants);
    double score = mutation_score(&g_array_index(rows, MutateTally, rows->len - 1));
    if (score < 0 || score >= options->least)
        return COMMAND_DONE;
    command_error("the score is %.1f%%, which is less than %s%%", score, options->fail_under);
    return COMMAND_GATE;
}

/* The status, when all is printed. */
static CommandStatus status_of(const Options *options, const MutateCourse *course)
{
    if (command_stopped) {
        command_error("interrupted; what is known is kept: run it again to go on");
        return COMMAND_FAILED;
    }
    CommandStatus status = pass_gate(options, course);
    return status == COMMAND_DONE && course->damaged > 0 ? COMMAND_DAMAGED : status;
}

static CommandStatus print_all(const Options *options, const MutateCourse *course, guint of, GError **error)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    mutation_warn_of_tests(course->suite);
    if (course->damaged > 0)
        command_error("%s: %u damaged lines were left out", course->trials, course->damaged);
    if (options->list)
        mutation_print_list(course);
    else
        mutation_print_table(course, options->sample > 0 ? of : 0);
    return command_flush(error) ? status_of(options, course) : COMMAND_FAILED;
}

static CommandStatus mutate_read(Options *options, const Read *read, GError **error)
{
    g_autofree char *trials = htol_trials_path(read->directory);
    MutateCourse course = {.model = read->model,
                           .mutants = read->mutants->mutants,
                           .suite = read->suite,
                           .trials = trials,
                           .is_part = options->choice.sample > 0 || options->choice.shard.parts > 0 || read->diff,
                           .limits = limits_of(options),
                           .is_fixed = options->time > 0,
                           .is_again = options->again,
                           .tell = {mutation_tell, NULL}};
    CommandStatus notes = command_notes(read->inputs);
    mutation_warn_of_mutants(read->mutants, read->suite);
    options->choice.diff = read->diff;
    guint of = mutate_choose(read->mutants->mutants, &options->choice);
    if (options->list)
        mutate_course_look(&course);
    else if (!run_locked(options, read, &course, error))
        return COMMAND_FAILED;
    CommandStatus status = print_all(options, &course, of, error);
    return status == COMMAND_DONE ? notes : status;
}

static CommandStatus mutate(Options *options, GError **error)
{
    Read read = {0};
    CommandStatus status = COMMAND_FAILED;
    if (check_options(options, error) && read_all(options, &read, error))
        status = mutate_read(options, &read, error);
    clear_read(&read);
    return status;
}

int cmd_mutate(int argc, char **argv)
{
    Options options = {
        .jobs = 1, .memory = DEFAULT_MEMORY, .written = DEFAULT_WRITTEN, .processes = DEFAULT_PROCESSES, .seed = 1};
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        status = mutate(&options, &error);
        if (error)
            command_error("%s", error->message);
    }
    clear_options(&options);
    return status;
}
