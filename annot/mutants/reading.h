/* Unary operators inserted at values that are read: which expressions are operations, and the
 * probes that record which mutants differed. */
#ifndef ANNOT_READING_H
#define ANNOT_READING_H

#include "annot/mutants/operation.h"

/* Appends the operation that the expression met is, if it is a number that is read from an object, and its value is
 * used. */
void annot_reading_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Whether `type` is a type of numbers, truth values and enumerations included. */
gboolean annot_reading_is_number(const AnnotType *type);

/* Whether no operator may be inserted at the value that the expression reads, or its type is not known well enough. */
gboolean annot_reading_is_alone(const AnnotMet *met);

/* Puts the probe into the text: it compares the value that was read with what each inserted operator makes of it. */
void annot_reading_probe(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
