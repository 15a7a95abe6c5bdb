/* The directory in which the topmost make works that runs us, by the processes above ours. It reads no makefile. */
#ifndef TOOLS_MAKE_DIR_H
#define TOOLS_MAKE_DIR_H

#include <glib.h>

/* Of the makes among our ancestors, the working directory of the topmost one that `cwd` lies in or below; NULL if there
 * is none. To be freed. */
char *command_make_dir(const char *cwd);

#endif
