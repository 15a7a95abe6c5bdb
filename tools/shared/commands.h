/* What the subcommands of hlcov share: the functions of commands.def, exit statuses, options and messages. It knows
 * nothing of coverage. */
#ifndef TOOLS_COMMANDS_H
#define TOOLS_COMMANDS_H

#include <glib.h>

/* Exit statuses of hlcov, as the manual has them. */
typedef enum {
    COMMAND_DONE = 0,
    COMMAND_FAILED = 1,  /* usage or bad input, nothing was reported */
    COMMAND_GATE = 2,    /* done, but a score is less than it must be */
    COMMAND_DAMAGED = 3, /* done, but some input was damaged and left out */
    COMMAND_GO_ON = -1   /* of command_parse: no exit yet */
} CommandStatus;

/* A subcommand; argv[0] is its name. Returns the exit status of hlcov. */
typedef int CommandFunction(int argc, char **argv);

#define COMMAND(place, name, function, synopsis, doc) CommandFunction function;
#include "tools/shared/commands.def"
#undef COMMAND

/* A row of commands.def that the program at hand has. */
typedef struct {
    const char *name;
    CommandFunction *function;
} CommandRow;

/* Whether hlcov or hlcov-more has a command of that name. */
gboolean command_is_known(const char *name);

/* The command whose name is most like `name`, for "did you mean"; NULL if none is like it. */
const char *command_nearest(const char *name);

/* Prints all commands, a line each. */
void command_list(void);

/* Runs the command argv[0] if one of the `n` rows has that name, else calls `otherwise`. Returns the exit status of
 * hlcov. */
int command_run(const CommandRow *rows, gsize n, CommandFunction *otherwise, int argc, char **argv);

/* Makes the parser of the options of subcommand `name`: its row gives usage and first line of the help, `details`,
 * which may be NULL, the last paragraph. `entries` must outlive the parser, which command_parse frees. */
GOptionContext *command_options(const char *name, const GOptionEntry *entries, const char *details);

/* Parses the options, also -j4, and removes them from argc and argv. Returns COMMAND_GO_ON, or the exit status if help
 * was printed or an option is wrong (after a message on standard error). Frees `context`. */
CommandStatus command_parse(GOptionContext *context, int *argc, char ***argv);

/* Prints `hlcov NAME: MESSAGE` on standard error, after clearing the line of progress.h. */
void command_error(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif
