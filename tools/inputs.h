/* The inputs that subcommands read, and what is said of them. It reads nothing itself: report/inputs.h does.
 */
#ifndef TOOLS_INPUTS_H
#define TOOLS_INPUTS_H

#include "report/inputs.h"
#include "tools/commands.h"

/* What `paths` names, NULL-terminated; NULL: the data directory. On failure NULL, and *error. */
ReportInputs *command_inputs(char **paths, GError **error);

/* Says on standard error what is odd about them. COMMAND_DAMAGED if something was left out, else
 * COMMAND_DONE. */
CommandStatus command_notes(const ReportInputs *inputs);

#endif
