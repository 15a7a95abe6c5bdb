/* Replaces this program by hlcov-more, which has the subcommands that hlcov lacks. It does not know which these are. */
#ifndef TOOLS_MORE_H
#define TOOLS_MORE_H

#include <glib.h>

/* The word, before a data file, by which more_complete calls hlcov-more; not a command for users. */
#define MORE_COMPLETE "--complete-notes"

/* The word by which hlcov --version --verbose calls it, no command either. */
#define MORE_VERSIONS "--versions"

/* Runs the command argv[0] by hlcov-more, in place of this program. Returns only if that cannot be run: the exit status
 * of hlcov, after a message. hlcov-more is looked for beside this program, as in a build, and in libexecdir relative to
 * it, as installed; links to this program are followed. */
int more_become(int argc, char **argv);

/* Runs hlcov-more to complete the crash notes of the data file at `path` from their saved stacks, and to erase these.
 * FALSE, after a message, if it cannot be run. */
gboolean more_complete(const char *path);

#endif
