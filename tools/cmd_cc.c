/* hlcov cc: runs a C compiler so that what it builds records its coverage. Only options and the environment
 * are read here; the work is in annot/launch.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "htol/criteria.h"
#include "tools/annotation.h"

enum { NOT_FOUND = 127, NOT_EXECUTABLE = 126 };

static const char details[] =
    "COMPILER ARGUMENTS... is a command line of gcc or clang, possibly behind ccache or distcc:\n"
    "  make CC=\"hlcov cc gcc\"          ./configure CC=\"hlcov cc gcc\"\n"
    "  cmake -D CMAKE_C_COMPILER_LAUNCHER=\"hlcov;cc\" ...\n"
    "HLCOV_CC_OPTIONS in the environment holds options too; HLCOV_DIR names the data directory.";

/* What is recorded follows from the list of criteria; it is freed. */
static CommandStatus take_criteria(AnnotationOptions *options, char *list)
{
    g_autofree char *owned = list;
    g_autoptr(GError) error = NULL;
    HtolSelection selection;
    if (owned && !htol_selection_parse(owned, &selection, &error)) {
        command_error("%s", error->message);
        return COMMAND_FAILED;
    }
    if (owned)
        options->records = htol_selection_records(&selection);
    return COMMAND_GO_ON;
}

/* Options end where the compiler is named. */
static CommandStatus parse(AnnotationOptions *options, int *argc, char ***argv)
{
    char *criteria = NULL;
    enum { OWN = 10 };
    GOptionEntry entries[OWN + ANNOTATION_ENTRIES + 1] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &criteria,
         "What must be observable: names, or all (default: structure, logic and calls)", "LIST"},
        {"aliases", 0, 0, G_OPTION_ARG_STRING, &options->aliases,
         "What calls and stores through pointers do to globals, statics and variables whose address is "
         "taken, for "
         "data flow: ignore (default): nothing; kill: define them",
         "ignore|kill"},
        {"copies", 0, 0, G_OPTION_ARG_STRING, &options->copies,
         "What is compiled twice, the second time without probes, to run when all that they record is: loops (default; "
         "not with -Os), or none",
         "loops|none"},
        {"flows", 0, 0, G_OPTION_ARG_INT, &options->flows,
         "Most pairs of definitions and uses of one variable in a function that are recorded (default: 4096)",
         "N"},
        {"functions", 0, 0, G_OPTION_ARG_STRING, &options->functions,
         "Functions whose parameters are recorded for IDP: globs over their names, separated by commas (default: all)",
         "GLOB,..."},
        {"mutants", 0, 0, G_OPTION_ARG_INT, &options->mutants,
         "Mutants that a mutation operator makes in a function at the most (default: 4096)", "N"},
        {"paths", 0, 0, G_OPTION_ARG_INT, &options->paths,
         "Paths of a kind that are recorded of a function at the most (default: 1000)", "N"},
        {"repeats", 0, 0, G_OPTION_ARG_INT, &options->repeats,
         "Complete paths of functions with loops too: those that come to no node more than N times again",
         "N"},
        {"trace", 0, 0, G_OPTION_ARG_NONE, &options->trace,
         "Instead of recording paths and data flow call functions that the program must define, "
         "hlcov_trace() and "
         "others, at every node of the control-flow graph, access to a variable and call",
         NULL},
        {"tuples", 0, 0, G_OPTION_ARG_INT, &options->tuples,
         "Room in each unit for the values that objectives bind (default: 256)", "KIB"},
    };
    annotation_entries(options, entries + OWN);
    GOptionContext *context = command_options("cc", entries, details);
    g_option_context_set_strict_posix(context, TRUE);
    CommandStatus status = command_parse(context, argc, argv);
    if (status == COMMAND_GO_ON)
        status = take_criteria(options, criteria);
    return status == COMMAND_GO_ON ? annotation_read(options) : status;
}

static CommandStatus parse_words(AnnotationOptions *options, const char *name, char **words)
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

static CommandStatus parse_environment(AnnotationOptions *options, const char *name)
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

static int launch(const AnnotationOptions *options, char **argv)
{
    AnnotLaunch launch = {.data_dir = g_getenv("HLCOV_DIR"), .colour = messages_are_coloured()};
    if (!annotation_fill(options, &launch))
        return COMMAND_FAILED;
    g_autoptr(GString) messages = g_string_new(NULL);
    int status = annot_launch(&launch, argv, messages);
    fwrite(messages->str, 1, messages->len, stderr);
    return status == ANNOT_LAUNCH_EXEC ? become(argv) : status;
}

static int run(AnnotationOptions *options, int argc, char **argv)
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
    AnnotationOptions options = annotation_options();
    int status = run(&options, argc, argv);
    annotation_options_clear(&options);
    return status;
}
