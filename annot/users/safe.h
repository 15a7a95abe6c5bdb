/* How to evaluate a user's expression so that it cannot trap: a condition to be tested before, and the
 * expression itself, rewritten where a condition would forbid what compilers define. It knows operators and
 * types; what a pointer that is not null points to it does not know, nor how much, except for arrays, nor
 * whether it is aligned. */
#ifndef ANNOT_SAFE_H
#define ANNOT_SAFE_H

#include "annot/tree/tree.h"

/* The most bytes that a condition may have. */
enum { ANNOT_SAFE_MOST = 64 << 10 };

/* A safe way to evaluate an expression. Its texts lie in the arena of the caller. */
typedef struct {
    const char *code;      /* C: the expression, with the value that it has in the user's text */
    const char *condition; /* C: whether `code` can be evaluated without a trap; does not trap either. NULL: always */
} AnnotSafe;

/* Fills *safe for `expr`, which has no side effects and a place in `text`. FALSE if the condition would be longer than
 * ANNOT_SAFE_MOST.
 *
 * The condition is false where evaluation would divide by zero; leave the range of a signed type (a quotient
 * too); shift by less than zero or by the width of the type or more; use what a null pointer points to or a
 * weak object that is missing, or calculate with one; index outside of an array whose length is known, or
 * wrap an address around; convert a floating-point number to an integer type that cannot hold its integral
 * part; or pass to a function what its declaration (nonnull) or annot/tree/known.h forbids. A division of
 * floating-point numbers is always defined, and a signed left shift becomes that of the unsigned type, as gcc
 * and clang define it. */
gboolean annot_safe(HtolArena *arena, const AnnotText *text, const AnnotExpr *expr, AnnotSafe *safe);

#endif
