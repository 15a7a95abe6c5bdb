/* What can be proved of the objectives of a function: the steps of LClean. Uses formulas of slots; knows no C. */
#ifndef PRUNE_VERDICT_H
#define PRUNE_VERDICT_H

#include "htol/files/proof.h"
#include "prune/request.h"
#include "prune/slots.h"

/* Proves what it can of the subject's objectives; the result lives in the subject's arena. Never fails: objectives that
 * cannot be proved stay without a proof, and `failed` says why if there is a reason. */
HtolProved prune_function(const PruneSubject *subject, const PruneRequest *request);

#endif
