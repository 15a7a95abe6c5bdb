/* The functions of strong builds, with their mutants, as the tables of a data directory have them. It does not know
 * what was measured. */
#ifndef MUTATE_STRONG_H
#define MUTATE_STRONG_H

#include "htol/files/table.h"

typedef struct {
    const HtolFunction *function;
    const char *path; /* of its file */
} MutateStrongFunction;

typedef struct {
    GHashTable *functions; /* hash of the function: MutateStrongFunction of the newest table that has it */
    guint n_damaged;       /* tables that cannot be read */
} MutateStrong;

/* Reads the tables of strong builds in the data directory; what they hold lies in the arena. NULL, and *error, which
 * says what to do, if there are none. */
MutateStrong *mutate_strong_read(HtolArena *arena, const char *directory, GError **error);
void mutate_strong_free(MutateStrong *strong);

#endif
