/* Finds the data flow of a function: numbers its definitions and uses, which reach which, and their slots. What it
 * holds, flow.h says. */
#ifndef ANNOT_FLOW_MAKE_H
#define ANNOT_FLOW_MAKE_H

#include "annot/flow/flow.h"

/* The data flow of a function with a body and that graph; advances the graph's slots by what it needs. */
AnnotFlows *annot_flows_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function,
                            AnnotOptions options, AnnotCfg *cfg);

#endif
