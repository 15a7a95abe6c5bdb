/* What is asked to be proved of the objectives of a function, and how hard to try. verdict.h answers. */
#ifndef PRUNE_REQUEST_H
#define PRUNE_REQUEST_H

#include "htol/criteria/criteria.h"
#include "prune/formula/cache.h"

/* What is to be proved: flags, to be ORed. */
typedef enum {
    PRUNE_STEP_INFEASIBLE = 1,
    PRUNE_STEP_TRIVIAL = 2,
    PRUNE_STEP_SUBSUMED = 4,
    PRUNE_STEP_EQUIVALENT = 8
} PruneStep;

/* What is asked of each function. It owns nothing. */
typedef struct {
    const HtolSelection *selection;
    guint32 steps; /* PruneStep, ORed */
    guint depth;   /* nesting of calls to inline, for what is infeasible in this program; 0: that is not asked */
    PrunePatience patience; /* limits for a question and for a function */
    const HtolCache *cache; /* NULL: nothing is looked up or kept */
} PruneRequest;

#endif
