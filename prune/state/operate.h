/* C's operators on bits, as the machine does them. They know nothing of where operands come from. */
#ifndef PRUNE_OPERATE_H
#define PRUNE_OPERATE_H

#include "annot/tree/tree.h"
#include "prune/formula/logic.h"

/* Returns the truth of a comparison (< <= > >= == !=) of `left` and `right`, both already converted to `type`. NULL if
 * `op` is no comparison, or an operand is NULL. */
PruneTerm prune_compare(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right);

/* Returns the bits of an arithmetic, bitwise or shift operation in `type`, an integer type that both operands are
 * already converted to; the right operand of a shift has a type of its own. NULL if `op` is none of these, or an
 * operand is NULL. Where machines differ (division by 0, shift by more than the width) the result has any value. */
PruneTerm prune_compute(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right);

/* Makes the truth that C defines the value of `left op right` in `type`: signed numbers do not overflow. NULL: it is
 * not known when, or always. */
PruneTerm prune_is_defined(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right);

/* Makes the truth that only the highest bit is set. */
PruneTerm prune_is_least(PruneLogic *logic, PruneTerm bits);

/* Makes the truth that the operator has a value: not a division by 0, or of the least number by -1, nor a shift by the
 * width or more. */
PruneTerm prune_has_value(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right);

/* Converts `bits` from type `from` to type `to`. NULL if `bits` is NULL or a type has no bits (prune_has_bits). */
PruneTerm prune_convert(PruneLogic *logic, PruneTerm bits, const AnnotType *from, const AnnotType *to);

/* Returns the type in which the compound assignment `left` `op`= `right` computes, by the usual arithmetic conversions;
 * NULL if it has no bits. `out` is room for a type that must be made. */
const AnnotType *prune_common_type(AnnotOp op, const AnnotType *left, const AnnotType *right, AnnotType *out);

#endif
