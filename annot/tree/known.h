/* What is known of functions of the compilers and of the standard library by their names alone. What the
 * user's own text says of a function, the tree tells. */
#ifndef ANNOT_KNOWN_H
#define ANNOT_KNOWN_H

#include <glib.h>

/* Whether compilers keep such names for themselves. */
gboolean annot_is_builtin(const char *function);

/* Whether the builtin function may not return. */
gboolean annot_builtin_leaves(const char *function);

/* The function of the standard library that the builtin stands for, memcpy for __builtin_memcpy; NULL if it stands for
 * none. */
const char *annot_builtin_library(const char *function);

/* Which arguments an attribute from `list` to `end` is about: of `nonnull (1, 3)` bits 0 and 2; without a list, all. */
guint64 annot_nonnull_arguments(const char *list, const char *end);

/* Functions of the standard library that return whatever they are given: a new block behind each call would
 * cost and tell nothing. */
gboolean annot_known_to_return(const char *function);

/* Functions that come back once more where they were called: setjmp, vfork and the like. A call of one may stand in
 * few places only. */
gboolean annot_returns_twice(const char *function);

/* Functions without side effects, and what their arguments must be. */
typedef enum {
    ANNOT_EFFECTS_UNKNOWN,
    ANNOT_PURE,              /* takes whatever its parameters' types hold */
    ANNOT_PURE_OF_NONZERO,   /* its argument is not 0 */
    ANNOT_PURE_OF_NEGATABLE, /* its argument is not the least of its type */
    ANNOT_PURE_OF_CHARACTER, /* its argument is an unsigned char or -1 */
    ANNOT_PURE_OF_OBJECTS    /* its pointers are not null */
} AnnotPure;

/* For names that gcc and clang both know, with or without __builtin_. One that sets errno has effects. */
AnnotPure annot_known_pure(const char *function);

#endif
