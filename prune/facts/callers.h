/* Which calls enter the static functions of a unit, as far as its text shows. It follows no values, and knows nothing
 * of other units. */
#ifndef PRUNE_CALLERS_H
#define PRUNE_CALLERS_H

#include "annot/tree/tree.h"

/* A call of a function, and the function whose text it is in. */
typedef struct {
    const AnnotFunction *caller;
    const AnnotExpr *expr; /* a CALL */
} PruneCallSite;

typedef struct PruneCallers PruneCallers;

/* Finds all calls of the unit; text and tree must outlive the result. To be freed. */
PruneCallers *prune_callers_new(const AnnotText *text, const AnnotTree *tree);
void prune_callers_free(PruneCallers *callers);

/* Returns all calls of `function`, PruneCallSite in the order of the text. NULL if it is not static, or may be entered
 * other than by a call that the text shows. */
const GArray *prune_callers_of(const PruneCallers *callers, const AnnotFunction *function);

#endif
