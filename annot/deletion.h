/* Statements deleted (SDL), where that is an assignment to an object whose value before it is known to be
 * one: which expressions are operations, and the probes that record whether they changed the object. */
#ifndef ANNOT_DELETION_H
#define ANNOT_DELETION_H

#include "annot/operation.h"

/* Appends the operation that the expression is, if its value is not used and it assigns to a number or a
 * pointer, and does nothing else. */
void annot_deletion_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

void annot_deletion_probe(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
