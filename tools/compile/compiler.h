/* Makes the compiler's command line for one C file, for commands that are called with `FILE.c -- FLAGS`. Runs nothing.
 */
#ifndef TOOLS_COMPILER_H
#define TOOLS_COMPILER_H

#include <glib.h>

/* Cuts the arguments at `--`; returns those behind it, ended by NULL. */
char **compiler_cut_flags(int *argc, char **argv);

/* Returns the command that compiles the file at `path`: $CC without `hlcov cc`, or `compiler` if that leaves nothing,
 * then `flags`, -c and the file. To be freed. NULL after a message if $CC cannot be parsed. */
char **compiler_command(const char *path, char **flags, const char *compiler);

#endif
