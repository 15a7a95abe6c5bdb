/* Statements deleted, where that is an assignment to an object whose value before it is known to be
 * one: which expressions are operations, and the probes that record whether they changed the object. */
#ifndef ANNOT_DELETION_H
#define ANNOT_DELETION_H

#include "annot/mutants/mutant.h"

/* Appends the operation that the expression is, if its value is not used and it assigns to a number or a
 * pointer, and does nothing else. */
void annot_deletion_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

void annot_deletion_probe(const AnnotProbe *probe, const AnnotOperation *operation);

/* Whether the expression is such an assignment. Then sets *stored to what becomes of the object's value, and *computed,
 * mutants apart. */
gboolean annot_deletion_is_judged(const AnnotMet *met, AnnotMet *stored, AnnotComputed *computed);

/* Puts around it what has mutants judged by the object's value before, that behind, and then by `more`, if that is not
 * NULL. */
void annot_deletion_around(const AnnotProbe *probe, const AnnotOperation *operation, AnnotJudge judge,
                           const char *more);

#endif
