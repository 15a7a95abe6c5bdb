/* Where the order in which C lets operands be evaluated matters, to definitions and uses and to what is inserted; it
 * does not say which order a compiler chooses. */
#ifndef ANNOT_ORDER_H
#define ANNOT_ORDER_H

#include "annot/tree/tree.h"

/* Whether one operand of `expr` may change a variable that another one names. It may if it assigns to it; and if it
 * does something unknown, `taken` is not NULL, and the variable is static or in `taken`: the set of const AnnotDecl
 * whose address is taken. */
gboolean annot_operands_disturb(const AnnotExpr *expr, GHashTable *taken);

/* Whether a call of the function, which may be NULL, changes nothing that variables name. */
gboolean annot_is_quiet_call(const AnnotDecl *function);

/* Whether a call of the function evaluates nothing, or has operands that are no values. */
gboolean annot_has_no_values(const AnnotDecl *function);

/* Whether it is open which of two operands is evaluated first, compilers choose otherwise than from
 * left to right, and that may be noticed: gcc reads a variable on the left last, and evaluates what is left
 * of a comma on the right first. Then the left operand cannot be read into a local before. */
gboolean annot_order_is_open(const AnnotExpr *left, const AnnotExpr *right);

#endif
