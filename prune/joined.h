/* A function together with static functions that it alone calls, and once: what is reached in them with the call is one
 * block with what is around it. It proves nothing. */
#ifndef PRUNE_JOINED_H
#define PRUNE_JOINED_H

#include "prune/infeasible.h"

typedef struct {
    guint n;             /* 0: it calls none */
    PruneJudged *judged; /* the function's first, then those of callees, in the order of the text; all of one pass */
    PruneSubject *subjects;
    PruneSlots *slots;
} PruneJoined;

/* Of a function that is judged by itself; in its arena but for tables, to be cleared. */
PruneJoined prune_joined_new(const PruneJudged *alone);
void prune_joined_clear(PruneJoined *joined);

#endif
