/* Steps 2 and 3: objectives that need not be asked for beside others of the same criterion and block. */
#ifndef PRUNE_SUBSUMED_H
#define PRUNE_SUBSUMED_H

#include "prune/infeasible.h"
#include "prune/verdict.h"

/* Appends HtolProof. In `proofs` are the infeasible ones: these are left out, or they would subsume everything. Without
 * step 3 only those are found that are covered whenever they are reached. */
void prune_subsumed(const PruneJudged *judged, const PruneRequest *request, GArray *proofs);

#endif
