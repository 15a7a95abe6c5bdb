/* Runs each test twice without a mutant: how long it takes, and whether its end says anything. */
#ifndef MUTATE_BASELINE_H
#define MUTATE_BASELINE_H

#include "mutate/pool.h"
#include "mutate/progress.h"

/* Which tests are run, and how. It owns nothing. */
typedef struct {
    MutateSuite *suite;
    const gboolean *is_needed; /* of each test; others do not run */
    MutateLimits limits;       /* of each run */
    guint jobs;
    const MutateTell *tell;
} MutateBaseline;

/* Runs them, and notes of each how long it took and why it is left out. FALSE and *error if a run cannot be started;
 * TRUE also if somebody wanted the end. */
gboolean mutate_baseline(const MutateBaseline *baseline, MutatePool *pool, GError **error);

#endif
