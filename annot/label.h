/* Puts the probes of users' labels into the text: what evaluates predicates and bindings and records that
 * labels were covered, with which values, and in which sequences. What happens where is step.h's. */
#ifndef ANNOT_LABEL_H
#define ANNOT_LABEL_H

#include "annot/probe.h"
#include "annot/step.h"

/* The default room for tuples, in KiB. */
enum { ANNOT_TUPLES = 256 };

/* The probes of a function (index in the tree), whose source 0 is the unit's `first_source`. Call it before
 * annot_probe_function, so that what both put around a statement nests. */
void annot_label_function(const AnnotProbe *probe, const AnnotSteps *steps, guint function,
                          guint32 first_source);

/* Whether a probe of the unit calls functions of rt/values.h. */
gboolean annot_label_calls(const AnnotSteps *steps);

/* Appends what the probes of the unit need before it: declarations, and, if the table has sources of tuples,
 * a set of `tuples` KiB for them. */
void annot_label_declare(const AnnotSteps *steps, const HtolTable *table, guint tuples, GString *out);

#endif
