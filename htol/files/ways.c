/* Counts the ways through decisions; see ways.h. */
#include "htol/files/ways.h"

guint32 htol_ways_after(const guint32 *ways_from, guint32 target)
{
    return target < HTOL_TARGET_CONDITION ? 1 : ways_from[target - HTOL_TARGET_CONDITION];
}

guint32 *htol_decision_ways_from(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint32 *ways_from = g_new0(guint32, MAX(decision->conditions, 1));
    for (guint32 i = decision->conditions; i-- > 0;) {
        guint64 sum = (guint64)htol_ways_after(ways_from, conditions[i].on_true) +
                      htol_ways_after(ways_from, conditions[i].on_false);
        ways_from[i] = MIN(sum, HTOL_MOST_WAYS);
    }
    return ways_from;
}

guint8 *htol_decision_outcomes(const HtolRowDecision *decision, const HtolRowCondition *conditions, const guint8 *row)
{
    guint8 *outcomes = g_new(guint8, decision->conditions + HTOL_TARGET_CONDITION);
    outcomes[HTOL_TARGET_FALSE] = 1 << HTOL_FALSE;
    outcomes[HTOL_TARGET_TRUE] = 1 << HTOL_TRUE;
    for (guint32 i = decision->conditions; i-- > 0;) {
        HtolTruth value = row ? row[1 + i] : HTOL_UNKNOWN;
        guint8 when_false = value == HTOL_TRUE ? 0 : outcomes[conditions[i].on_false];
        guint8 when_true = value == HTOL_FALSE ? 0 : outcomes[conditions[i].on_true];
        outcomes[i + HTOL_TARGET_CONDITION] = when_false | when_true;
    }
    return outcomes;
}

guint32 htol_decision_slots(const HtolRowDecision *decision)
{
    return decision->ways > 0 ? decision->ways : 2 * (1 + decision->conditions);
}
