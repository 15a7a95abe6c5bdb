/* The data flow of a function as formulas: a ghost variable beside each private scalar variable holds the number of the
 * definition that wrote it last, as in the instrumented program. It proves nothing. */
#ifndef PRUNE_FLOWS_H
#define PRUNE_FLOWS_H

#include "annot/flow/flow.h"
#include "prune/state/encoding.h"

/* The data flow of a function. To be cleared by prune_flows_clear. */
typedef struct {
    GHashTable *accesses;               /* const AnnotExpr: GPtrArray of PruneTracked, its uses and definitions */
    GHashTable *shadows;                /* const AnnotDecl, a variable: PruneShadow */
    PruneTracked **definitions, **uses; /* by index in AnnotFlows; NULL: their variable is not followed */
} PruneFlows;

/* Finds the uses and definitions to track in the function; none if `flows` is NULL. Lives in the arena but for its
 * tables, which prune_flows_clear frees. */
PruneFlows prune_flows_new(HtolArena *arena, const AnnotFunction *function, const AnnotFlows *flows);
void prune_flows_clear(PruneFlows *flows);

/* Sets, after the pass, the formula in `slots` of each slot of `flows` for which one is known. */
void prune_flows_find(PruneLogic *logic, const PruneFlows *found, const AnnotFlows *flows, PruneTerm *slots);

#endif
