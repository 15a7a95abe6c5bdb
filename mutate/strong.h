/* The functions of strong builds, with their mutants, as the tables of a data directory have them. It does not know
 * what was measured. */
#ifndef MUTATE_STRONG_H
#define MUTATE_STRONG_H

#include "report/inputs/inputs.h"

/* One function of a strong build. */
typedef struct {
    const HtolFunction *function;
    const char *path; /* of its file */
} MutateStrongFunction;

/* All of them. To be freed by mutate_strong_free. */
typedef struct {
    GHashTable *functions; /* hash of the function: MutateStrongFunction of the newest table that has it */
} MutateStrong;

/* Takes them from the inputs, which have read the data directory `directory` and must outlive the result; what is added
 * lies in the arena. NULL, and *error, which says what to do, if no strong build is there. */
MutateStrong *mutate_strong_new(HtolArena *arena, const ReportInputs *inputs, const char *directory, GError **error);
void mutate_strong_free(MutateStrong *strong);

#endif
