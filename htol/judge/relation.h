/* Relations: the environments recorded for a label or a sequence, as a table of values; and the join that decides a
 * guarded conjunction over them. It knows neither the language nor where environments come from. */
#ifndef HTOL_RELATION_H
#define HTOL_RELATION_H

#include "htol/files/test_set.h"
#include "htol/lang/expr.h"

/* `rows` environments of `columns` values each, row after row. Without columns, rows > 0 says that it was covered. */
typedef struct {
    guint columns;
    gsize rows;
    const HtolValue *values;  /* rows * columns of them */
    const HtolTestSet *tests; /* of each row the tests that recorded it; NULL: nobody asked. A join does not */
} HtolRelation;

/* A guarded conjunction: one row of each member such that the guard holds. In the guard the variable v is column v of
 * all members' columns put side by side. The same relation may be a member several times. */
typedef struct {
    guint n_members;
    const HtolRelation *const *members; /* n_members of them */
    const HtolExpr *guard;              /* NULL: true */
} HtolJoin;

/* Whether some choice of rows satisfies the guard. If so and `witness` is not NULL, sets witness[i] to the row of
 * member i. *divided (may be NULL) becomes whether an error was met in the guard (see expr.h), which makes the guard
 * false there. Conjuncts are not evaluated in the guard's order, so it may be one that stopping early would have passed
 * by; and not all rows are looked at, so there may be others. */
gboolean htol_join(const HtolJoin *join, gsize *witness, gboolean *divided);

#endif
