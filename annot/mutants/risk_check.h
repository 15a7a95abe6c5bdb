/* The C text that finds out in which class of its risk an operation is, from the values of its operands,
 * without undefined behaviour and without a trap. It puts nothing into the program. */
#ifndef ANNOT_RISK_CHECK_H
#define ANNOT_RISK_CHECK_H

#include "annot/facts/range.h"
#include "annot/mutants/operation.h"

/* The values that are there, as C expressions without effects; the value of one is in the type of the operand
 * as it is written, promoted. */
typedef struct {
    const char *left;  /* of the left operand, of what ++ changes; not read where the check needs none */
    const char *right; /* of the right operand, the index, the pointer, the only operand; a name. NULL of ++ */
} AnnotRiskValues;

/* Statements that record the class of the values. If what must not happen does, the operand `changed` (a name
 * or object; NULL: none) is said to have changed then: compilers cannot do the operation before the class is
 * recorded, nor conclude that this never happens. To be freed. */
char *annot_risk_check(const AnnotProbe *probe, const AnnotOperation *operation, AnnotRiskValues values,
                       const char *changed);

/* Whether the check of the operation asks for the value of the left operand. */
gboolean annot_risk_needs_left(const AnnotOperation *operation);

/* The type that the operator computes in: of a compound assignment and ++, that which its object is promoted
 * to. */
const AnnotType *annot_risk_type(const AnnotExpr *expr);

/* The width of the arithmetic of that type: at least that of int; and what it can give. */
guint annot_risk_width(const AnnotType *type);
AnnotRange annot_risk_range(const AnnotType *type);

/* The integers that a conversion to the type, or to the bit-field, keeps. */
AnnotRange annot_risk_kept(const AnnotOperation *operation);

#endif
