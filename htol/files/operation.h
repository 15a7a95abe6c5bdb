/* Words for classes of operations: those that tables have, and those of risks. */
#ifndef HTOL_OPERATION_H
#define HTOL_OPERATION_H

#include "htol/files/table.h"

/* What class `k` of the function's operation is: the text of its Class row. NULL: it has no words. */
const char *htol_operation_word(const HtolFunction *function, guint32 operation, guint32 k);

/* Whether some run may set the slot of class k of the operation: not that of a mutant which is judged by other slots,
 * nor that of a class which is impossible. */
gboolean htol_class_is_set(const HtolFunction *function, const HtolRowOperation *operation, guint32 k);

/* What it was in class BOUNDARY or HAPPENED of the risk: "division by 0". NULL: there is no boundary. */
const char *htol_risk_word(HtolRisk risk, HtolRiskClass k);

#endif
