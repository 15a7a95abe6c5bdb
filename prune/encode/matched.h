/* Calls that both regions of a pair make: those of the region with the mutant get the results that the program's got,
 * as long as the same functions are called in the same order with equal arguments, and find equal memory. It runs no
 * regions, and follows no call.
 *
 * That a call does the same needs no more: up to the first call that differs both have done the same, and what is
 * called is not changed, or holds the region itself, in a run that ended before.
 */
#ifndef PRUNE_MATCHED_H
#define PRUNE_MATCHED_H

#include "prune/encode/encoder.h"

/* Prepares for the regions in the program and with the mutant; to be freed. */
PruneMatching *prune_matching_new(PruneEncoder *encoder, const AnnotStmt *program, const AnnotStmt *mutant);
void prune_matching_free(PruneMatching *matching);

/* Begins the region in the program (0), then the one with the mutant (1). */
void prune_matching_begin(PruneMatching *matching, guint side);

/* Encodes a call that is not run through, whose operands have these values, at the encoder's point in a region; returns
 * what is known of its value. */
PruneOutcome prune_match_call(PruneEncoder *encoder, const AnnotExpr *call, const PruneTerm *bits);

/* Forgets what the operand, which is evaluated next, may read: calls in another one come before it or behind it, nobody
 * knows which. Where both regions evaluate it in equal memory, they read the same. */
void prune_match_disorder(PruneEncoder *encoder, const AnnotExpr *operand);

/* Whether the operand changes nothing that is not private but by calls that are not run through. */
gboolean prune_only_calls(const PruneEncoder *encoder, const AnnotExpr *operand);

/* Whether calls of the function are run through in regions: one that loops is known by what it is handed. */
gboolean prune_is_straight(const AnnotFunction *callee);

/* Returns how many calls the region has made so far, in the order of its text. */
guint prune_matching_position(const PruneMatching *matching);

/* When both regions were run: returns how many of the first `position` calls of the region, 0 or 1, are calls of the
 * other one, too. */
guint prune_matching_common(const PruneMatching *matching, guint side, guint position);

/* When both were run: makes the truth that they call other functions, with other arguments, or in other memory. */
PruneTerm prune_matching_differs(PruneMatching *matching);

/* Returns the variable of the program's region that the variable of the other one stands for, or `variable`. */
const AnnotDecl *prune_matching_twin(const PruneMatching *matching, const AnnotDecl *variable);

/* Returns the address that `expr` converts a string literal or the name of a function to, the same in both regions;
 * NULL: it converts neither. */
PruneTerm prune_matched_address(PruneEncoder *encoder, const AnnotExpr *expr);

/* Makes the address of a member or element of what lies at `whole`; NULL: it is not known. */
PruneTerm prune_part_address(PruneEncoder *encoder, const PrunePlace *place, PruneTerm whole);

#endif
