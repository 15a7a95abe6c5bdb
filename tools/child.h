/* A command that runs in our place: nobody who waits for us can tell. It knows nothing of tests. */
#ifndef TOOLS_CHILD_H
#define TOOLS_CHILD_H

#include <glib.h>

/* Runs the command (ends with NULL; found as a shell finds it), and passes signals on that are sent to us. Returns its
 * status as waitpid gives it; if it cannot be run, says so on standard error: status 127 if there is none, else 126. */
int child_run(char **command);

/* Ends as the command ended: with its exit status, or by its signal. */
G_NORETURN void child_end_likewise(int status);

#endif
