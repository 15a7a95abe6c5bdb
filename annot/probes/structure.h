/* Puts the probes of a function's structure and logic into its text: the stores that record which blocks were reached,
 * which ways decisions went, which arms were taken. */
#ifndef ANNOT_STRUCTURE_H
#define ANNOT_STRUCTURE_H

#include "annot/probes/probe.h"

/* Puts in all these probes; for a copy, those inside of it. */
void annot_probe_function(const AnnotProbe *probe, const AnnotFunction *function, const AnnotCfg *cfg);

#endif
