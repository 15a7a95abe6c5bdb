/* One run of a target, as a test; see trial.h. */
#include "fuzz/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/corpus.h"
#include "fuzz/process.h"
#include "htol/files/data.h"

/* What timeout(1) ends with when time is up, and how long what is killed may take to die. */
enum { TIME_IS_UP = 124, DYING = 0 };

/* What is open during a trial. */
typedef struct {
    int input;  /* of the file with the input */
    int output; /* memory that takes the output; -1: nobody asked */
    int watch;  /* tells whether the input is read; -1: not known */
} Files;

static gboolean open_files(Files *files, const char *input, gboolean has_output, GError **error)
{
    files->input = open(input, O_RDONLY | O_CLOEXEC);
    if (files->input < 0) {
        g_set_error(error, FUZZ_ERROR, 0, "%s: cannot be read: %s", input, g_strerror(errno));
        return FALSE;
    }
    files->output = has_output ? memfd_create("output", MFD_CLOEXEC) : -1;
    files->watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (files->watch >= 0)
        inotify_add_watch(files->watch, input, IN_OPEN | IN_ACCESS);
    return TRUE;
}

static void close_files(const Files *files)
{
    close(files->input);
    if (files->output >= 0)
        close(files->output);
    if (files->watch >= 0)
        close(files->watch);
}

static GByteArray *taken_output(const Files *files)
{
    struct stat status;
    GByteArray *output = g_byte_array_new();
    if (fstat(files->output, &status) != 0 || status.st_size > G_MAXINT)
        return output;
    g_byte_array_set_size(output, (guint)status.st_size);
    ssize_t size = pread(files->output, output->data, output->len, 0);
    g_byte_array_set_size(output, size > 0 ? (guint)size : 0);
    return output;
}

static gboolean was_read(const Files *files)
{
    char events[4096];
    return files->watch < 0 || read(files->watch, events, sizeof events) > 0;
}

/* The target is a test as any other: nothing tells it that it is fuzzed. */
static char **environment_of(const FuzzTrials *trials, const char *directory, const char *test)
{
    char **environment = g_environ_setenv(g_strdupv(trials->environment), "HLCOV_DIR", directory, TRUE);
    environment = g_environ_setenv(environment, "HLCOV_TEST", test, TRUE);
    environment = g_environ_setenv(environment, "HLCOV_CRASH", "1", TRUE);
    return g_environ_unsetenv(environment, "HLCOV_FUZZ");
}

static void note_end(FuzzOutcome *outcome, gboolean ended, int status)
{
    outcome->end = !ended ? FUZZ_LOOPED : WIFSIGNALED(status) ? FUZZ_CRASHED : FUZZ_ENDED;
    outcome->status = !ended ? TIME_IS_UP : WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

/* Runs it to its end, and all that it has started. */
static gboolean run(const FuzzTrials *trials, const FuzzStart *start, FuzzOutcome *outcome, GError **error)
{
    int status = 0;
    pid_t process = fuzz_process_start(start, error);
    if (process < 0)
        return FALSE;
    gboolean ended = fuzz_process_wait(process, trials->timeout, &status);
    if (ended)
        fuzz_process_sweep(process);
    else
        fuzz_process_end(process, DYING);
    note_end(outcome, ended, status);
    return TRUE;
}

static HtolEnding ending_of(const FuzzOutcome *outcome, gint64 started, gint64 began)
{
    int status = outcome->status + (outcome->end == FUZZ_CRASHED ? HTOL_ENDED_BY_SIGNAL : 0);
    return (HtolEnding){started, g_get_monotonic_time() - began, (guint)status};
}

static gboolean try_open(const FuzzTrials *trials, const char *input, const Files *files, char **environment,
                         FuzzOutcome *outcome, GError **error)
{
    g_auto(GStrv) words = fuzz_target_words(trials->target, input);
    const FuzzStart start = {words, environment, files->input, files->output, FALSE};
    if (!run(trials, &start, outcome, error))
        return FALSE;
    outcome->has_read = was_read(files);
    outcome->output = files->output >= 0 ? taken_output(files) : NULL;
    return TRUE;
}

/* Seals what was recorded, or removes it. */
static gboolean end_seal(ReportSeal *seal, const char *directory, const char *test, const HtolEnding *ending,
                         gboolean keeps, GError **error)
{
    g_autofree char *live = htol_live_dir(directory, test);
    if (keeps)
        return report_seal_end(seal, ending, error);
    fuzz_remove(live);
    return TRUE;
}

gboolean fuzz_try(const FuzzTrials *trials, const char *input, const char *directory, const char *test, FuzzKeep keep,
                  FuzzOutcome *outcome, GError **error)
{
    Files files;
    gint64 started = g_get_real_time(), began = g_get_monotonic_time();
    if (!open_files(&files, input, keep & FUZZ_KEEP_OUTPUT, error))
        return FALSE;
    ReportSeal *seal = report_seal_new(directory, test, trials->complete);
    char **environment = environment_of(trials, directory, test);
    gboolean good = try_open(trials, input, &files, environment, outcome, error);
    HtolEnding ending = ending_of(outcome, started, began);
    gboolean keeps = good && (outcome->end == FUZZ_ENDED || keep & FUZZ_KEEP_ALL);
    good &= end_seal(seal, directory, test, &ending, keeps, error);
    report_seal_free(seal);
    g_strfreev(environment);
    close_files(&files);
    return good;
}

char *fuzz_outcome_words(const FuzzOutcome *outcome)
{
    if (outcome->end == FUZZ_LOOPED)
        return g_strdup("ran too long");
    if (outcome->end == FUZZ_ENDED)
        return g_strdup_printf("status %d", outcome->status);
    const char *name = sigabbrev_np(outcome->status);
    return name ? g_strdup_printf("SIG%s", name) : g_strdup_printf("signal %d", outcome->status);
}
