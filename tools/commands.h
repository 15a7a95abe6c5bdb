/* What the subcommands of hlcov share: the functions of commands.def, exit statuses, options and messages. It knows
 * nothing of coverage. */
#ifndef TOOLS_COMMANDS_H
#define TOOLS_COMMANDS_H

#include <glib.h>

typedef enum {
    COMMAND_DONE = 0,
    COMMAND_FAILED = 1,  /* usage or bad input, nothing was reported */
    COMMAND_GATE = 2,    /* done, but a score is less than it must be */
    COMMAND_DAMAGED = 3, /* done, but some input was damaged and left out */
    COMMAND_GO_ON = -1   /* of command_parse: no exit yet */
} CommandStatus;

#define COMMAND(name, function, synopsis, doc) int function(int argc, char **argv);
#include "tools/commands.def"
#undef COMMAND

/* Options of the subcommand `name`, with usage and first line from its row; `details` (may be NULL) closes the help.
 * `entries` must outlive the result, which is freed by command_parse. */
GOptionContext *command_options(const char *name, const GOptionEntry *entries, const char *details);

/* Parses the options and removes them from argc and argv. Returns COMMAND_GO_ON, or the status to exit with: help was
 * asked for and printed, or the options are wrong, which was said on standard error. Frees `context`. */
CommandStatus command_parse(GOptionContext *context, int *argc, char ***argv);

/* Says `hlcov NAME: <message>` on standard error, in place of what progress.h shows there. */
void command_error(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif
