/* The words that tables have for the classes of operations. What classes without words are, their kind says. */
#ifndef HTOL_OPERATION_H
#define HTOL_OPERATION_H

#include "htol/table.h"

/* What class `k` of the function's operation is: the text of its Class row. NULL: it has no words. */
const char *htol_operation_word(const HtolFunction *function, guint32 operation, guint32 k);

#endif
