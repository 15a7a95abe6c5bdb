/* A bound on how many processes a command has at once that the kernel keeps, root's too: a control group, where we may
 * make one. It does not say that the bound was reached; who looks at the processes sees it. */
#ifndef MUTATE_BOUND_H
#define MUTATE_BOUND_H

#include <glib.h>

/* Makes a control group for at most `processes` and returns its path; NULL: we may not. To be ended. */
char *mutate_bound_new(guint processes);

/* Takes the calling process, and what it will fork, into the group `bound`, which may be NULL. */
void mutate_bound_join(const char *bound);

/* Removes the group, in which no process may be left, and frees its path; `bound` may be NULL. */
void mutate_bound_end(char *bound);

#endif
