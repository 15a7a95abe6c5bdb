/* The objects that expressions name without a pointer: variables, members of them, elements. Data flow is
 * recorded of them; which of them are told apart is variable.h's. */
#ifndef ANNOT_OBJECT_H
#define ANNOT_OBJECT_H

#include "annot/tree/tree.h"

/* Depth of nesting up to which members of members are told apart. */
enum { ANNOT_OBJECT_DEPTH = 6 };

/* An object: a variable, and which member of it. */
typedef struct {
    const AnnotDecl *decl; /* a VARIABLE or a PARAMETER */
    guint n_members;
    const AnnotDecl *members[ANNOT_OBJECT_DEPTH]; /* FIELDs, from the outside in; none of a union */
    gboolean part;   /* only a part of that: an element, half of a complex number, something inside a union's member */
    gboolean closed; /* its members are not told apart: it is indexed, a union, or too deep */
    gboolean is_fixed; /* volatile or atomic, or in such an object */
} AnnotObject;

/* Sets *object to the object that `expr`, which is no conversion, names; FALSE if it names none. */
gboolean annot_object_of(const AnnotExpr *expr, AnnotObject *object);

/* Returns the expression without parentheses and __extension__ around it. */
const AnnotExpr *annot_object_bare(const AnnotExpr *expr);

/* Whether the expression is an array. A parameter that is declared as one is a pointer, though the front end
 * gives it the type as it is written. */
gboolean annot_is_array(const AnnotExpr *expr);

/* Whether the expression is an array that becomes a pointer to its first element. */
gboolean annot_is_decay(const AnnotExpr *expr);

/* Returns the number of elements of the array; 0 if it is unknown, or if the array ends a structure and may be longer
 * than declared. */
guint64 annot_array_length(const AnnotExpr *array);

/* Returns how often `expr` names the variable, without statement expressions in it. */
guint annot_mentions(const AnnotExpr *expr, const AnnotDecl *decl);

#endif
