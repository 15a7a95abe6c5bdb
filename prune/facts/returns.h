/* Which functions of a unit surely return, whatever their arguments; which expressions are surely evaluated to their
 * ends. */
#ifndef PRUNE_RETURNS_H
#define PRUNE_RETURNS_H

#include "annot/tree/tree.h"

/* Whether the function is static, and nothing in it loops, jumps, traps or calls what may not return. */
gboolean prune_surely_returns(const AnnotTree *tree, const AnnotDecl *function);

/* Returns the unit's function that `function` declares; NULL if there is none or it could not be parsed. */
const AnnotFunction *prune_defined_function(const AnnotTree *tree, const AnnotDecl *function);

/* Returns the unit's static function that `function` declares; NULL if there is none or it could not be parsed. */
const AnnotFunction *prune_static_function(const AnnotTree *tree, const AnnotDecl *function);

/* Whether the expression, once begun, is surely evaluated to its end: nothing in it traps or calls what may not return.
 * TRUE if it is NULL. */
gboolean prune_surely_ends(const AnnotTree *tree, const AnnotExpr *expr);

#endif
