/* Parses the options of hlcov cc; see cc_options.h. */
#include "tools/cc_options.h"

#include "htol/criteria.h"

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

static void keep_words(AnnotationOptions *options, char **words, int n)
{
    for (int i = 0; i < n; i++)
        g_ptr_array_insert(options->words, (int)options->words->len - 1, g_strdup(words[i]));
}

CommandStatus cc_options_parse(AnnotationOptions *options, int *argc, char ***argv)
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
         "What is compiled twice, the second time without probes, to run when all that they record is: loops, and "
         "functions that call themselves (default; not with -Os), or none",
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
    g_auto(GStrv) words = g_strdupv(*argv);
    int before = *argc;
    g_option_context_set_strict_posix(context, TRUE);
    CommandStatus status = command_parse(context, argc, argv);
    keep_words(options, words + 1, before - *argc);
    if (status == COMMAND_GO_ON)
        status = take_criteria(options, criteria);
    return status == COMMAND_GO_ON ? annotation_read(options) : status;
}

CommandStatus cc_options_read(AnnotationOptions *options, const char *name, const char *const *words)
{
    g_autoptr(GPtrArray) vector = g_ptr_array_new();
    g_ptr_array_add(vector, (char *)"cc");
    for (; *words; words++)
        g_ptr_array_add(vector, (char *)*words);
    int argc = vector->len;
    g_ptr_array_add(vector, NULL);
    char **argv = (char **)vector->pdata;
    CommandStatus status = cc_options_parse(options, &argc, &argv);
    if (status != COMMAND_GO_ON || argc == 1)
        return status;
    command_error("%s: '%s' is not an option", name, argv[1]);
    return COMMAND_FAILED;
}
