/* Finds the data flow of a function: numbers its definitions and uses, which reach which, and their slots. What it
 * holds, flow.h says. */
#ifndef ANNOT_FLOW_MAKE_H
#define ANNOT_FLOW_MAKE_H

#include "annot/flow/flow.h"

/* Finds the data flow of a function with a body, whose graph is `cfg`; advances the graph's slots by those it needs. To
 * be freed with annot_flows_free. */
AnnotFlows *annot_flows_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function,
                            AnnotOptions options, AnnotCfg *cfg);

#endif
