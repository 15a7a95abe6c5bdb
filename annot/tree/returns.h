/* Functions that surely return: their text has nothing that could leave or stay. */
#ifndef ANNOT_RETURNS_H
#define ANNOT_RETURNS_H

#include "annot/tree/tree.h"

/* Whether a call of a function with that body comes back, unless it traps: it has no loop, no jump, no asm, and calls
 * nothing that may not return. */
gboolean annot_body_returns(const AnnotStmt *body);

#endif
