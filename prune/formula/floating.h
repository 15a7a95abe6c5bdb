/* Floating-point numbers of 32 and 64 bits as vectors of those bits, with the arithmetic of IEEE 754 that Z3 knows,
 * rounding to nearest. Which NaN comes of an operation is not said: one is as good as another. */
#ifndef PRUNE_FLOATING_H
#define PRUNE_FLOATING_H

#include "annot/tree/tree.h"
#include "prune/formula/logic.h"

/* Whether the type is that of such numbers. */
gboolean prune_is_floating(const AnnotType *type);

/* Makes the number `value`, in the type. */
PruneTerm prune_floating_number(PruneLogic *logic, const AnnotType *type, double value);

/* Makes the truth of a comparison. NULL: `op` is none. */
PruneTerm prune_floating_compare(PruneLogic *logic, AnnotOp op, PruneTerm left, PruneTerm right);

/* Make the truths that the number is neither 0 nor -0; that it is no number. */
PruneTerm prune_floating_is_true(PruneLogic *logic, PruneTerm bits);
PruneTerm prune_floating_is_nan(PruneLogic *logic, PruneTerm bits);

/* Computes `left op right`, which have one width. NULL: C has no such operator for them. */
PruneTerm prune_floating_compute(PruneLogic *logic, AnnotOp op, PruneTerm left, PruneTerm right);

/* Makes the number with the other sign. */
PruneTerm prune_floating_negate(PruneLogic *logic, PruneTerm bits);

/* Converts between types, one of which is floating. What does not fit into an integer becomes any number: that is not
 * defined. */
PruneTerm prune_floating_convert(PruneLogic *logic, PruneTerm bits, const AnnotType *from, const AnnotType *to);

#endif
