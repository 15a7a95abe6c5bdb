/* Preconditions that users wrote above functions: `//! assume n > 0 && buf != NULL`. It finds their text; what they
 * say is C, which the harness compiles. */
#ifndef GENERATE_ASSUMED_H
#define GENERATE_ASSUMED_H

#include "htol/base/arena.h"

/* Returns C text, the conjunction of all that is assumed in the comments right above line `line` of the source, the one
 * with the function's name; in the arena. NULL: nothing is. */
const char *generate_assumed(HtolArena *arena, const char *source, guint line);

#endif
