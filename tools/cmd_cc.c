/* hlcov cc: runs a C compiler so that what it builds records its coverage. Only options and the environment
 * are read here; the work is in annot/launch.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "annot/launch.h"
#include "htol/criteria.h"
#include "tools/commands.h"

enum { NOT_FOUND = 127, NOT_EXECUTABLE = 126 };

static const char details[] =
    "COMPILER ARGUMENTS... is a command line of gcc or clang, possibly behind ccache or distcc:\n"
    "  make CC=\"hlcov cc gcc\"          ./configure CC=\"hlcov cc gcc\"\n"
    "  cmake -D CMAKE_C_COMPILER_LAUNCHER=\"hlcov;cc\" ...\n"
    "HLCOV_CC_OPTIONS in the environment holds options too; HLCOV_DIR names the data directory.";

static gboolean refuse(const char *option, const char *value, const char *wanted, GError **error)
{
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s must be '%s', not '%s'", option, wanted,
                value);
    return FALSE;
}

/* Everything is always observable: the names only have to exist. */
static gboolean take_criteria(const char *option, const char *value, void *data, GError **error)
{
    HtolSelection selection;
    (void)option, (void)data;
    return htol_selection_parse(value, &selection, error);
}

static gboolean take_semantics(const char *option, const char *value, void *data, GError **error)
{
    (void)data;
    return g_str_equal(value, "observed") || refuse(option, value, "observed", error);
}

static gboolean take_decisions(const char *option, const char *value, void *data, GError **error)
{
    (void)data;
    return g_str_equal(value, "all") || refuse(option, value, "all", error);
}

static const GOptionEntry entries[] = {
    {"criteria", 0, 0, G_OPTION_ARG_CALLBACK, take_criteria,
     "What must be observable: names, or all (default)", "LIST"},
    {"semantics", 0, 0, G_OPTION_ARG_CALLBACK, take_semantics,
     "observed (default): conditions are recorded as the program evaluates them", "observed"},
    {"decisions", 0, 0, G_OPTION_ARG_CALLBACK, take_decisions,
     "all (default): decisions that branch and those whose value is used", "all"},
    {NULL, 0, 0, 0, NULL, NULL, NULL},
};

/* Options end where the compiler is named. */
static CommandStatus parse(int *argc, char ***argv)
{
    GOptionContext *context = command_options("cc", entries, details);
    g_option_context_set_strict_posix(context, TRUE);
    return command_parse(context, argc, argv);
}

static CommandStatus parse_words(const char *name, char **words)
{
    g_autoptr(GPtrArray) vector = g_ptr_array_new();
    g_ptr_array_add(vector, (char *)"cc");
    for (; *words; words++)
        g_ptr_array_add(vector, *words);
    int argc = vector->len;
    g_ptr_array_add(vector, NULL);
    char **argv = (char **)vector->pdata;
    CommandStatus status = parse(&argc, &argv);
    if (status != COMMAND_GO_ON || argc == 1)
        return status;
    command_error("%s: '%s' is not an option", name, argv[1]);
    return COMMAND_FAILED;
}

static CommandStatus parse_environment(const char *name)
{
    const char *value = g_getenv(name);
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) error = NULL;
    if (!value || !*value)
        return COMMAND_GO_ON;
    if (g_shell_parse_argv(value, NULL, &words, &error))
        return parse_words(name, words);
    if (g_error_matches(error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
        return COMMAND_GO_ON;
    command_error("%s: %s", name, error->message);
    return COMMAND_FAILED;
}

static int become(char **argv)
{
    execvp(argv[0], argv);
    command_error("%s: %s", argv[0], g_strerror(errno));
    return errno == ENOENT ? NOT_FOUND : NOT_EXECUTABLE;
}

static gboolean messages_are_coloured(void)
{
    const char *terminal = g_getenv("TERM");
    return isatty(STDERR_FILENO) && terminal && !g_str_equal(terminal, "dumb");
}

static int launch(char **argv)
{
    AnnotLaunch options = {.data_dir = g_getenv("HLCOV_DIR"), .colour = messages_are_coloured()};
    g_autoptr(GString) messages = g_string_new(NULL);
    int status = annot_launch(&options, argv, messages);
    fwrite(messages->str, 1, messages->len, stderr);
    return status == ANNOT_LAUNCH_EXEC ? become(argv) : status;
}

int cmd_cc(int argc, char **argv)
{
    CommandStatus status = parse_environment("HLCOV_CC_OPTIONS");
    if (status == COMMAND_GO_ON)
        status = parse(&argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    if (argc < 2) {
        command_error("name a compiler; see 'hlcov cc --help'");
        return COMMAND_FAILED;
    }
    return launch(argv + 1);
}
