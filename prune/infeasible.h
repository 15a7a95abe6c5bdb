/* Step 1: objectives that nothing can cover. A slot whose formula cannot hold is never set; what is not covered with
 * all other slots set, by htol's evaluator, is infeasible. */
#ifndef PRUNE_INFEASIBLE_H
#define PRUNE_INFEASIBLE_H

#include "htol/criteria/criteria.h"
#include "htol/files/proof.h"
#include "prune/prover.h"
#include "prune/slots.h"

/* A function that is being judged. */
typedef struct {
    const PruneSubject *subject;
    const HtolSelection *selection;
    const PruneSlots *slots;
    PruneProver *prover;
    const HtolObjective *objectives;
    guint n_objectives;
} PruneJudged;

/* Appends HtolProof of that kind, of objectives of which there is none yet. Those that no vector satisfies, whatever
 * the program does, are not among them: reports know. Slots that are known to have been set are not asked about. */
void prune_infeasible(const PruneJudged *judged, HtolProofKind kind, GArray *proofs);

/* The same, and asks about those slots, too: what is proved then, runs disprove. So they are asked last, but asked, or
 * what is wrong with formulas would not be seen. */
void prune_infeasible_after_all(const PruneJudged *judged, HtolProofKind kind, GArray *proofs);

/* Whether there is a proof of the objective of that name, of that function: "" is the one that is proved. */
gboolean prune_is_proved(const GArray *proofs, const char *function, const char *name);

/* The objective's name in proofs. In the arena. */
const char *prune_objective_name(const PruneJudged *judged, const HtolObjective *objective);

#endif
