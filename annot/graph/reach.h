/* What tells that a block was reached: other facts that are recorded anyway, or a slot of its own.
 *
 * A fact may stand for another only if nothing lies between them that can leave, trap or loop. So a block is
 * implied that is entered by an outcome of a decision, by an arm, or from a quiet block; any other has a
 * slot, unless it goes on to a decision by itself. */
#ifndef ANNOT_REACH_H
#define ANNOT_REACH_H

#include "annot/graph/cfg.h"

/* Fills what cfg.h says is found when the graph is complete, and places every slot of the function.
 * `entry_is_asked`: the entry is to have a slot of its own, which tells of the path that ends there. */
void annot_reach_resolve(AnnotCfg *cfg, gboolean entry_is_asked);

#endif
