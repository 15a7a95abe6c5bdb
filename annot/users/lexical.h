/* Whether a text can stand in the program as an expression without disturbing what follows it, before any
 * front end has seen it: brackets, literals, marks. It does not say whether it is one. */
#ifndef ANNOT_LEXICAL_H
#define ANNOT_LEXICAL_H

#include "annot/tree/tree.h"

/* Sets *found to the first thing in `text` that must not be there, with an offset from its first byte. Returns FALSE if
 * there is none. */
gboolean annot_find_disturbance(HtolArena *arena, const char *text, AnnotError *found);

#endif
