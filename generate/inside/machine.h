/* What the program of a harness keeps from the machine: limits, and functions of libc that would change files,
 * processes or descriptors of others, in place of libc's. It runs no input. */
#ifndef GENERATE_INSIDE_MACHINE_H
#define GENERATE_INSIDE_MACHINE_H

#include "generate/inside/inside.h"

/* Whether a function of the unit runs that may be left; leaves it. Of worker.c. */
int hlcov_may_leave(void);
void hlcov_leave(enum hlcov_end end, int status);

/* Limits what the process and its children may use, and gives them no input, and no output. */
void hlcov_limit(void);

/* Moves the descriptor to a number that functions neither close nor write to, and closes all others but 0, 1 and 2.
 * Returns the number. Comes before hlcov_limit. */
int hlcov_keep_alone(int file);

/* Closes what functions have opened since, if they have; `file` is what hlcov_keep_alone returned. */
void hlcov_close_opened(int file);

/* What `exit`, `fork` and `kill` of libc do. */
void hlcov_exit(int status) __attribute__((noreturn));
int hlcov_fork(void);
void hlcov_kill(int process);

/* Whether all bytes can be read; of more than a page only the first and the last are looked at. */
int hlcov_is_readable(const void *address, unsigned long size);

#endif
