/* What is known at a point of a function: when it is reached, and what places hold. It knows no statements.
 *
 * A place of which nothing is known holds some value, the same each time it is read until something is done that may
 * write to its region: then a new epoch of the region begins. Each variable is a region, and all that is pointed to is
 * one. */
#ifndef PRUNE_STATE_H
#define PRUNE_STATE_H

#include "prune/place.h"

/* What states of a function share. */
typedef struct {
    PruneLogic *logic;
    guint epochs;      /* so far; a region that is forgotten begins a new one */
    GHashTable *first; /* of a place and an epoch, the value that it begins with */
    gboolean wild;     /* some points are reached in unknown ways: guards of two ways may both hold */
} PruneStates;

/* Epochs of regions by their variables; NULL is that of what is pointed to. */
typedef struct {
    guint base;         /* of those that are not in the table */
    GHashTable *others; /* const AnnotDecl: epoch */
} PruneEpochs;

typedef struct {
    PruneStates *all;
    PruneTerm guard;         /* that the point is reached */
    PruneTerm path;          /* the same, if nothing traps and all loops end: points with one path are one block */
    GHashTable *values;      /* const PrunePlace: PruneTerm; NULL: any value, another one each time it is read */
    PruneEpochs own, shared; /* of private variables; of all else */
} PruneState;

void prune_states_init(PruneStates *states, PruneLogic *logic);
void prune_states_clear(PruneStates *states);

/* Reached always; nothing is known. To be freed. */
PruneState *prune_state_new(PruneStates *states);
PruneState *prune_state_copy(const PruneState *state);
void prune_state_free(PruneState *state);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PruneState, prune_state_free)

/* Reached never. */
void prune_state_stop(PruneState *state);

/* Reached only if `condition` holds as well. */
void prune_state_assume(PruneState *state, PruneTerm condition);
gboolean prune_state_is_dead(const PruneState *state);

/* The state where two ways meet; frees both, either of which may be NULL: then there is one. */
PruneState *prune_state_join(PruneState *one, PruneState *other);

/* NULL: nothing is known of the value, or it has no bits. */
PruneTerm prune_state_read(PruneState *state, const PrunePlace *place);
void prune_state_write(PruneState *state, const PrunePlace *place, PruneTerm value);

/* A private variable; all that is not private; everything. */
void prune_state_forget(PruneState *state, const AnnotDecl *variable);
void prune_state_forget_shared(PruneState *state);
void prune_state_forget_all(PruneState *state);

#endif
