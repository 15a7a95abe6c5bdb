/* Which variables could be read where another one is named, and nobody would notice: numbers of the same type that are
 * in scope there and hold a value. It mutates nothing. */
#ifndef ANNOT_READABLE_H
#define ANNOT_READABLE_H

#include "annot/tree/tree.h"

typedef struct AnnotReadables AnnotReadables;

/* Finds what can be read in a function with a body, which must outlive the result. Free with annot_readables_free. */
AnnotReadables *annot_readables_new(const AnnotText *text, const AnnotFunction *function);
void annot_readables_free(AnnotReadables *readables);

/* For a NAME of a variable in the function: const AnnotDecl of the others, in the order of their declarations;
 * parameters, automatic variables that were assigned on every path, and static ones of the unit that the function names
 * somewhere. Left out are those that are volatile, atomic or may be missing from the program, those whose name has
 * several declarations in the function, statics that are declared in it, and what `whole`, the expression around the
 * name that stands in no other one, changes without having read the name before. Free with g_ptr_array_unref. */
GPtrArray *annot_readables_at(const AnnotReadables *readables, const AnnotExpr *name, const AnnotExpr *whole);

#endif
