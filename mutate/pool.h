/* Workers, each of which runs one test at a time with one mutant, or none, under a keeper: in a temporary directory of
 * its own and, if that is asked for, a copy of the build tree. Which runs, and what follows from them, is not known
 * here. */
#ifndef MUTATE_POOL_H
#define MUTATE_POOL_H

#include <signal.h>

#include "mutate/run.h"
#include "mutate/suite.h"

/* How workers run. It owns nothing. */
typedef struct {
    guint jobs;                     /* workers */
    const char *scratch;            /* a directory for their files */
    const char *root;               /* of the build tree that each has a copy of; NULL: all run where they were */
    const char *data;               /* the data directory, which no copy has */
    gboolean is_apart;              /* runs have namespaces */
    volatile sig_atomic_t *stopped; /* somebody wants the end */
} MutatePoolOptions;

typedef struct MutatePool MutatePool;

/* Makes workers; copies the build tree if it should. The options' strings must outlive it. NULL and *error if that
 * cannot be done. */
MutatePool *mutate_pool_new(const MutatePoolOptions *options, GError **error);

/* Ends what runs, and removes what was made. */
void mutate_pool_free(MutatePool *pool);

/* How many of the workers are busy. */
guint mutate_pool_busy(const MutatePool *pool);

/* Starts the test on an idle worker, of which there must be one, with the mutant, NULL: none. `job` is told when it has
 * ended. FALSE and *error if it cannot be started. */
gboolean mutate_pool_start(MutatePool *pool, const HtolRemembered *test, const MutateMutant *mutant,
                           const MutateLimits *limits, gpointer job, GError **error);

/* A run that has ended: ABSENT if it passed, and no process had the mutant. */
typedef struct {
    gpointer job;
    MutateOutcome outcome;
} MutateFinished;

/* Waits until a run has ended. FALSE if none runs, or somebody wants the end. */
gboolean mutate_pool_wait(MutatePool *pool, MutateFinished *finished);

#endif
