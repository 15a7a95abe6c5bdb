/* A function together with the static functions that only it calls, and only once: what surely runs when one is called
 * is in one block with the call. It proves nothing. */
#ifndef PRUNE_JOINED_H
#define PRUNE_JOINED_H

#include "prune/objectives/infeasible.h"

/* A function with such callees; arrays of `n`. */
typedef struct {
    guint n;             /* 0: it calls none */
    PruneJudged *judged; /* the function's first, then those of callees, in the order of the text; all of one pass */
    PruneSubject *subjects;
    PruneSlots *slots;
} PruneJoined;

/* Encodes the function of `alone`, which is judged by itself already, together with such callees. Lives in its arena
 * but for tables, which prune_joined_clear frees. */
PruneJoined prune_joined_new(const PruneJudged *alone);
void prune_joined_clear(PruneJoined *joined);

#endif
