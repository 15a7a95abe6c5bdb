/* Mutants of statements: one that is not executed, a call that is not made, another value that is returned. Which there
 * are, and how they are written. No records of a run tell that they change nothing. */
#ifndef ANNOT_STRONG_STATEMENT_H
#define ANNOT_STRONG_STATEMENT_H

#include "annot/strong/value.h"

/* Appends the mutants of the function's statements to `changes`; those that one returned expression has, in a row. An
 * assignment whose deletion is among `values`, AnnotChange of operations, is not deleted once more. */
void annot_strong_find_statements(const AnnotStrongInput *input, const GArray *values, GArray *changes);

/* Whether control may get into the statement elsewhere than at its beginning: by a label, or by a case. */
gboolean annot_strong_is_entered(const AnnotStmt *stmt);

/* Whether control may get into the statement at a case of a switch around it. */
gboolean annot_strong_is_entered_by_case(const AnnotStmt *stmt);

/* Writes a mutant of kind SKIP. */
void annot_strong_write_skip(const AnnotStrongWriter *writer, const AnnotChange *change);

/* Writes the `n` mutants, all of kind RETURNED and of the same expression. */
void annot_strong_write_returned(const AnnotStrongWriter *writer, const AnnotChange *changes, guint n);

#endif
