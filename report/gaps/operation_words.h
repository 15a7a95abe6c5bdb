/* Words for what the values of operations lack: signs, and mutants that are computed beside the program. */
#ifndef REPORT_OPERATION_WORDS_H
#define REPORT_OPERATION_WORDS_H

#include "report/gaps/gap_item.h"
#include "report/gaps/words.h"

/* Words an uncovered objective about signs as an item: "`x` only ever positive". */
ReportGapItem report_sign_item(ReportWords *words, const ReportFunction *function, const ReportObjective *objective);

/* Words an uncovered objective about a mutant as an item: "`a < b` -> `a <= b`", "`n = 1` deleted", "its absolute value
 * in `x`". */
ReportGapItem report_mutant_item(ReportWords *words, const ReportFunction *function, const ReportObjective *objective);

#endif
