/* The guard of a run: starts the command with its limits, and watches what it and all that it starts take. It is a
 * process of its own, forked by the keeper. */
#ifndef MUTATE_GUARD_H
#define MUTATE_GUARD_H

#include "mutate/run.h"

/* What guard and keeper tell us, in memory that is shared. */
typedef struct {
    MutateOutcome outcome;
    gboolean is_known; /* the guard has told how the run ended */
} MutateGuarded;

/* Has this process run before others, as far as it may; not its children. */
void mutate_come_first(void);

/* Runs the command, in the group `bound` (bound.h; may be NULL), to its end, or ends watching when it has reached a
 * limit; then its processes are still there. */
void mutate_guard(const MutateRun *run, const char *bound, MutateGuarded *guarded);

#endif
