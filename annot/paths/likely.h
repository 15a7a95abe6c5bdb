/* How often the states of an automaton over a function's paths are met, estimated from its graph alone: by a
 * walk that goes on with loops rather than leaves them, and past what may be left out. Nothing that is
 * recorded depends on it.
 *
 * Source: Ball and Larus, "Branch prediction for free", PLDI 1993, of which this is the part on loops. */
#ifndef ANNOT_LIKELY_H
#define ANNOT_LIKELY_H

#include "htol/graph/tour.h"

/* The estimate for a function. Lies in the arena that it was made in. */
typedef struct {
    const double *states; /* by state: how often it is met, relative to others */
    const double *edges;  /* by edge of the graph: probability that control leaves its node by it, 0 to 1 */
} AnnotLikely;

/* Makes the estimate, in the arena. `depth` is, by node, the number of loops around it. */
AnnotLikely annot_likely(HtolArena *arena, const HtolGraph *graph, const HtolTour *tour, const guint8 *depth);

#endif
