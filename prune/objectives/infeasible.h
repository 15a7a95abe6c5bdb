/* Step 1: objectives that nothing can cover. A slot whose formula cannot hold is never set; what is not covered with
 * all other slots set, by htol's evaluator, is infeasible. */
#ifndef PRUNE_INFEASIBLE_H
#define PRUNE_INFEASIBLE_H

#include "htol/criteria/criteria.h"
#include "htol/notes/proof.h"
#include "prune/formula/prover.h"
#include "prune/objectives/slots.h"

/* A function that is being judged. */
typedef struct {
    const PruneSubject *subject;
    const HtolSelection *selection;
    const PruneSlots *slots;
    PruneProver *prover;
    const HtolObjective *objectives;
    guint n_objectives;
} PruneJudged;

/* Appends an HtolProof of that kind for each infeasible objective that has no proof yet. Leaves out objectives that no
 * vector satisfies in any program (reports find these), and asks nothing about slots that runs are known to have set.
 */
void prune_infeasible(const PruneJudged *judged, HtolProofKind kind, GArray *proofs);

/* Does what prune_infeasible does, but asks about slots that runs have set, too. If one of these is proved infeasible,
 * a formula is wrong: these questions come last, but are asked so that such a fault is seen. */
void prune_infeasible_after_all(const PruneJudged *judged, HtolProofKind kind, GArray *proofs);

/* Whether `proofs` has one of the objective `name` of `function`; "" is the function that is being judged. */
gboolean prune_is_proved(const GArray *proofs, const char *function, const char *name);

/* Returns the objective's name as proofs have it, in the arena. */
const char *prune_objective_name(const PruneJudged *judged, const HtolObjective *objective);

#endif
