/* Which calls enter the static functions of a unit, as far as its text shows. It follows no values, and knows nothing
 * of other units. */
#ifndef PRUNE_CALLERS_H
#define PRUNE_CALLERS_H

#include "annot/tree/tree.h"

typedef struct {
    const AnnotFunction *caller;
    const AnnotExpr *expr; /* a CALL */
} PruneCallSite;

typedef struct PruneCallers PruneCallers;

/* Looks through the whole unit, once; text and tree must outlive the result. */
PruneCallers *prune_callers_new(const AnnotText *text, const AnnotTree *tree);
void prune_callers_free(PruneCallers *callers);

/* All calls of the function: PruneCallSite, in the order of the text. NULL if it is not static, or may be entered
 * otherwise than by them. */
const GArray *prune_callers_of(const PruneCallers *callers, const AnnotFunction *function);

#endif
