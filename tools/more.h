/* Becomes hlcov-more, the program that has the subcommands which hlcov itself does not have. Which these are is not
 * known here. */
#ifndef TOOLS_MORE_H
#define TOOLS_MORE_H

#include <glib.h>

/* What hlcov-more is called with, and a data file, by more_complete; no command of users. */
#define MORE_COMPLETE "--complete-notes"

/* Runs the command argv[0] by hlcov-more, in place of this program: it comes back only if that cannot be run, with what
 * hlcov exits with, after a message. It lies beside this program, as in a build, or where it is installed, seen from
 * there; links to this program are followed. */
int more_become(int argc, char **argv);

/* Has hlcov-more complete the notes of crashes in the data file by the stacks that were saved for them, which it
 * erases. FALSE: it cannot be run, after a message. */
gboolean more_complete(const char *path);

#endif
