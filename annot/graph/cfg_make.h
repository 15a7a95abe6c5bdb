/* Makes the control-flow graph of a function: one walk over its statements and expressions. What a graph holds, cfg.h
 * says. */
#ifndef ANNOT_CFG_MAKE_H
#define ANNOT_CFG_MAKE_H

#include "annot/graph/cfg.h"

/* Makes the graph of a measured function and numbers all its slots. Nodes and edges lie in `arena`; what else the graph
 * holds is freed by annot_cfg_free. */
AnnotCfg *annot_cfg_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function, AnnotOptions options);

#endif
