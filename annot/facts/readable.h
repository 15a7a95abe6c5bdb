/* Which variables could be read where another one is named, and nobody would notice: numbers of the same type that are
 * in scope there and hold a value. It mutates nothing. */
#ifndef ANNOT_READABLE_H
#define ANNOT_READABLE_H

#include "annot/tree/tree.h"

typedef struct AnnotReadables AnnotReadables;

/* Finds what can be read in a function with a body, which must outlive the result. Free with annot_readables_free. */
AnnotReadables *annot_readables_new(const AnnotText *text, const AnnotFunction *function);
void annot_readables_free(AnnotReadables *readables);

/* Returns the variables that could be read instead of `name`, a NAME of a variable in the function: const AnnotDecl, in
 * the order of their declarations. They are parameters, automatic variables assigned on every path, and the unit's
 * statics that the function names. Left out are volatile and atomic ones, those that may be missing from the program,
 * those whose name the function declares several times, statics declared in the function, and those that `whole`, the
 * outermost expression around `name`, changes by an operation that does not first read `name`. Free with
 * g_ptr_array_unref. */
GPtrArray *annot_readables_at(const AnnotReadables *readables, const AnnotExpr *name, const AnnotExpr *whole);

#endif
