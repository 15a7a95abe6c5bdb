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

/* argv[0] is the command's name. Returns what hlcov exits with. */
typedef int CommandFunction(int argc, char **argv);

#define COMMAND(place, name, function, synopsis, doc) CommandFunction function;
#include "tools/commands.def"
#undef COMMAND

/* Rows of commands.def, as programs choose them. */
typedef struct {
    const char *name;
    CommandFunction *function;
} CommandRow;

/* Whether there is a command of that name, in whatever program. */
gboolean command_is_known(const char *name);

/* The name of a command that may be meant; NULL if there is none like it. */
const char *command_nearest(const char *name);

/* Prints all commands, a line each. */
void command_list(void);

/* Runs the command argv[0] if one of the rows is for it; else does with its words what the other function does. Returns
 * what hlcov exits with. */
int command_run(const CommandRow *rows, gsize n, CommandFunction *otherwise, int argc, char **argv);

/* Options of the subcommand `name`, with usage and first line from its row; `details` (may be NULL) closes the help.
 * `entries` must outlive the result, which is freed by command_parse. */
GOptionContext *command_options(const char *name, const GOptionEntry *entries, const char *details);

/* Parses the options and removes them from argc and argv. Returns COMMAND_GO_ON, or the status to exit with: help was
 * asked for and printed, or the options are wrong, which was said on standard error. Frees `context`. */
CommandStatus command_parse(GOptionContext *context, int *argc, char ***argv);

/* Says `hlcov NAME: <message>` on standard error, in place of what progress.h shows there. */
void command_error(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif
