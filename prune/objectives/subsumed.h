/* Steps 2 and 3: objectives that need not be asked for beside others of the same criterion and block. */
#ifndef PRUNE_SUBSUMED_H
#define PRUNE_SUBSUMED_H

#include "prune/objectives/infeasible.h"
#include "prune/objectives/request.h"

/* Appends an HtolProof for each subsumed objective. `proofs` must hold those of infeasible ones, which are left out, or
 * they would subsume everything. Without step 3 only objectives are found that are covered whenever they are reached.
 *
 * With n = 1 all objectives of the function are compared. Of `n` joined functions, the first of which is the one being
 * judged, objectives without a proof are compared with those of the other functions: proofs on these name their
 * function. */
void prune_subsumed(const PruneJudged *judged, guint n, const PruneRequest *request, GArray *proofs);

#endif
