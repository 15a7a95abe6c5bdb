/* What was recorded of a unit, so that it is known what is likely: what no test covered may be infeasible, what no test
 * told apart may be the same. It proves nothing, and no verdict hangs on it: it says what is asked first. */
#ifndef PRUNE_RUNS_H
#define PRUNE_RUNS_H

#include "annot/survey.h"

enum { PRUNE_MOST_RUNS = 32 };

typedef struct {
    const HtolTable *table;               /* of the unit as it was built */
    guint n;                              /* 1 to PRUNE_MOST_RUNS */
    const guint8 *slots[PRUNE_MOST_RUNS]; /* of the unit, each 0 or not: of all together, then of tests by themselves */
} PruneRuns;

/* The slots of a function in each of the runs: `runs->n` arrays, in the arena. NULL if nothing is known: `runs` is
 * NULL, or the function is not that of the table. */
const guint8 *const *prune_runs_of(const PruneRuns *runs, HtolArena *arena, const AnnotSurveyed *surveyed);

#endif
