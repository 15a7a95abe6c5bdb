/* The inputs that subcommands read, what options ask of them, and what is said of them. It reads nothing itself:
 * report/inputs.h does. */
#ifndef TOOLS_INPUTS_H
#define TOOLS_INPUTS_H

#include "report/model.h"
#include "tools/commands.h"

/* Values of options that say what is read and judged; NULL where they were not given. */
typedef struct {
    char *criteria, *root, **include, **exclude, **objectives, **paths;
} CommandAsked;

/* What they ask for, all criteria unless they name some; it lives as long as they. FALSE and *error on an unknown
 * criterion. */
gboolean command_request(const CommandAsked *asked, ReportRequest *request, GError **error);
void command_asked_clear(CommandAsked *asked);

/* What `paths` names, NULL-terminated; NULL: the data directory. On failure NULL, and *error. */
ReportInputs *command_inputs(char **paths, GError **error);

/* Says on standard error what is odd about them. COMMAND_DAMAGED if something was left out, else
 * COMMAND_DONE. */
CommandStatus command_notes(const ReportInputs *inputs);

#endif
