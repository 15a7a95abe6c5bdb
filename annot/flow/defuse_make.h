/* Finds the accesses of a function, in every order in which they may be done, by one walk. What it holds, defuse.h
 * says. */
#ifndef ANNOT_DEFUSE_MAKE_H
#define ANNOT_DEFUSE_MAKE_H

#include "annot/flow/defuse.h"

/* Finds the accesses of a function with a body; to be freed with annot_defuse_free. `facts` know the nodes of its
 * expressions. `unknown`: what is UNKNOWN changes variables that outlive the activation or whose address is taken, so
 * that the order matters in which operands do that and name these. */
AnnotDefUse *annot_defuse_new(const AnnotText *text, const AnnotFunction *function, const AnnotFacts *facts,
                              gboolean unknown);

#endif
