/* Command lines of the user's compiler for one C file, for commands that are given `FILE.c -- FLAGS`. It runs nothing.
 */
#ifndef TOOLS_COMPILER_H
#define TOOLS_COMPILER_H

#include <glib.h>

/* Cuts the arguments at `--`; returns what stands behind it, NULL-terminated. */
char **compiler_cut_flags(int *argc, char **argv);

/* The command that compiles the file: $CC, or that compiler, the flags, -c and the file. To be freed; NULL after a
 * message. */
char **compiler_command(const char *path, char **flags, const char *compiler);

#endif
