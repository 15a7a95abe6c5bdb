/* hlcov cc: runs a C compiler so that what it builds records its coverage. Only options and the environment
 * are read here; the work is in annot/launch.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "annot/label.h"
#include "annot/launch.h"
#include "htol/criteria.h"
#include "tools/commands.h"

enum { NOT_FOUND = 127, NOT_EXECUTABLE = 126 };

static const char details[] =
    "COMPILER ARGUMENTS... is a command line of gcc or clang, possibly behind ccache or distcc:\n"
    "  make CC=\"hlcov cc gcc\"          ./configure CC=\"hlcov cc gcc\"\n"
    "  cmake -D CMAKE_C_COMPILER_LAUNCHER=\"hlcov;cc\" ...\n"
    "HLCOV_CC_OPTIONS in the environment holds options too; HLCOV_DIR names the data directory.";

/* Of an option that is given twice, the last counts, but for objectives: all do. */
typedef struct {
    char *semantics, *decisions;
    int tuples;         /* KiB */
    char **files;       /* of objectives, of the words that were parsed last */
    HtolArena *arena;   /* of what follows */
    GArray *objectives; /* AnnotObjectives, with what the files hold */
} Options;

enum { LEAST_TUPLES = 4, MOST_TUPLES = 1 << 20 };

/* Everything is always observable: the names only have to exist. */
static gboolean take_criteria(const char *option, const char *value, void *data, GError **error)
{
    HtolSelection selection;
    (void)option, (void)data;
    return htol_selection_parse(value, &selection, error);
}

static CommandStatus read_objectives(Options *options)
{
    for (char **file = options->files; file && *file; file++) {
        g_autofree char *text = NULL;
        g_autoptr(GError) error = NULL;
        gsize length;
        if (!g_file_get_contents(*file, &text, &length, &error)) {
            command_error("%s", error->message);
            return COMMAND_FAILED;
        }
        AnnotObjectives objectives = {htol_arena_strndup(options->arena, *file, strlen(*file)),
                                      htol_arena_strndup(options->arena, text, length)};
        g_array_append_val(options->objectives, objectives);
    }
    g_clear_pointer(&options->files, g_strfreev);
    return COMMAND_GO_ON;
}

/* Options end where the compiler is named. */
static CommandStatus parse(Options *options, int *argc, char ***argv)
{
    const GOptionEntry entries[] = {
        {"criteria", 0, 0, G_OPTION_ARG_CALLBACK, take_criteria,
         "What must be observable: names, or all (default)", "LIST"},
        {"semantics", 0, 0, G_OPTION_ARG_STRING, &options->semantics,
         "observed (default): conditions are recorded as the program evaluates them; complete: all of them, "
         "before their decision, where that may be",
         "observed|complete"},
        {"decisions", 0, 0, G_OPTION_ARG_STRING, &options->decisions,
         "all (default): decisions that branch and those whose value is used; branching: those that branch, "
         "cut at && and || whose operands have side effects",
         "all|branching"},
        {"objectives", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files,
         "Objectives of your own, beside those in comments; may be repeated", "FILE"},
        {"tuples", 0, 0, G_OPTION_ARG_INT, &options->tuples,
         "Room in each unit for the values that objectives bind (default: 256)", "KIB"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    GOptionContext *context = command_options("cc", entries, details);
    g_option_context_set_strict_posix(context, TRUE);
    CommandStatus status = command_parse(context, argc, argv);
    return status == COMMAND_GO_ON ? read_objectives(options) : status;
}

static CommandStatus parse_words(Options *options, const char *name, char **words)
{
    g_autoptr(GPtrArray) vector = g_ptr_array_new();
    g_ptr_array_add(vector, (char *)"cc");
    for (; *words; words++)
        g_ptr_array_add(vector, *words);
    int argc = vector->len;
    g_ptr_array_add(vector, NULL);
    char **argv = (char **)vector->pdata;
    CommandStatus status = parse(options, &argc, &argv);
    if (status != COMMAND_GO_ON || argc == 1)
        return status;
    command_error("%s: '%s' is not an option", name, argv[1]);
    return COMMAND_FAILED;
}

static CommandStatus parse_environment(Options *options, const char *name)
{
    const char *value = g_getenv(name);
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) error = NULL;
    if (!value || !*value)
        return COMMAND_GO_ON;
    if (g_shell_parse_argv(value, NULL, &words, &error))
        return parse_words(options, name, words);
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

/* Sets *second to whether the value (NULL: the first) is the second of the names; FALSE if it is neither. */
static gboolean choose(const char *option, const char *value, const char *const names[2], gboolean *second)
{
    *second = g_strcmp0(value, names[1]) == 0;
    if (!value || *second || g_str_equal(value, names[0]))
        return TRUE;
    command_error("--%s must be '%s' or '%s', not '%s'", option, names[0], names[1], value);
    return FALSE;
}

static gboolean fill_in(const Options *options, AnnotLaunch *launch)
{
    static const char *const semantics[] = {"observed", "complete"};
    static const char *const decisions[] = {"all", "branching"};
    if (!choose("semantics", options->semantics, semantics, &launch->complete) ||
        !choose("decisions", options->decisions, decisions, &launch->branching))
        return FALSE;
    if (options->tuples < LEAST_TUPLES || options->tuples > MOST_TUPLES) {
        command_error("--tuples must be a number from %d to %d", LEAST_TUPLES, MOST_TUPLES);
        return FALSE;
    }
    launch->tuples = options->tuples;
    launch->objectives = (const AnnotObjectives *)options->objectives->data;
    launch->n_objectives = options->objectives->len;
    return TRUE;
}

static int launch(const Options *options, char **argv)
{
    AnnotLaunch launch = {.data_dir = g_getenv("HLCOV_DIR"), .colour = messages_are_coloured()};
    if (!fill_in(options, &launch))
        return COMMAND_FAILED;
    g_autoptr(GString) messages = g_string_new(NULL);
    int status = annot_launch(&launch, argv, messages);
    fwrite(messages->str, 1, messages->len, stderr);
    return status == ANNOT_LAUNCH_EXEC ? become(argv) : status;
}

static int run(Options *options, int argc, char **argv)
{
    CommandStatus status = parse_environment(options, "HLCOV_CC_OPTIONS");
    if (status == COMMAND_GO_ON)
        status = parse(options, &argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    if (argc < 2) {
        command_error("name a compiler; see 'hlcov cc --help'");
        return COMMAND_FAILED;
    }
    return launch(options, argv + 1);
}

int cmd_cc(int argc, char **argv)
{
    Options options = {.tuples = ANNOT_TUPLES};
    options.arena = htol_arena_new();
    options.objectives = g_array_new(FALSE, FALSE, sizeof(AnnotObjectives));
    int status = run(&options, argc, argv);
    g_free(options.semantics);
    g_free(options.decisions);
    g_strfreev(options.files);
    g_array_unref(options.objectives);
    htol_arena_free(options.arena);
    return status;
}
