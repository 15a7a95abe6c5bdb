/* What places hold on a single way, where addresses are numbers: each object has its stores (bytes.h), and a byte that
 * none of them wrote is that of the scalar which lies there at first (layout.h). state.h's for such ways. */
#ifndef PRUNE_MEMORY_H
#define PRUNE_MEMORY_H

#include "prune/state/state.h"

/* Reads and writes as prune_state_read and prune_state_write do. A value of which nothing is known is the same each
 * time it is read. */
extern const PruneMemory prune_memory;

/* What a private variable holds: its stores and its epoch. */
typedef struct {
    const PrunePlace *variable;
    gconstpointer stores, epoch;
} PruneHeld;

/* Return what the private variable holds, and set it to what it held. */
PruneHeld prune_memory_held(const PruneState *state, const PrunePlace *variable);
void prune_memory_restore(PruneState *state, const PruneHeld *held);

#endif
