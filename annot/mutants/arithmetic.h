/* Binary operators replaced by others of their kind, and by their operands: which expressions
 * are operations, and the probes that record which mutants differed. */
#ifndef ANNOT_ARITHMETIC_H
#define ANNOT_ARITHMETIC_H

#include "annot/mutants/mutant.h"

/* Appends the operation that the expression is, if it is one of + - * / % & | ^ << >> on numbers, or adds a
 * number to a pointer. */
void annot_arithmetic_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Puts the probe into the text: each operand is evaluated once, into a local; then the operator's value is computed and
 * the mutants are compared with it. */
void annot_arithmetic_probe(const AnnotProbe *probe, const AnnotOperation *operation);

/* Returns the type in which `expr`, a binary operator or comparison of numbers, computes; of size 0 if it is none. */
AnnotNumber annot_arithmetic_type(const AnnotExpr *expr);

/* Returns the C of such an operator in `type`, over the names a and b; of a shift, over a and n. The result is static.
 */
const AnnotJudged *annot_arithmetic_judged(const AnnotExpr *expr, AnnotNumber type);

#endif
