/* The objects that expressions name without a pointer: variables, members of them, elements. Data flow is
 * recorded of them; which of them are told apart is variable.h's. */
#ifndef ANNOT_OBJECT_H
#define ANNOT_OBJECT_H

#include "annot/tree/tree.h"

/* Members of members that are told apart. */
enum { ANNOT_OBJECT_DEPTH = 6 };

typedef struct {
    const AnnotDecl *decl; /* a VARIABLE or a PARAMETER */
    guint n_members;
    const AnnotDecl *members[ANNOT_OBJECT_DEPTH]; /* FIELDs, from the outside in; none of a union */
    gboolean part;     /* not all of that: an element, half of a number, something inside a union's member */
    gboolean closed;   /* what it leads to has no members that are told apart: it is indexed, a union, too deep */
    gboolean is_fixed; /* volatile or atomic, or in such an object */
} AnnotObject;

/* The object that the expression, which is no conversion, names; FALSE if it names none. */
gboolean annot_object_of(const AnnotExpr *expr, AnnotObject *object);

/* The expression without parentheses and __extension__: what a conversion is of. */
const AnnotExpr *annot_object_bare(const AnnotExpr *expr);

/* Whether the expression is an array. A parameter that is declared as one is a pointer, though the front end
 * gives it the type as it is written. */
gboolean annot_is_array(const AnnotExpr *expr);

/* Whether the expression is an array that becomes a pointer to its first element. */
gboolean annot_is_decay(const AnnotExpr *expr);

/* How many elements the array has; 0 if it is not known, or if it is one at the end of a structure that may go on
 * behind it. */
guint64 annot_array_length(const AnnotExpr *array);

/* How often the expression names the variable; what stands in statements is not looked at. */
guint annot_mentions(const AnnotExpr *expr, const AnnotDecl *decl);

#endif
