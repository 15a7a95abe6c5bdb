/* Child processes of the launcher, which never outlive it: a signal that asks us to end ends them first. Not
 * for programs that want to go on after such a signal. */
#ifndef ANNOT_PROCESS_H
#define ANNOT_PROCESS_H

#include <signal.h>
#include <sys/types.h>

#include <glib.h>

/* The children that run, and the signals that are held back meanwhile. */
typedef struct {
    sigset_t before;  /* our signal mask, and that of the children */
    sigset_t waiting; /* the signals that are taken while waiting */
    GArray *running;  /* pid_t */
    int signal;       /* the signal that asked us to end: nothing runs and nothing will be started; 0: none did */
} AnnotProcesses;

/* A function that a child runs; returns the exit status. */
typedef int AnnotWork(void *data);

enum { ANNOT_PROCESS_FAILED = 127 }; /* could not be started */

/* From here to annot_processes_end, signals that ask us to end are only noticed in annot_process_wait; one
 * that came after the last wait takes effect at the end, when nothing may be running any more. */
void annot_processes_begin(AnnotProcesses *processes);
void annot_processes_end(AnnotProcesses *processes);

/* Starts the command (found by PATH), with its standard error in the file `messages`, or ours if that is
 * NULL. Returns -1 if it cannot be started. */
pid_t annot_process_start(AnnotProcesses *processes, char **argv, const char *messages);

/* Starts a function of this program in a copy of the process; the result of `work` is the exit status and
 * all that it prints goes to `messages`. */
pid_t annot_process_fork(AnnotProcesses *processes, AnnotWork *work, void *data, const char *messages);

/* Waits for the end of child `pid`. Returns its exit status, 128 + n if signal n ended it (or asked us to end),
 * ANNOT_PROCESS_FAILED if `pid` is -1. */
int annot_process_wait(AnnotProcesses *processes, pid_t pid);

/* Ends all children that are running. */
void annot_processes_stop(AnnotProcesses *processes);

#endif
