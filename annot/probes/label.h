/* Puts the probes of users' labels into the text: what evaluates predicates and bindings and records that
 * labels were covered, with which values, and in which sequences. What happens where is step.h's. */
#ifndef ANNOT_LABEL_H
#define ANNOT_LABEL_H

#include "annot/probes/probe.h"
#include "annot/users/step.h"

/* Puts in the probes of function number `function` of the tree. Call it before annot_probe_function, so that what both
 * put around a statement nests. */
void annot_label_function(const AnnotProbe *probe, const AnnotSteps *steps, guint function);

/* Whether there are probes of labels. */
gboolean annot_label_any(const AnnotSteps *steps);

/* Whether there are probes of sequences: they call functions of rt/values.h, even where nothing binds a value. */
gboolean annot_label_calls(const AnnotSteps *steps);

/* Appends the states of the sequences, which must stand before the unit. */
void annot_label_declare(const AnnotSteps *steps, GString *out);

#endif
