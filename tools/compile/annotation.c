/* Parses how C is annotated; see annotation.h. */
#include "tools/compile/annotation.h"

#include <string.h>

#include "annot/flow/flow.h"
#include "annot/mutants/operations.h"
#include "annot/paths/tour.h"
#include "annot/probes/values.h"

enum {
    LEAST_TUPLES = 4,
    MOST_TUPLES = 1 << 20,
    LEAST_PATHS = 1,
    MOST_PATHS = 1 << 20,
    MOST_REPEATS = 1000,
    NOT_GIVEN = G_MININT,
    LEAST_FLOWS = 1,
    MOST_FLOWS = 1 << 24,
    LEAST_MUTANTS = 1,
    MOST_MUTANTS = 1 << 24,
    TRACED = HTOL_RECORDS_PATHS | HTOL_RECORDS_FLOWS | HTOL_RECORDS_CALLS
};

AnnotationOptions annotation_options(void)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(words, NULL);
    return (AnnotationOptions){.chosen = {.tuples = ANNOT_TUPLES,
                                          .paths = ANNOT_PATHS,
                                          .repeats = NOT_GIVEN,
                                          .flows = ANNOT_MOST_FLOWS,
                                          .mutants = ANNOT_MUTANTS,
                                          .records = HTOL_RECORDS_CALLS},
                               .words = words,
                               .arena = htol_arena_new(),
                               .objectives = g_array_new(FALSE, FALSE, sizeof(AnnotObjectives))};
}

void annotation_options_clear(AnnotationOptions *options)
{
    g_free(options->semantics);
    g_free(options->decisions);
    g_free(options->aliases);
    g_free(options->copies);
    g_free(options->functions);
    g_free(options->proofs);
    g_ptr_array_unref(options->words);
    g_strfreev(options->files);
    g_array_unref(options->objectives);
    htol_arena_free(options->arena);
}

void annotation_entries(AnnotationOptions *options, GOptionEntry *entries)
{
    const GOptionEntry rows[ANNOTATION_ENTRIES] = {
        {"semantics", 0, 0, G_OPTION_ARG_STRING, &options->semantics,
         "Record conditions as they are evaluated (observed, default), or all before the decision (complete)",
         "observed|complete"},
        {"decisions", 0, 0, G_OPTION_ARG_STRING, &options->decisions,
         "Count all decisions (default), or only those that branch, as tools built on CIL do", "all|branching"},
        {"objectives", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files,
         "Add the objectives in FILE to those in comments; may be repeated", "FILE"},
    };
    memcpy(entries, rows, sizeof rows);
}

CommandStatus annotation_read(AnnotationOptions *options)
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

/* Sets *second to whether the value (NULL: the first) is the second of the names; FALSE if it is neither. */
static gboolean choose_name(const char *option, const char *value, const char *const names[2], gboolean *second)
{
    *second = g_strcmp0(value, names[1]) == 0;
    if (!value || *second || g_str_equal(value, names[0]))
        return TRUE;
    command_error("--%s must be '%s' or '%s', not '%s'", option, names[0], names[1], value);
    return FALSE;
}

static gboolean is_within(const char *option, gint value, gint least, gint most)
{
    if (value >= least && value <= most)
        return TRUE;
    command_error("--%s must be a number from %d to %d", option, least, most);
    return FALSE;
}

/* The parser takes them for numbers with a sign. */
static gboolean numbers_are_valid(const AnnotOptions *chosen)
{
    return is_within("tuples", (gint)chosen->tuples, LEAST_TUPLES, MOST_TUPLES) &&
           is_within("paths", (gint)chosen->paths, LEAST_PATHS, MOST_PATHS) &&
           is_within("flows", (gint)chosen->flows, LEAST_FLOWS, MOST_FLOWS) &&
           is_within("mutants", (gint)chosen->mutants, LEAST_MUTANTS, MOST_MUTANTS) &&
           (chosen->repeats == NOT_GIVEN || is_within("repeats", chosen->repeats, 0, MOST_REPEATS));
}

static gboolean words_are_valid(const AnnotationOptions *options, AnnotOptions *chosen)
{
    static const char *const semantics[] = {"observed", "complete"};
    static const char *const decisions[] = {"all", "branching"};
    static const char *const aliases[] = {"ignore", "kill"}, *const copies[] = {"loops", "none"};
    return choose_name("semantics", options->semantics, semantics, &chosen->complete) &&
           choose_name("decisions", options->decisions, decisions, &chosen->branching) &&
           choose_name("aliases", options->aliases, aliases, &chosen->kills) &&
           choose_name("copies", options->copies, copies, &chosen->plain);
}

gboolean annotation_fill(const AnnotationOptions *options, AnnotLaunch *launch)
{
    AnnotOptions chosen = options->chosen;
    if (!words_are_valid(options, &chosen) || !numbers_are_valid(&chosen))
        return FALSE;
    if (chosen.trace && !(chosen.records & TRACED)) {
        command_error("--trace has nothing to report: name a criterion of paths, data flow or calls in --criteria");
        return FALSE;
    }
    /* libclang parses in a thread of its own with 8 MB of stack, which some hundred nested expressions use up, unless
     * this is set: then it parses in ours, which has more. */
    g_setenv("LIBCLANG_NOTHREADS", "1", TRUE);
    chosen.repeats = MAX(chosen.repeats, -1);
    chosen.functions = options->functions;
    chosen.objectives = (const AnnotObjectives *)options->objectives->data;
    chosen.n_objectives = options->objectives->len;
    launch->options = chosen;
    launch->anew = options->anew;
    launch->proofs = options->proofs;
    launch->words = (const char *const *)options->words->pdata;
    return TRUE;
}
