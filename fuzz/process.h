/* Processes that are started for a target or an engine: in a group of their own, which ends with hlcov. It knows
 * neither of them. */
#ifndef FUZZ_PROCESS_H
#define FUZZ_PROCESS_H

#include <glib.h>
#include <sys/types.h>

/* How to start one. */
typedef struct {
    char **words;       /* words[0] is the path of the program */
    char **environment; /* as of g_get_environ */
    int input;          /* descriptor that becomes its standard input; -1: it has none to read */
    int output;         /* descriptor that becomes its standard output, and its standard error if `errors`; -1: nobody
                           reads them */
    gboolean errors;
} FuzzStart;

/* Returns the number of the process, which leads its group; -1 and *error if it cannot be started. */
pid_t fuzz_process_start(const FuzzStart *start, GError **error);

/* Waits at most `milliseconds` for the process to end, and sets *status as waitpid does. FALSE: it runs still. */
gboolean fuzz_process_wait(pid_t process, guint milliseconds, int *status);

/* Kills what is left of the group of a process that has ended. */
void fuzz_process_sweep(pid_t process);

/* Ends the group: asks first, and kills it after `milliseconds`. Returns when its leader has ended. */
void fuzz_process_end(pid_t process, guint milliseconds);

#endif
