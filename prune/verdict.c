/* The steps for one function; see verdict.h. */
#include "prune/verdict.h"

#include "htol/eval.h"
#include "prune/infeasible.h"
#include "prune/key.h"
#include "prune/prover.h"
#include "prune/subsumed.h"

/* Asks the solver. */
static HtolProved prove(PruneJudged *judged, const PruneRequest *request)
{
    const PruneSubject *subject = judged->subject;
    g_autoptr(GArray) proofs = g_array_new(FALSE, FALSE, sizeof(HtolProof));
    judged->prover = prune_prover_new(subject->logic, request->patience);
    if (request->steps & PRUNE_STEP_INFEASIBLE)
        prune_infeasible(judged, proofs);
    if (request->steps & (PRUNE_STEP_TRIVIAL | PRUNE_STEP_SUBSUMED))
        prune_subsumed(judged, request->steps, proofs);
    HtolProved proved = {.failed = "",
                         .questions = prune_questions(judged->prover),
                         .unanswered = prune_unanswered(judged->prover),
                         .n_proofs = proofs->len};
    proved.proofs = htol_arena_memdup(subject->arena, proofs->data, proofs->len * sizeof(HtolProof));
    prune_prover_free(judged->prover);
    return proved;
}

static gboolean recall(const PruneSubject *subject, const PruneRequest *request, const char *key, HtolProved *proved)
{
    guint n = 0;
    g_autofree char *line = prune_cache_find(request->cache, key, request->patience);
    const HtolProved *found = line ? htol_proved_read(subject->arena, line, &n, NULL) : NULL;
    if (!found || n != 1)
        return FALSE;
    *proved = *found;
    proved->known = TRUE;
    return TRUE;
}

static void keep(const PruneRequest *request, const char *key, const HtolProved *proved)
{
    g_autoptr(GString) line = g_string_new(NULL);
    htol_proved_write(proved, line);
    prune_cache_keep(request->cache, key, proved->unanswered > 0 ? request->patience : prune_endless, line->str);
}

static HtolProved recall_or_prove(PruneJudged *judged, const PruneRequest *request)
{
    HtolProved proved;
    g_autofree char *key = request->cache ? prune_key(judged, request->steps) : NULL;
    if (key && recall(judged->subject, request, key, &proved))
        return proved;
    proved = prove(judged, request);
    if (key)
        keep(request, key, &proved);
    return proved;
}

HtolProved prune_function(const PruneSubject *subject, const PruneRequest *request)
{
    PruneSlots slots;
    PruneJudged judged = {.subject = subject, .selection = request->selection, .slots = &slots};
    const char *why = prune_slots_find(subject, &slots);
    judged.objectives = htol_expand(subject->arena, subject->rows, request->selection, &judged.n_objectives);
    HtolProved proved = why ? (HtolProved){.failed = why} : recall_or_prove(&judged, request);
    prune_slots_clear(&slots);
    return proved;
}
