/* Operands of one operator whose order of evaluation the language leaves open. Private to evaluate.c. */
#ifndef PRUNE_UNORDERED_H
#define PRUNE_UNORDERED_H

#include "prune/encode/encoder.h"

/* The operands of an operator while they are encoded. What one writes, another may read before or after; where one ends
 * the program, others may have been evaluated or not. On a single way they are evaluated in the order of their text. */
typedef struct {
    AnnotExpr *const *operands;
    guint n;
    PruneEffects *effects;       /* NULL: none of them writes */
    guint n_ending, ending;      /* how many operands may end the program; index of the last of them */
    PruneTerm base, path;        /* guard and path with which the first operand is begun, whichever that is */
    PruneTerm begun;             /* that the current operand is begun; NULL: none was yet */
    PruneTerm ended, ended_path; /* guard and path with which all operands so far came to their ends */
} PruneUnordered;

/* Begins a group of `n` operands in the encoder's present state; `operands` must outlive it. End it with
 * prune_unordered_end. */
PruneUnordered prune_unordered_new(PruneEncoder *encoder, AnnotExpr *const *operands, guint n);

/* Prepares the state for operand `i`, which the caller evaluates next. Each operand is evaluated once, in any order. */
void prune_unordered_before(PruneEncoder *encoder, PruneUnordered *group, guint i);

/* Ends the group, after all operands. */
void prune_unordered_end(PruneEncoder *encoder, PruneUnordered *group);

#endif
