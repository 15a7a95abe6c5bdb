/* Mutants counted: by operator and by what became of them. */
#ifndef MUTATE_TALLY_H
#define MUTATE_TALLY_H

#include "mutate/mutants.h"

/* The mutants of one operator, counted; or all. */
typedef struct {
    const char *name; /* of the operator; "all" */
    guint mutants, fates[MUTATE_FATES];
    guint ends[HTOL_TRIAL_ENDS]; /* of those that were noticed: how */
} MutateTally;

/* Counts the mutants (MutateMutant) of each operator, in the order in which operators first occur, then all: an array
 * of MutateTally. To be unreferenced. */
GArray *mutate_tally(const GPtrArray *mutants);

/* Returns the number of mutants that tests could notice: all but the equivalent ones. */
guint mutate_tally_wanted(const MutateTally *tally);

#endif
