/* The data flow of a function as formulas: beside each scalar variable that nothing but its name leads to, the number
 * of the definition that wrote it last is kept as a value, as the instrumented program keeps it. It proves nothing. */
#ifndef PRUNE_FLOWS_H
#define PRUNE_FLOWS_H

#include "annot/flow/flow.h"
#include "prune/encoding.h"

typedef struct {
    GHashTable *accesses; /* const AnnotExpr: GPtrArray of PruneTracked, what it does when it has been evaluated */
    GHashTable *shadows;  /* const AnnotDecl: PruneShadow, of a variable */
    PruneTracked **definitions, **uses; /* by their indices; NULL: of a variable that is not followed */
} PruneFlows;

/* Finds what is to be tracked in the function; `flows` NULL: nothing. In the arena but for its tables, which
 * prune_flows_clear frees. */
PruneFlows prune_flows_new(HtolArena *arena, const AnnotFunction *function, const AnnotFlows *flows);
void prune_flows_clear(PruneFlows *flows);

/* Sets the formulas of slots of flows that are known, after the pass. */
void prune_flows_find(PruneLogic *logic, const PruneFlows *found, const AnnotFlows *flows, PruneTerm *slots);

#endif
