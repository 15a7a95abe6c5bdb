/* Proofs of a function in the cache: found there, or kept for the next time. What their key is made of is known to who
 * asks. */
#ifndef PRUNE_RECALL_H
#define PRUNE_RECALL_H

#include "htol/notes/proof.h"
#include "prune/objectives/request.h"

/* Whether proofs were kept under the key, with the request's patience at least; *proved is then set to them, in the
 * arena. `key` may be NULL: nothing is known. */
gboolean prune_recall(HtolArena *arena, const PruneRequest *request, const char *key, HtolProved *proved);

/* Keeps what was proved. If questions are open, it is not found again by who has more patience. `key` may be NULL. */
void prune_keep(const PruneRequest *request, const char *key, const HtolProved *proved);

#endif
