/* How ways through a decision are numbered, in the slots that record them: the counts that the numbers are made of.
 * Which ways were taken is not known here. */
#ifndef HTOL_WAYS_H
#define HTOL_WAYS_H

#include "htol/files/rows.h"

typedef enum { HTOL_FALSE, HTOL_TRUE, HTOL_UNKNOWN } HtolTruth; /* UNKNOWN: not evaluated, or never ended */

/* How many ways lead from each condition of a decision to its end: `decision->conditions` numbers, to be
 * freed with g_free. `conditions` points at the first condition of the decision, not of the function. The
 * way's number is the sum, over its true steps, of the ways that the false step would have had (Ball and
 * Larus, MICRO 1996). A count that is larger is HTOL_MOST_WAYS. */
enum { HTOL_MOST_WAYS = G_MAXUINT32 / 2 };
guint32 *htol_decision_ways_from(const HtolRowDecision *decision, const HtolRowCondition *conditions);

/* How many ways lead from the target (in the code of Condition.on_true) to the end; `ways_from` as above. */
guint32 htol_ways_after(const guint32 *ways_from, guint32 target);

/* How many slots the decision has from `slot` on: one a way; of more ways than the cap, one for each truth of its
 * outcome and of each condition. A constant decision records none there. */
guint32 htol_decision_slots(const HtolRowDecision *decision);

/* For each target (in the code of Condition.on_true) the outcomes that can follow it, bit HTOL_FALSE and bit
 * HTOL_TRUE, in completions of the vector `row` (NULL: any vector): decision->conditions +
 * HTOL_TARGET_CONDITION bytes, to be freed with g_free. */
guint8 *htol_decision_outcomes(const HtolRowDecision *decision, const HtolRowCondition *conditions, const guint8 *row);

#endif
