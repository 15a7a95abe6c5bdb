/* Variables that a loop only counts up: what holds of them whenever an iteration begins. It knows the loop's text, and
 * no values but those that the variables have before it. */
#ifndef PRUNE_COUNTER_H
#define PRUNE_COUNTER_H

#include "prune/encode/encoder.h"

/* What holds of the counters of a loop. To be freed. */
typedef struct PruneCounters PruneCounters;

/* Finds the counters of the loop, a WHILE or FOR, when its first iteration is to begin:
 *
 * - i, of a condition i < x that must hold for an iteration, which writes i at one place by adding 1 to it: i does not
 *   wrap, so it is never less than before the loop; nor is it more than x, if it is not before the loop, and the loop
 *   writes no x;
 * - n, which an iteration writes at one place by adding 1 to it, if adding 1 to i is the step: if n is not more than i
 *   before the loop, it never is, and it is never less than before the loop. */
PruneCounters *prune_counters_new(PruneEncoder *encoder, const AnnotStmt *loop);
void prune_counters_free(PruneCounters *counters);

/* Assumes in the encoder's state, in which some iteration begins and all that the loop writes is unknown, what holds of
 * them. */
void prune_counters_assume(const PruneCounters *counters, PruneEncoder *encoder);

#endif
