/* Operators as they stand in the text, for a libclang that does not tell them (before version 17). It knows where
 * operands end, and nothing else of the grammar. */
#ifndef ANNOT_OPERATOR_H
#define ANNOT_OPERATOR_H

#include "annot/tree/tree.h"

/* Returns the kind of the expression with two operands whose left one ends at `behind`: BINARY, ASSIGN, LOGICAL or
 * COMMA, and sets *op to its operator (compound assignments have that of their arithmetic, commas NONE). OTHER if no
 * such operator stands there. */
AnnotExprKind annot_operator_binary(const AnnotText *text, guint32 behind, AnnotOp *op);

/* Returns the unary operator of the expression at `at`, whose operand begins at `operand`; NONE of those that have none
 * (__real__). */
AnnotOp annot_operator_unary(const AnnotText *text, AnnotExtent at, guint32 operand);

#endif
