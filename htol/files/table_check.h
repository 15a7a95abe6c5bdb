/* What a reader of tables may rely on: indices in range, graphs without cycles, slots and sources that nobody shares.
 * Private to table.c. It reads no bytes. */
#ifndef HTOL_TABLE_CHECK_H
#define HTOL_TABLE_CHECK_H

#include "htol/files/rows.h"

/* What is wrong with the table, or NULL. Also gives its functions their first slots and sources. */
const char *htol_table_wrong(HtolTable *table);

#endif
