/* Puts the probes of a function into its text: the stores that record what was reached, evaluated or taken.
 */
#ifndef ANNOT_PROBE_H
#define ANNOT_PROBE_H

#include "annot/cfg.h"
#include "annot/edit.h"

/* Name of the unit's array of slots in the instrumented text. */
#define ANNOT_BITS "hlcov_u.b"

typedef struct {
    AnnotEdits *edits;
    const AnnotText *text;
    guint32 first_slot; /* of the unit, of the function's slot 0 */
    guint *labels;      /* of the unit, so far: makes the names of ours unique */
} AnnotProbe;

void annot_probe_function(const AnnotProbe *probe, const AnnotFunction *function, const AnnotCfg *cfg);

#endif
