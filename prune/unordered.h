/* Operands of one operator that are evaluated in an order which the language leaves open. Private to evaluate.c. */
#ifndef PRUNE_UNORDERED_H
#define PRUNE_UNORDERED_H

#include "prune/encoder.h"

/* Operands of one operator, whose order is open: what one writes, another may read before or after; where one ends the
 * program, others may have been evaluated or not. */
typedef struct {
    AnnotExpr *const *operands;
    guint n;
    PruneEffects *effects;       /* NULL: none of them writes */
    guint n_ending, ending;      /* how many may end the program; the last of them */
    PruneTerm base, path;        /* that the first one is begun, whichever that is */
    PruneTerm begun;             /* that the one at hand is; NULL: none was yet */
    PruneTerm ended, ended_path; /* that those so far came to their ends */
} PruneUnordered;

/* In the state as it is; `operands` must outlive it. To be ended. */
PruneUnordered prune_unordered_new(PruneEncoder *encoder, AnnotExpr *const *operands, guint n);

/* Each operand is evaluated once, in any order, behind a call of this with its number. */
void prune_unordered_before(PruneEncoder *encoder, PruneUnordered *group, guint i);

/* Behind all of them. */
void prune_unordered_end(PruneEncoder *encoder, PruneUnordered *group);

#endif
