/* Which mutants one call of a function chooses from: those of an operator, of the operands that it reads, and the
 * negation of its value. A call for each took half as much text again. How they are written is not known here. */
#ifndef ANNOT_GATHER_H
#define ANNOT_GATHER_H

#include "annot/strong/change.h"

/* Returns the mutants of a function so that those which one call chooses from follow each other, and numbers them;
 * their `host` is set. Takes `changes`, where what goes around others comes before them: that remains so. */
GArray *annot_strong_gather(GArray *changes);

#endif
