/* Which ways through a decision are infeasible, because its conditions compare one variable with constants. It looks at
 * the decision alone, and misses most infeasible ways. */
#ifndef ANNOT_FEASIBLE_H
#define ANNOT_FEASIBLE_H

#include "annot/graph/decision.h"

/* Sets impossible[way] for each way (row.ways of them) that cannot be taken; leaves the others. */
void annot_feasible_ways(const AnnotDecision *decision, gboolean *impossible);

#endif
