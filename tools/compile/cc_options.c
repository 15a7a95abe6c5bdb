/* Parses the options of hlcov cc; see cc_options.h. */
#include "tools/compile/cc_options.h"

#include <string.h>

#include "annot/strong/change.h"
#include "htol/criteria/criteria.h"

static const char details[] = "Put 'hlcov cc' in front of gcc or clang, also with ccache or distcc between:\n"
                              "  make CC=\"hlcov cc gcc\"          ./configure CC=\"hlcov cc gcc\"\n"
                              "  cmake -D CMAKE_C_COMPILER_LAUNCHER=\"hlcov;cc\" ...\n"
                              "Environment: HLCOV_CC_OPTIONS holds more options; HLCOV_DIR names the data directory.";

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
        options->chosen.records = htol_selection_records(&selection);
    return COMMAND_GO_ON;
}

/* A strong build records nothing; what its mutation operators are found by is looked at all the same. `list` is freed.
 */
static CommandStatus take_strong(AnnotationOptions *options, char *list)
{
    g_autofree char *owned = list;
    g_autoptr(GError) error = NULL;
    if (owned && !annot_strong_parse(owned, &options->chosen.strong, &error)) {
        command_error("--strong: %s", error->message);
        return COMMAND_FAILED;
    }
    if (owned)
        options->chosen.records = annot_strong_records(options->chosen.strong);
    return COMMAND_GO_ON;
}

/* Gives --strong and --proofs without a value an empty one: GLib would take the compiler for it. */
static void end_options(char **words)
{
    static char strong[] = "--strong=", proofs[] = "--proofs=";
    for (; *words && strcmp(*words, "--") != 0; words++)
        if (strcmp(*words, "--strong") == 0)
            *words = strong;
        else if (strcmp(*words, "--proofs") == 0)
            *words = proofs;
}

/* A directory that is not absolute is one of the working directory. `dir` is freed. */
static void take_proofs(AnnotationOptions *options, char *dir)
{
    g_autofree char *owned = dir;
    if (!owned)
        return;
    g_free(options->proofs);
    options->proofs = *owned ? g_canonicalize_filename(owned, NULL) : g_strdup("");
}

static void keep_words(AnnotationOptions *options, char **words, int n)
{
    for (int i = 0; i < n; i++)
        g_ptr_array_insert(options->words, (int)options->words->len - 1, g_strdup(words[i]));
}

CommandStatus cc_options_parse(AnnotationOptions *options, int *argc, char ***argv)
{
    char *criteria = NULL, *strong = NULL, *proofs = NULL;
    enum { OWN = 13 };
    GOptionEntry entries[OWN + ANNOTATION_ENTRIES + 1] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &criteria,
         "Record these criteria, or all (default: structure, logic and calls)", "LIST"},
        {"aliases", 0, 0, G_OPTION_ARG_STRING, &options->aliases,
         "Treat calls and stores through pointers as definitions for data flow: no (ignore, default), yes (kill)",
         "ignore|kill"},
        {"copies", 0, 0, G_OPTION_ARG_STRING, &options->copies,
         "Add copies without probes of loops and recursive functions, run once all is recorded (default: loops)",
         "loops|none"},
        {"flows", 0, 0, G_OPTION_ARG_INT, &options->chosen.flows,
         "Measure data flow of variables that have at most N pairs of definition and use (default: 4096)", "N"},
        {"functions", 0, 0, G_OPTION_ARG_STRING, &options->functions,
         "Record parameters for IDP only in functions whose name matches (default: all)", "GLOB,..."},
        {"mutants", 0, 0, G_OPTION_ARG_INT, &options->chosen.mutants,
         "Measure a mutation operator in functions where it makes at most N mutants (default: 4096)", "N"},
        {"no-cache", 0, 0, G_OPTION_ARG_NONE, &options->anew,
         "Annotate what was annotated before too, and keep nothing for the next time", NULL},
        {"paths", 0, 0, G_OPTION_ARG_INT, &options->chosen.paths,
         "Measure a kind of paths in functions that have at most N of them (default: 1000)", "N"},
        {"proofs", 0, 0, G_OPTION_ARG_STRING, &proofs,
         "Do not record what 'hlcov prune' has proved infeasible in DIR (default: the data directory)", "[DIR]"},
        {"repeats", 0, 0, G_OPTION_ARG_INT, &options->chosen.repeats,
         "Record complete paths through loops too, if they return to no node more than N times", "N"},
        {"strong", 0, 0, G_OPTION_ARG_STRING, &strong,
         "Build a program that holds its mutants instead of recording, by these operators (default: all)",
         "OPERATOR,..."},
        {"trace", 0, 0, G_OPTION_ARG_NONE, &options->chosen.trace,
         "Call functions of the program (hlcov_trace and others) instead of recording paths and data flow", NULL},
        {"tuples", 0, 0, G_OPTION_ARG_INT, &options->chosen.tuples,
         "Reserve room for recorded values in each unit, in KiB (default: 256)", "KIB"},
    };
    annotation_entries(options, entries + OWN);
    GOptionContext *context = command_options("cc", entries, details);
    end_options(*argv);
    g_auto(GStrv) words = g_strdupv(*argv);
    int before = *argc;
    g_option_context_set_strict_posix(context, TRUE);
    CommandStatus status = command_parse(context, argc, argv);
    keep_words(options, words + 1, before - *argc);
    take_proofs(options, proofs);
    if (status == COMMAND_GO_ON)
        status = take_criteria(options, criteria);
    if (status == COMMAND_GO_ON)
        status = take_strong(options, strong);
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
