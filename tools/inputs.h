/* The inputs that subcommands read, what options ask of them, and what is said of them. It reads nothing itself:
 * report/read/inputs.h does. */
#ifndef TOOLS_INPUTS_H
#define TOOLS_INPUTS_H

#include "report/model/model.h"
#include "tools/commands.h"

/* Values of options that say what is read and judged; NULL where they were not given. */
typedef struct {
    char *criteria, *root, **include, **exclude, **sources, **objectives, **paths;
} CommandAsked;

/* Their entries, which all but commands with other words for them have. */
#define COMMAND_ASKED_ENTRIES(asked)                                                                                   \
    {"criteria", 0, 0, G_OPTION_ARG_STRING, &(asked).criteria, "Count these criteria (default: all)", "LIST"},         \
        {"include",                                                                                                    \
         0,                                                                                                            \
         0,                                                                                                            \
         G_OPTION_ARG_FILENAME_ARRAY,                                                                                  \
         &(asked).include,                                                                                             \
         "Include only files whose path matches; may be repeated",                                                     \
         "GLOB"},                                                                                                      \
        {"exclude",                                                                                                    \
         0,                                                                                                            \
         0,                                                                                                            \
         G_OPTION_ARG_FILENAME_ARRAY,                                                                                  \
         &(asked).exclude,                                                                                             \
         "Exclude files whose path matches; may be repeated",                                                          \
         "GLOB"},                                                                                                      \
        {"objectives",                                                                                                 \
         0,                                                                                                            \
         0,                                                                                                            \
         G_OPTION_ARG_FILENAME_ARRAY,                                                                                  \
         &(asked).objectives,                                                                                          \
         "Also judge the objectives in FILE; may be repeated",                                                         \
         "FILE"},                                                                                                      \
        {"root",                                                                                                       \
         'r',                                                                                                          \
         0,                                                                                                            \
         G_OPTION_ARG_FILENAME,                                                                                        \
         &(asked).root,                                                                                                \
         "Look for sources below ROOT (default: where they were compiled)",                                            \
         "ROOT"},                                                                                                      \
    {                                                                                                                  \
        G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(asked).paths, "", NULL                                \
    }

/* What they ask for, all criteria unless they name some; it lives as long as they. FALSE and *error on an unknown
 * criterion. */
gboolean command_request(const CommandAsked *asked, ReportRequest *request, GError **error);
void command_asked_clear(CommandAsked *asked);

/* What `paths` names, NULL-terminated; NULL: the data directory. `progress` (may be NULL) is told how far that is. On
 * failure NULL, and *error. */
ReportInputs *command_inputs(char **paths, const ReportProgress *progress, GError **error);

/* Says on standard error what is odd about them. COMMAND_DAMAGED if something was left out, else
 * COMMAND_DONE. */
CommandStatus command_notes(const ReportInputs *inputs);

/* Reads what is asked for, says what is odd about it, and calls `use` with a model that knows tests; shows how far that
 * is, and `use` must clear that (progress.h) before it prints. COMMAND_FAILED, and *error, if the model cannot be made
 * or `use` returns FALSE. */
typedef gboolean (*CommandUse)(gconstpointer options, const ReportModel *model, GError **error);
CommandStatus command_with_model(const CommandAsked *asked, CommandUse use, gconstpointer options, GError **error);

#endif
