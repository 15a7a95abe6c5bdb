/* The inputs that subcommands read, what options ask of them, and what is said of them. It reads nothing itself:
 * report/inputs/inputs.h does. */
#ifndef TOOLS_INPUTS_H
#define TOOLS_INPUTS_H

#include "report/model/model.h"
#include "tools/shared/commands.h"

/* Values of options that say what is read and judged; NULL where they were not given. */
typedef struct {
    char *criteria, *root, **include, **exclude, **sources, **objectives, **paths;
    char *place; /* no option: see ReportRequest */
} CommandAsked;

/* The entries of GOption that parse into a CommandAsked: the same words in every command that takes them all. `usual`
 * says what counts unless they say so. */
/* clang-format off */
#define COMMAND_ASKED_ENTRIES(asked, usual) \
    {"criteria", 0, 0, G_OPTION_ARG_STRING, &(asked).criteria, "Count these criteria (default: " usual ")", "LIST"}, \
    {"include", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(asked).include, \
     "Include only files whose path matches; may be repeated", "GLOB"}, \
    {"exclude", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(asked).exclude, \
     "Exclude files whose path matches; may be repeated", "GLOB"}, \
    {"objectives", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(asked).objectives, \
     "Also judge the objectives in FILE; may be repeated", "FILE"}, \
    {"root", 'r', 0, G_OPTION_ARG_FILENAME, &(asked).root, \
     "Look for sources below ROOT (default: where they were compiled)", "ROOT"}, \
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(asked).paths, "", NULL}
/* clang-format on */

/* Fills `request` with what the options ask for: all criteria unless they name some. It points into `asked`. FALSE and
 * *error if a criterion is not known. */
gboolean command_request(const CommandAsked *asked, ReportRequest *request, GError **error);
void command_asked_clear(CommandAsked *asked);

/* Reads the inputs that `paths` names (ended by NULL), or the data directory if `paths` is NULL. Tells `progress`,
 * which may be NULL, how far it is. NULL and *error on failure. */
ReportInputs *command_inputs(char **paths, const ReportProgress *progress, GError **error);

/* Reads the same inputs for who needs no functions: of many units, little more is kept than sums (model/sums.h). */
ReportInputs *command_inputs_lean(char **paths, const ReportProgress *progress, GError **error);

/* Reads them, and keeps of all units no more than that. */
ReportInputs *command_inputs_judged(char **paths, const ReportProgress *progress, GError **error);

/* Prints the warnings about the inputs on standard error. COMMAND_DAMAGED if something was left out, else
 * COMMAND_DONE. */
CommandStatus command_notes(const ReportInputs *inputs);

/* Reads what is asked for, prints warnings about it, and calls `use` with a model that knows tests. Shows progress,
 * which `use` must clear (progress.h) before it prints. COMMAND_FAILED and *error if the model cannot be made or `use`
 * returns FALSE. */
typedef gboolean (*CommandUse)(gconstpointer options, const ReportModel *model, GError **error);
CommandStatus command_with_model(const CommandAsked *asked, CommandUse use, gconstpointer options, GError **error);

/* Does the same, and has the visitor see each file while the model is made, by a process for each processor: of many
 * units `use` finds little more than sums of them. */
CommandStatus command_with_visits(const CommandAsked *asked, const ReportVisitor *visitor, CommandUse use,
                                  gconstpointer options, GError **error);

#endif
