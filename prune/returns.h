/* Which functions of a unit come back to where they were called, whatever they are called with; which expressions are
 * evaluated to their ends. */
#ifndef PRUNE_RETURNS_H
#define PRUNE_RETURNS_H

#include "annot/tree/tree.h"

/* Whether the function is static, and nothing in it loops, jumps, traps or calls what may not come back. */
gboolean prune_surely_returns(const AnnotTree *tree, const AnnotDecl *function);

/* The static function of the unit that is declared so, if it could be parsed; else NULL. */
const AnnotFunction *prune_static_function(const AnnotTree *tree, const AnnotDecl *function);

/* Whether the expression, once begun, is surely evaluated to its end: nothing in it traps or calls what may not come
 * back. NULL is. */
gboolean prune_surely_ends(const AnnotTree *tree, const AnnotExpr *expr);

#endif
