/* Operators that may fail at run time: which are operations of kind HTOL_OPERATION_RISK, one for each risk of an
 * operator, and the probes that record how near they came. What is checked, risk_check.h says. */
#ifndef ANNOT_RISK_H
#define ANNOT_RISK_H

#include "annot/mutants/operation.h"

/* Appends to `operations` one for each risk of the expression that the walk has met: division by 0; overflow of signed
 * numbers by + - * / % ++ -- and the unary -; shifts by the width or more, and left shifts that lose bits or the sign;
 * indices of arrays whose length is known; use of a null pointer; conversions to integers that change the value, except
 * those between integers by a cast. None for what types and constants exclude. */
void annot_risk_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Puts the probe into the text: it records the class before the operator is evaluated, which may end the program.
 * Operands are evaluated once. */
void annot_risk_probe(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
