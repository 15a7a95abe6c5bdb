/* Variables replaced by others, where they are read and where they are assigned to: which expressions are
 * operations, and the probes that record which mutants differed. */
#ifndef ANNOT_REPLACEMENT_H
#define ANNOT_REPLACEMENT_H

#include "annot/mutants/operation.h"

/* Appends operations for the expression met, if it is a number that is read from a variable, and other variables could
 * be read there. */
void annot_replacement_find(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Puts the probe into the text: it compares the value that was read with those of the other variables. */
void annot_replacement_probe(const AnnotProbe *probe, const AnnotOperation *operation);

/* Appends operations for the expression met, if it does nothing but assign to a variable that surely holds a value
 * before, its own value is not used, and there are other variables to assign to. */
void annot_replacement_find_target(const AnnotText *text, const AnnotMet *met, GArray *operations);

/* Puts the probe into the text: behind the assignment it compares what the variable held before, what it holds now, and
 * what each other variable holds: a mutant would have left the first and stored into the other. */
void annot_replacement_probe_target(const AnnotProbe *probe, const AnnotOperation *operation);

#endif
