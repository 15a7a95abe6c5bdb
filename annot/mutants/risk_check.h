/* The C text that finds out in which class of its risk an operation is, from the values of its operands,
 * without undefined behaviour and without a trap. It puts nothing into the program. */
#ifndef ANNOT_RISK_CHECK_H
#define ANNOT_RISK_CHECK_H

#include "annot/facts/range.h"
#include "annot/mutants/operation.h"

/* The values of operands, as C expressions without effects, each in the promoted type of the operand as written. */
typedef struct {
    const char *left;  /* of the left operand, or the object that ++ changes; not used where the check needs none */
    const char *right; /* a name: of the right operand, the index, the pointer or the only operand; NULL for ++ */
} AnnotRiskValues;

/* Returns statements that record the class of the values. Where the operation would fail, they tell the compiler that
 * the operand `changed` (a name or object; NULL: none) may have changed, so that it neither does the operation before
 * the class is recorded nor concludes that it never fails. To be freed. */
char *annot_risk_check(const AnnotProbe *probe, const AnnotOperation *operation, AnnotRiskValues values,
                       const char *changed);

/* Whether the check of the operation asks for the value of the left operand. */
gboolean annot_risk_needs_left(const AnnotOperation *operation);

/* Returns the type that the operator computes in; for a compound assignment and ++, the promoted type of its object. */
const AnnotType *annot_risk_type(const AnnotExpr *expr);

/* Return the width in bits of arithmetic in that type, at least that of int; and the range of its results. */
guint annot_risk_width(const AnnotType *type);
AnnotRange annot_risk_range(const AnnotType *type);

/* Returns the integers that the operation, a conversion to a type or bit-field, does not change. */
AnnotRange annot_risk_kept(const AnnotOperation *operation);

#endif
