/* What is known at a point of a function: when it is reached, and what places hold. It knows no statements.
 *
 * A place of which nothing is known holds some value, the same each time it is read until something is done that may
 * write to its region: then a new epoch of the region begins. Each variable is a region, and all that is pointed to is
 * one. A store to what is surely another place leaves the value as it was before. On a single way, memory.h knows what
 * places hold, byte by byte. */
#ifndef PRUNE_STATE_H
#define PRUNE_STATE_H

#include "prune/state/encoding.h"
#include "prune/state/layout.h"

typedef struct PruneState PruneState;

/* How places are read and written on a single way, and what holds where two states meet, as memory.h says. */
typedef struct {
    PruneTerm (*read)(PruneState *state, const PrunePlace *place);
    void (*write)(PruneState *state, const PrunePlace *place, PruneTerm value);
    void (*join)(PruneState *one, PruneState *other, PruneTerm first, PruneState *joined);
} PruneMemory;

/* What states share on a single way. */
typedef struct {
    const PruneMemory *memory;
    HtolArena *arena;
    PruneLayout layout;
    /* Returns what a scalar of a constant object always holds; NULL: it is none, or that is not known. */
    PruneTerm (*constant)(gpointer data, const PrunePlace *place);
    gpointer data;
} PruneWayStates;

/* What states of a function share. */
typedef struct {
    PruneLogic *logic;
    GArray *epochs;        /* what began each so far; a region that is forgotten begins a new one */
    GHashTable *first;     /* place and epoch: the value that the place has when the epoch begins */
    GHashTable *forgotten; /* since prune_states_note: set of const AnnotDecl, private variables whose values were
                              forgotten; NULL: of all that is not private. NULL itself: nobody asks */
    GPtrArray *written;    /* since then, const PrunePlace: each place that was written; NULL: nobody asks */
    GHashTable *again;     /* since then: what began an epoch, and its number, so that what is done again, from the same
                              state, begins the same one; NULL: nobody does */
    PruneWayStates *way;   /* NULL: all ways are followed; to be set before there are states */
    gboolean wild; /* some points are reached in unknown ways: the guards of two states that meet may both hold */
} PruneStates;

/* Epochs of regions by their variables; all that pointers lead to is the region of NULL. */
typedef struct {
    guint base;         /* of regions that are not in the table */
    GHashTable *others; /* const AnnotDecl: epoch */
} PruneEpochs;

/* What is known at one point. */
struct PruneState {
    PruneStates *all;
    PruneTerm guard;    /* that the point is reached */
    PruneTerm path;     /* the same, if nothing traps and all loops end: points with one path are one block */
    GHashTable *values; /* const PrunePlace: PruneTerm; NULL: any value, another one each time it is read. On a single
                           way as memory.c has it */
    PruneEpochs own, shared; /* epochs of private variables; of all other regions */
};

/* Makes `states` empty; to be cleared with prune_states_clear. `logic` must outlive it. */
void prune_states_init(PruneStates *states, PruneLogic *logic);
void prune_states_clear(PruneStates *states);

/* Makes the state of a point that is always reached, where nothing is known; to be freed with prune_state_free. */
PruneState *prune_state_new(PruneStates *states);
/* Copies a state; to be freed with prune_state_free. */
PruneState *prune_state_copy(const PruneState *state);
void prune_state_free(PruneState *state);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PruneState, prune_state_free)

/* Makes the point unreachable: its guard becomes false. */
void prune_state_stop(PruneState *state);

/* Adds `condition` to what must hold for the point to be reached. */
void prune_state_assume(PruneState *state, PruneTerm condition);

/* Returns `yes` or `no` if the condition, or its opposite, was assumed in the state in the same words; else NULL. */
PruneTerm prune_state_known(const PruneState *state, PruneTerm condition);

/* Whether the point is never reached. */
gboolean prune_state_is_dead(const PruneState *state);

/* Appends to `inputs` a PruneInput for each place that is read in one of the two epochs, in the order of the places. */
void prune_states_first(const PruneStates *states, guint own, guint shared, GArray *inputs);

/* Notes what is written and forgotten from now on. */
void prune_states_note(PruneStates *states);

/* Returns all places that were written since then, const PrunePlace; to be unreferenced. */
GPtrArray *prune_states_written(const PruneStates *states);

/* Returns the state where control comes from `one` or from `other`, and frees both. If one is NULL, returns the other.
 */
PruneState *prune_state_join(PruneState *one, PruneState *other);

/* Returns the value of the place; NULL: nothing is known of it, or it has no bits. */
PruneTerm prune_state_read(PruneState *state, const PrunePlace *place);

/* Returns the value that the place, which has bits, had when the epoch of its region began. */
PruneTerm prune_state_first(PruneState *state, const PrunePlace *place);

/* Begins an epoch of the region of the variable. */
void prune_state_renew(PruneState *state, const PrunePlace *variable);

/* Stores `value` (NULL: any, another one each time it is read) in the place, and forgets all that the store may change.
 */
void prune_state_write(PruneState *state, const PrunePlace *place, PruneTerm value);

/* Forgets the value of a private variable. */
void prune_state_forget(PruneState *state, const AnnotDecl *variable);

/* Forgets the values of all that is not private. */
void prune_state_forget_shared(PruneState *state);

/* Returns an epoch that nothing has begun; begins it, in all that is not private, as if a store had been made anywhere
 * there. */
guint prune_state_new_epoch(PruneState *state);
void prune_state_enter_epoch(PruneState *state, guint epoch);

/* Forgets all values. */
void prune_state_forget_all(PruneState *state);

#endif
