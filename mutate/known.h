/* Trials that are known from before, as the file of trials has them. */
#ifndef MUTATE_KNOWN_H
#define MUTATE_KNOWN_H

#include "mutate/suite.h"

/* To be freed; reads the file at `path`, which may not be there. *damaged: its lines that are none. */
typedef struct MutateKnown MutateKnown;
MutateKnown *mutate_known_read(const char *path, guint *damaged);
void mutate_known_free(MutateKnown *known);

/* The last trial of the test with the mutant, unless the test has changed since or the trial tells nothing; else NULL.
 */
const HtolTrial *mutate_known_find(const MutateKnown *known, const MutateMutant *mutant, const MutateTest *test);

/* Whether a trial that is known says as `trial` does that nothing had to run. */
gboolean mutate_known_is_spared(const MutateKnown *known, const HtolTrial *trial);

#endif
