/* Variables replaced by others, where they are read and where they are assigned to: which expressions are
 * operations, and the probes that record which mutants differed. */
#ifndef ANNOT_REPLACEMENT_H
#define ANNOT_REPLACEMENT_H

#include "annot/mutants/operation.h"

/* Appends operations that the expression is, if it is a number that is read from a variable, and there are others. */
void annot_replacement_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

void annot_replacement_probe(const AnnotProbe *probe, const AnnotOperation *operation);

/* Appends operations that the expression is, if its value is not used, it does nothing but assign to a variable that
 * is known to hold a value before, and there are others. */
void annot_replacement_find_target(const AnnotText *text, const AnnotMet *met, GArray *operations);

void annot_replacement_probe_target(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
