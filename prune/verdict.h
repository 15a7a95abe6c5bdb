/* What can be proved of the objectives of a function: the steps of LClean. Uses formulas of slots; knows no C. */
#ifndef PRUNE_VERDICT_H
#define PRUNE_VERDICT_H

#include "htol/notes/proof.h"
#include "prune/objectives/request.h"
#include "prune/objectives/slots.h"

/* Proves what it can of the subject's objectives; the result lives in the subject's arena. Never fails: objectives that
 * cannot be proved stay without a proof, and `failed` says why if there is a reason. */
HtolProved prune_function(const PruneSubject *subject, const PruneRequest *request);

#endif
