/* Signs of values: which expressions are operations of kind HTOL_OPERATION_SIGN, and the probes that record
 * theirs. */
#ifndef ANNOT_SIGN_H
#define ANNOT_SIGN_H

#include "annot/mutants/operation.h"

/* Appends the operation that the expression is, if it is a number (an integer other than a truth value or an
 * enumerator, or floating point) that is read from an object or that a call returned, and of which more than
 * the truth is used. */
void annot_sign_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Puts the probe into the text: the value is evaluated once, into a local, and the slot of the
 * class of its sign is set. */
void annot_sign_probe(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
