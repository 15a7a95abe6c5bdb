/* What stays open in the functions that tests were generated for, in words: where, and what kept it from being covered.
 * It judges nothing. */
#ifndef TOOLS_REMAINING_H
#define TOOLS_REMAINING_H

#include "generate/unit.h"
#include "report/model/model.h"

/* Returns lines of text, char *, one for each wanted function with open objectives; to be unreferenced. */
GPtrArray *remaining_lines(const ReportModel *model, const GenerateUnit *unit);

/* The contract of the model's function, if it is one of the unit's that are wanted; else NULL. */
const GenerateContract *remaining_contract(const GenerateUnit *unit, const ReportFunction *function);

#endif
