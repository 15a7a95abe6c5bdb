/* What can be proved of the objectives of a function: the steps of LClean. Uses formulas of slots; knows no C. */
#ifndef PRUNE_VERDICT_H
#define PRUNE_VERDICT_H

#include "htol/files/proof.h"
#include "prune/request.h"
#include "prune/slots.h"

/* Proves what it can; index and arena of the result are the subject's. Never fails: what cannot be proved is kept, and
 * `failed` says why if there is a reason. */
HtolProved prune_function(const PruneSubject *subject, const PruneRequest *request);

#endif
