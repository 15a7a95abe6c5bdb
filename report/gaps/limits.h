/* Words for comparisons whose operands never came near each other (criteria LIMIT and RB). Of other mutants and values
 * it says nothing. */
#ifndef REPORT_LIMITS_H
#define REPORT_LIMITS_H

#include "report/gaps/gap_item.h"
#include "report/judge/objectives.h"

/* Appends to `items` (of ReportGapItem) one for each comparison that the uncovered objectives of LIMIT and RB (of
 * ReportObjective, of one line of the function) are about, with what is wanted of its left operand beside the right
 * one: "`step == 0`: one less and equal". Returns what all of them lack: "never near its limit", "never at its limit",
 * "never on both sides of its limit". */
const char *report_limit_items(const ReportFunction *function, const GPtrArray *objectives, GArray *items);

#endif
