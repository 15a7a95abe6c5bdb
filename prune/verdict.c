/* The steps for one function; see verdict.h. */
#include "prune/verdict.h"

#include "htol/expand/expansion.h"

#include "htol/judge/eval.h"
#include "prune/formula/prover.h"
#include "prune/objectives/context.h"
#include "prune/objectives/infeasible.h"
#include "prune/objectives/joined.h"
#include "prune/objectives/key.h"
#include "prune/objectives/subsumed.h"
#include "prune/recall.h"

/* What is asked of a function: by itself; and, if that is asked for and can be told, where it is called, with what it
 * calls. */
typedef struct {
    PruneJudged alone;
    PruneSubject subject; /* of `placed` */
    PruneContext context;
    PruneSlots slots[2];
    PruneJudged placed;
    gboolean is_placed;
    PruneJoined joined;
} Question;

/* ---- asking the solver ---- */

/* Finds what is infeasible in the function by itself, and where it is called. */
static void find_infeasible(Question *question, GArray *proofs,
                            void (*find)(const PruneJudged *judged, HtolProofKind kind, GArray *proofs))
{
    find(&question->alone, HTOL_PROOF_INFEASIBLE, proofs);
    if (question->is_placed)
        find(&question->placed, HTOL_PROOF_UNUSED, proofs);
}

static void find_proofs(Question *question, const PruneRequest *request, GArray *proofs)
{
    if (request->steps & PRUNE_STEP_INFEASIBLE)
        find_infeasible(question, proofs, prune_infeasible);
    if (request->steps & (PRUNE_STEP_TRIVIAL | PRUNE_STEP_SUBSUMED))
        prune_subsumed(&question->alone, 1, request, proofs);
    if (question->joined.n > 0)
        prune_subsumed(question->joined.judged, question->joined.n, request, proofs);
    if (request->steps & PRUNE_STEP_INFEASIBLE)
        find_infeasible(question, proofs, prune_infeasible_after_all);
}

static HtolProved prove(Question *question, const PruneRequest *request)
{
    const PruneSubject *subject = question->alone.subject;
    g_autoptr(GArray) proofs = g_array_new(FALSE, FALSE, sizeof(HtolProof));
    PruneProver *prover = prune_prover_new(subject->logic, request->patience);
    question->alone.prover = question->placed.prover = prover;
    for (guint i = 0; i < question->joined.n; i++)
        question->joined.judged[i].prover = prover;
    find_proofs(question, request, proofs);
    HtolProved proved = {.failed = "",
                         .questions = prune_questions(prover),
                         .unanswered = prune_unanswered(prover),
                         .unasked = prune_unasked(prover),
                         .n_proofs = proofs->len};
    proved.proofs = htol_arena_memdup(subject->arena, proofs->data, proofs->len * sizeof(HtolProof));
    prune_prover_free(prover);
    return proved;
}

/* ---- asking the cache ---- */

static HtolProved recall_or_prove(Question *question, const PruneRequest *request)
{
    HtolProved proved;
    const PruneJudged *placed = question->is_placed ? &question->placed : NULL;
    g_autofree char *key = NULL;
    if (request->cache)
        key = prune_key(&question->alone, placed, &question->joined, request->steps);
    if (prune_recall(question->alone.subject->arena, request, key, &proved))
        return proved;
    proved = prove(question, request);
    prune_keep(request, key, &proved);
    return proved;
}

/* ---- all ---- */

static void place_question(Question *question, const PruneRequest *request)
{
    if (request->depth == 0)
        return;
    question->subject = *question->alone.subject;
    question->subject.depth = request->depth;
    if (prune_context_find(question->alone.subject, &question->context))
        question->subject.context = &question->context;
    question->placed = question->alone;
    question->placed.subject = &question->subject;
    question->placed.slots = &question->slots[1];
    question->is_placed = prune_slots_find(&question->subject, &question->slots[1]) == NULL;
}

static void join_callees(Question *question, const PruneRequest *request)
{
    if (request->steps & (PRUNE_STEP_TRIVIAL | PRUNE_STEP_SUBSUMED))
        question->joined = prune_joined_new(&question->alone);
}

HtolProved prune_function(const PruneSubject *subject, const PruneRequest *request)
{
    Question question = {.alone = {.subject = subject, .selection = request->selection}};
    PruneJudged *alone = &question.alone;
    HtolProved proved = {.failed = ""};
    alone->slots = &question.slots[0];
    proved.failed = prune_slots_find(subject, &question.slots[0]);
    if (!proved.failed) {
        alone->objectives = htol_expand(subject->arena, subject->rows, request->selection, &alone->n_objectives);
        place_question(&question, request);
        join_callees(&question, request);
        proved = recall_or_prove(&question, request);
    }
    prune_slots_clear(&question.slots[0]);
    prune_joined_clear(&question.joined);
    if (request->depth > 0 && question.is_placed)
        prune_slots_clear(&question.slots[1]);
    return proved;
}
