/* What is known of functions of the compilers and of the standard library by their names alone. What the
 * user's own text says of a function, the tree tells. */
#ifndef ANNOT_KNOWN_H
#define ANNOT_KNOWN_H

#include <glib.h>

/* Whether the name is reserved for builtin functions of compilers. */
gboolean annot_is_builtin(const char *function);

/* Whether the builtin function may not return. */
gboolean annot_builtin_leaves(const char *function);

/* Returns the function of the standard library that the builtin stands for: memcpy for __builtin_memcpy. NULL if there
 * is none. */
const char *annot_builtin_library(const char *function);

/* Returns a bit for each argument in the attribute's list from `list` to `end`: bits 0 and 2 for `nonnull (1, 3)`, all
 * bits without a list. */
guint64 annot_nonnull_arguments(const char *list, const char *end);

/* Whether it is a function of the standard library that always returns: a new block behind each call would cost a slot
 * and tell nothing. */
gboolean annot_known_to_return(const char *function);

/* Whether the function may return twice, as setjmp and vfork do. C allows a call of one in few places only. */
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

/* Says whether the function is pure, for names that gcc and clang both know, with or without __builtin_. A function
 * that sets errno is not. */
AnnotPure annot_known_pure(const char *function);

#endif
