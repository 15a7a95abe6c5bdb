/* Comparisons: which are operations of kind HTOL_OPERATION_RELATION, and the probes that record their
 * classes. */
#ifndef ANNOT_RELATION_H
#define ANNOT_RELATION_H

#include "annot/mutants/operation.h"

/* Appends the operation that the expression is, if it compares scalars: <, >, <=, >=, == or !=. */
void annot_relation_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Puts the probe into the text: each operand is evaluated once, into a local of its promoted type; then both are
 * compared after the usual arithmetic conversions. */
void annot_relation_probe(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
