/* What keeps a compiler from knowing that a variable holds no value yet. A label may stand where one is not
 * set; a compiler that sees it read would draw conclusions about the program around it. */
#ifndef ANNOT_OPAQUE_H
#define ANNOT_OPAQUE_H

#include "annot/facts/facts.h"

/* Returns C statements, in the arena, that change nothing, but behind which a compiler must assume a fixed value in
 * each variable that `expr` reads and that may hold none by `assigned` of `facts`. NULL if there is no such variable.
 */
const char *annot_opaque(HtolArena *arena, const AnnotFacts *facts, const AnnotExpr *expr);

#endif
