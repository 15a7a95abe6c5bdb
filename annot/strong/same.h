/* Which mutants of a function do the same in any run, whatever else the program does: they are one program, written by
 * several operators or at several places, and need to run once. What only holds because of values that the program has
 * before it is changed is not asked: behind its first difference a mutant has others.
 *
 * Source: Ammann, Delamaro, Offutt, "Establishing theoretical minimal sets of mutants", ICST 2014, call them
 * indistinguished; Kaminski, Ammann, Offutt, "Better predicate testing", AST 2011, has those of comparisons. */
#ifndef ANNOT_SAME_H
#define ANNOT_SAME_H

#include "annot/strong/change.h"

/* Fills in `same` of the function's mutants (AnnotChange), which have their numbers. */
void annot_same_find(const AnnotFunction *function, GArray *changes);

#endif
