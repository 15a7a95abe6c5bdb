/* Deletion of statements that assign to an object which surely holds a value before: which expressions are operations,
 * and the probes that record whether they changed the object. */
#ifndef ANNOT_DELETION_H
#define ANNOT_DELETION_H

#include "annot/mutants/mutant.h"

/* Appends the operation that the expression is, if its value is not used and it assigns to a number or a
 * pointer, and does nothing else. */
void annot_deletion_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Puts the probe into the text: it copies the object before the operation and compares it behind. */
void annot_deletion_probe(const AnnotProbe *probe, const AnnotOperation *operation);

/* Whether the expression met is an assignment whose deletion can be judged. If so, sets *stored to what becomes of the
 * object's value, and *computed except for its mutants. */
gboolean annot_deletion_is_judged(const AnnotMet *met, AnnotMet *stored, AnnotComputed *computed);

/* Puts text around the operation that has mutants judged by the object's values before and behind it, and then by
 * `more` if that is not NULL. */
void annot_deletion_around(const AnnotProbe *probe, const AnnotOperation *operation, AnnotJudge judge,
                           const char *more);

#endif
