/* Steps 2 and 3: objectives that need not be asked for beside others of the same criterion and block. */
#ifndef PRUNE_SUBSUMED_H
#define PRUNE_SUBSUMED_H

#include "prune/infeasible.h"
#include "prune/request.h"

/* Appends HtolProof. In `proofs` are the infeasible ones: these are left out, or they would subsume everything. Without
 * step 3 only those are found that are covered whenever they are reached.
 *
 * Of one function all objectives are compared. Of `n` that are joined, the first of which is the one that is proved,
 * those of which there is no proof, each with those of the others: proofs on others name their function. */
void prune_subsumed(const PruneJudged *judged, guint n, const PruneRequest *request, GArray *proofs);

#endif
