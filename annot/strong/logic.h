/* Mutants of decisions: && and || replaced, conditions negated. Which there are, and how they are written. */
#ifndef ANNOT_STRONG_LOGIC_H
#define ANNOT_STRONG_LOGIC_H

#include "annot/strong/value.h"

/* Appends the mutants of the function's decisions to `changes`: of each && and || all in a row, then those of its
 * operands. */
void annot_strong_find_logic(const AnnotStrongInput *input, GArray *changes);

/* Writes the `n` mutants, all of kind LOGIC and of the same && or ||. */
void annot_strong_write_logic(const AnnotStrongWriter *writer, const AnnotChange *changes, guint n);

/* Writes a mutant of kind NOT. */
void annot_strong_write_not(const AnnotStrongWriter *writer, const AnnotChange *change);

#endif
