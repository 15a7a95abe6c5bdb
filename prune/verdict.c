/* The steps for one function; see verdict.h. */
#include "prune/verdict.h"

#include "htol/eval.h"
#include "prune/infeasible.h"
#include "prune/prover.h"
#include "prune/subsumed.h"

static const char *unanswered(const PruneSubject *subject, const PruneProver *prover)
{
    if (prune_unanswered(prover) == 0)
        return "";
    return htol_arena_printf(subject->arena, "%u of %u questions were not answered in time", prune_unanswered(prover),
                             prune_questions(prover));
}

static void prove(const PruneSubject *subject, const PruneRequest *request, const PruneSlots *slots, GArray *proofs,
                  HtolProved *proved)
{
    guint n;
    const HtolObjective *objectives = htol_expand(subject->arena, subject->rows, request->selection, &n);
    PruneProver *prover = prune_prover_new(subject->logic, request->timeout, request->budget);
    PruneJudged judged = {subject, request->selection, slots, prover, objectives, n};
    if (request->steps & PRUNE_STEP_INFEASIBLE)
        prune_infeasible(&judged, proofs);
    if (request->steps & (PRUNE_STEP_TRIVIAL | PRUNE_STEP_SUBSUMED))
        prune_subsumed(&judged, request->steps, proofs);
    proved->failed = unanswered(subject, prover);
    prune_prover_free(prover);
}

HtolProved prune_function(const PruneSubject *subject, const PruneRequest *request)
{
    HtolProved proved = {.failed = ""};
    PruneSlots slots;
    g_autoptr(GArray) proofs = g_array_new(FALSE, FALSE, sizeof(HtolProof));
    const char *why = prune_slots_find(subject, &slots);
    if (why)
        proved.failed = why;
    else
        prove(subject, request, &slots, proofs, &proved);
    prune_slots_clear(&slots);
    proved.n_proofs = proofs->len;
    proved.proofs = htol_arena_memdup(subject->arena, proofs->data, proofs->len * sizeof(HtolProof));
    return proved;
}
