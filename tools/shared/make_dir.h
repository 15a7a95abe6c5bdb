/* Finds the directory in which the topmost make runs, by asking our ancestor processes. Reads no makefile. */
#ifndef TOOLS_MAKE_DIR_H
#define TOOLS_MAKE_DIR_H

#include <glib.h>

/* Returns the working directory of the topmost ancestor that is a make and works in `cwd` or above it; NULL if there is
 * none. To be freed. */
char *command_make_dir(const char *cwd);

#endif
