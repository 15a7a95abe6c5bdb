/* Which ways through a decision cannot be taken, because its conditions compare one variable with constants. It knows
 * nothing but the decision, and of most ways cannot tell. */
#ifndef ANNOT_FEASIBLE_H
#define ANNOT_FEASIBLE_H

#include "annot/graph/decision.h"

/* Sets those of the ways, row.ways of them, that cannot be taken. */
void annot_feasible_ways(const AnnotDecision *decision, gboolean *impossible);

#endif
