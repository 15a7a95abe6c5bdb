/* What tests recorded of a unit, to ask first what is likely: objectives that no test covered may be infeasible, those
 * that no test told apart may be duplicates. It proves nothing, and no verdict depends on it. */
#ifndef PRUNE_RUNS_H
#define PRUNE_RUNS_H

#include "annot/survey.h"

/* The first is that of all tests together; tests beyond that many are not told apart. */
enum { PRUNE_MOST_RUNS = 32 };

/* What was recorded of one unit. It owns nothing. */
typedef struct {
    const HtolTable *table; /* of the unit as it was built */
    guint n;                /* 1 to PRUNE_MOST_RUNS */
    const guint8
        *slots[PRUNE_MOST_RUNS]; /* the unit's slots, each 0 or not: of all tests together, then of single tests */
} PruneRuns;

/* Returns the function's slots in each run: `runs->n` arrays, in the arena. NULL if nothing is known: `runs` is NULL,
 * or the function differs from the table's. */
const guint8 *const *prune_runs_of(const PruneRuns *runs, HtolArena *arena, const AnnotSurveyed *surveyed);

#endif
