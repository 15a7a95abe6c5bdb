/* Makes the control-flow graph of a function: one walk over its statements and expressions. What a graph holds, cfg.h
 * says. */
#ifndef ANNOT_CFG_MAKE_H
#define ANNOT_CFG_MAKE_H

#include "annot/graph/cfg.h"

/* The graph of a measured function, with every slot placed. Free with annot_cfg_free; the rest is in `arena`.
 */
AnnotCfg *annot_cfg_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function, AnnotOptions options);

#endif
