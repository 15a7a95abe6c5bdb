/* Which values an integer expression can have, as far as types and constants tell: an interval. It follows no
 * variable. */
#ifndef ANNOT_RANGE_H
#define ANNOT_RANGE_H

#include "annot/tree/tree.h"

/* The integers from `low` to `high`, both included. */
typedef struct {
    gboolean known; /* FALSE: not an integer, or one of more than 64 bits */
    __int128 low, high;
} AnnotRange;

/* Returns the range of the type's values. */
AnnotRange annot_range_of_type(const AnnotType *type);

/* Returns the range of the expression's values, where evaluating it is defined. */
AnnotRange annot_range(const AnnotExpr *expr);

/* Returns the range of what a binary operator or the unary - would give in arithmetic without bounds, from operands
 * within their types. */
AnnotRange annot_range_unbounded(const AnnotExpr *expr);

/* Returns the range of what the binary operator gives in arithmetic without bounds. */
AnnotRange annot_range_of(AnnotOp op, AnnotRange left, AnnotRange right);

/* Returns `value`, from -2^63 to 2^64 - 1, as a C literal, of type long long if that holds it. To be freed. */
char *annot_range_literal(__int128 value);

/* Whether the range is known and lies between `low` and `high`. */
gboolean annot_range_within(AnnotRange range, __int128 low, __int128 high);

#endif
