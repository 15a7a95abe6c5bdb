/* What keeps a compiler from knowing that a variable holds no value yet. A label may stand where one is not
 * set; a compiler that sees it read would draw conclusions about the program around it. */
#ifndef ANNOT_OPAQUE_H
#define ANNOT_OPAQUE_H

#include "annot/facts/facts.h"

/* C statements that change nothing, but behind which all variables hold some value, always the same, which
 * the expression reads and which, `assigned` of `facts` says, may not hold one. In
 * the arena; NULL if there is none. */
const char *annot_opaque(HtolArena *arena, const AnnotFacts *facts, const AnnotExpr *expr);

#endif
