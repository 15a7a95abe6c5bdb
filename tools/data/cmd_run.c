/* hlcov run: runs a command as a test, and seals what it recorded. How that is recorded is rt/'s, what is sealed
 * report/'s. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "htol/base/layout.h"
#include "htol/files/crash.h"
#include "htol/files/data.h"
#include "htol/notes/remembered.h"
#include "report/store/seal.h"
#include "tools/data/child.h"
#include "tools/shared/commands.h"
#include "tools/shared/more.h"

static const char details[] =
    "COMMAND and all processes that it starts are the test. 'hlcov run' ends as COMMAND does: with its exit\n"
    "status, or by its signal. Otherwise: 127 if there is no such command, 126 if it cannot be run, 1 if the\n"
    "options are wrong.";

typedef struct {
    char *test;
    gboolean each, remember;
    char **variables, **command;
} Options;

/* ---- names ---- */

/* The root of the checkout and of what lies in it is not part of a name: it differs from machine to machine. */
static char *word_of(const char *word, const char *cwd, const char *root, gboolean is_command)
{
    g_autofree char *path = g_canonicalize_filename(word, cwd);
    const char *below = htol_path_below(path, root);
    if (strchr(word, '/') && below && g_file_test(path, G_FILE_TEST_EXISTS))
        return g_strdup(below);
    return is_command ? g_path_get_basename(word) : g_strdup(word);
}

/* The command and its arguments, as one line. */
static char *derived_name(char **command)
{
    g_autofree char *cwd = g_get_current_dir(), *root = htol_root_dir(g_getenv("HLCOV_DIR"), cwd);
    g_autoptr(GString) name = g_string_new(NULL);
    for (guint i = 0; command[i]; i++) {
        g_autofree char *word = word_of(command[i], cwd, root, i == 0);
        g_string_append_printf(name, "%s%s", i > 0 ? " " : "", word);
    }
    return g_string_free(g_steal_pointer(&name), FALSE);
}

/* A name that is too long ends in a hash of all of it. Bytes that could not be printed in a line are not part of it. */
static char *fitting_name(const char *name)
{
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    for (char *c = valid; *c; c++)
        if (g_ascii_iscntrl(*c))
            *c = ' ';
    if (strlen(valid) < HTOL_LEN_DATA_TEST)
        return g_steal_pointer(&valid);
    char *cut = valid + HTOL_LEN_DATA_TEST - 24;
    while ((*cut & 0xc0) == 0x80)
        cut--;
    return g_strdup_printf("%.*s...%.16s", (int)(cut - valid), valid, hash);
}

/* ---- remembering ---- */

/* Keeps how the test is run. The test runs, whether or not that can be kept. */
static void remember(const char *directory, const char *name, char **command, char **also)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *cwd = g_get_current_dir(), *path = htol_remembered_path(directory);
    g_auto(GStrv) all = g_get_environ(), kept = htol_remembered_environment(all, also);
    const HtolRemembered test = {name, cwd, (const char *const *)command, (const char *const *)kept};
    g_mkdir_with_parents(directory, 0777);
    if (!htol_remembered_append(path, &test, &error))
        command_error("warning: %s", error->message);
}

/* ---- running ---- */

static HtolEnding ending_of(int status, gint64 started, gint64 began)
{
    HtolEnding ending = {started, g_get_monotonic_time() - began, WEXITSTATUS(status)};
    if (WIFSIGNALED(status))
        ending.status = HTOL_ENDED_BY_SIGNAL + WTERMSIG(status);
    return ending;
}

/* Few tests crash: what takes the libraries for it is done by another process, in the file. */
static const char *complete_notes(const char *path, guint8 *bytes, gsize size)
{
    if (!htol_crash_is_noted(bytes, size) || !more_complete(path))
        return NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    guint8 header[HTOL_PAGE];
    if (fd >= 0 && pread(fd, header, sizeof header, 0) == sizeof header)
        memcpy(bytes, header, sizeof header);
    if (fd >= 0)
        close(fd);
    return NULL;
}

/* What becomes of the record is no business of those who wait for the command's status. */
static void seal_test(ReportSeal *seal, const char *directory, const HtolEnding *ending)
{
    g_autoptr(GError) error = NULL;
    if (!report_seal_end(seal, ending, &error))
        command_error("warning: %s", error->message);
    report_seal_free(seal);
    report_seal_rest(directory, complete_notes);
}

static int run_test(const char *directory, const char *name, char **command)
{
    ReportSeal *seal = report_seal_new(directory, name, complete_notes);
    gint64 started = g_get_real_time(), began = g_get_monotonic_time();
    g_setenv("HLCOV_TEST", name, TRUE);
    g_unsetenv("HLCOV_FUZZ"); /* a test records */
    g_setenv("HLCOV_CRASH", "1", FALSE);
    int status = child_run(command);
    HtolEnding ending = ending_of(status, started, began);
    seal_test(seal, directory, &ending);
    return status;
}

static CommandStatus fail_usage(const char *message)
{
    command_error("%s; see 'hlcov run --help'", message);
    return COMMAND_FAILED;
}

static CommandStatus run(const Options *options)
{
    if (!options->command)
        return fail_usage("name a command");
    if (!options->test == !options->each)
        return fail_usage("name the test by --test=NAME, or have it named by --each");
    if (options->test && !*options->test)
        return fail_usage("the test's name is empty");
    g_autofree char *cwd = g_get_current_dir(), *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    g_autofree char *wish = options->test ? g_strdup(options->test) : derived_name(options->command);
    g_autofree char *name = fitting_name(wish);
    if (options->remember || options->variables)
        remember(directory, name, options->command, options->variables);
    child_end_alike(run_test(directory, name, options->command));
}

static void clear_options(Options *options)
{
    g_free(options->test);
    g_strfreev(options->variables);
    g_strfreev(options->command);
}

int cmd_run(int argc, char **argv)
{
    Options options = {0};
    GOptionEntry entries[] = {
        {"test", 0, 0, G_OPTION_ARG_FILENAME, &options.test, "Name the test NAME", "NAME"},
        {"each", 0, 0, G_OPTION_ARG_NONE, &options.each, "Name the test after COMMAND and its arguments", NULL},
        {"remember", 0, 0, G_OPTION_ARG_NONE, &options.remember, "Remember how the test is run, for hlcov mutate",
         NULL},
        {"remember-variable", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.variables,
         "Also remember the variable NAME of the environment; may be repeated", "NAME"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.command, "", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    GOptionContext *context = command_options("run", entries, details);
    g_option_context_set_strict_posix(context, TRUE);
    CommandStatus status = command_parse(context, &argc, &argv);
    status = status == COMMAND_GO_ON ? run(&options) : status;
    clear_options(&options);
    return status;
}
