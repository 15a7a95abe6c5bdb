/* A command that runs in our place: nobody who waits for us can tell. It knows nothing of tests. */
#ifndef TOOLS_CHILD_H
#define TOOLS_CHILD_H

#include <glib.h>

/* Runs `command`, ended by NULL and looked for in PATH, and passes on to it the signals that are sent to us. Returns
 * its status as waitpid gives it. If it cannot be run, says so on standard error; the status is that of an exit with
 * 127 if there is no such command, else 126. */
int child_run(char **command);

/* Ends this process as the command with that status of waitpid ended: by the same exit status or signal. */
G_NORETURN void child_end_alike(int status);

#endif
