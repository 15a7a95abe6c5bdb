/* Puts the probes of data flow into a function's text: locals that know which definition a variable has its
 * value from, and the stores that record it where it is used. Which flows there are is flow.h's. */
#ifndef ANNOT_SHADOW_H
#define ANNOT_SHADOW_H

#include "annot/flow/flow.h"
#include "annot/probes/probe.h"

/* Puts in the probes of the function. Call it after annot_probe_function: the probes of a decision go around these. */
void annot_shadow_function(const AnnotProbe *probe, const AnnotFunction *function, const AnnotFlows *flows);

#endif
