/* Constants replaced, where an operator has one for an operand: which expressions are operations, and
 * the probes that record for which constants in its place the operator's value differed. */
#ifndef ANNOT_CONSTANT_H
#define ANNOT_CONSTANT_H

#include "annot/mutants/operation.h"

/* Appends the operation that the expression is, if it is an arithmetic or bitwise operator, a shift or a
 * comparison of numbers, one of which is a constant whose value is known. */
void annot_constant_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Puts the probe into the text: the operand that is no constant is evaluated once; the operator's values with other
 * constants are compared with the value that it has. */
void annot_constant_probe(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
