/* C's operators on bits, as the machine does them. They know nothing of where operands come from. */
#ifndef PRUNE_OPERATE_H
#define PRUNE_OPERATE_H

#include "annot/tree/tree.h"
#include "prune/logic.h"

/* l < r and the like, where both are converted to one type, `type`. NULL if the operator is none of these, or nothing
 * is known of an operand. */
PruneTerm prune_compare(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right);

/* l + r and the like in an integer type, to which both are converted, but the right operand of a shift, which has its
 * own. NULL as above. What the machine may do one way or the other (division by 0, shifts by more than the width) has
 * any value. */
PruneTerm prune_compute(PruneLogic *logic, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right);

/* `bits` of one type in another; NULL of NULL, and if either type has none. */
PruneTerm prune_convert(PruneLogic *logic, PruneTerm bits, const AnnotType *from, const AnnotType *to);

/* The type in which a compound assignment to `left` computes; NULL: in none that has bits. `out` has room for it. */
const AnnotType *prune_common_type(AnnotOp op, const AnnotType *left, const AnnotType *right, AnnotType *out);

#endif
