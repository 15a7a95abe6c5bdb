/* Reads, writes and prints the table of a unit. It does not know where tables lie (files, sections) nor what any
 * criterion makes of them. */
#ifndef HTOL_TABLE_H
#define HTOL_TABLE_H

#include "htol/files/rows.h"

/* Encodes the table and sets its id and its functions' first_slot and first_source; every index must be in
 * range (our bug if not). Returns header and packed rows, to be freed with g_byte_array_unref. */
GByteArray *htol_table_write(HtolTable *table);

/* Reads the table that begins at `bytes`, checks its checksum, every index and every count; the table lives
 * in `arena`. Sets *used (may be NULL) to the bytes it takes. On damage returns NULL and sets *error. */
HtolTable *htol_table_read(HtolArena *arena, const guint8 *bytes, gsize size, gsize *used, GError **error);

/* Reads what stands in the header of a table, its first HTOL_AT_TABLE_END bytes: sets its id, and *hash to
 * htol_part_hash of its path. FALSE if that is no header of this version. Nothing behind it is looked at. */
gboolean htol_table_peek(const guint8 *bytes, gsize size, guint8 id[HTOL_ID_SIZE], guint32 *hash);

/* Returns the table without its parts: its id and its own row, copied into the arena. */
HtolTable *htol_table_head(HtolArena *arena, const HtolTable *table);

/* Copies a function that was read, with all its rows, into the arena. */
HtolFunction *htol_function_copy(HtolArena *arena, const HtolFunction *function);

/* The id as 32 hexadecimal digits, to be freed. */
char *htol_id_text(const guint8 id[HTOL_ID_SIZE]);

/* For hash tables whose keys are ids. */
guint htol_id_hash(gconstpointer id);
gboolean htol_id_equal(gconstpointer one, gconstpointer other);

/* Whether the functions have the same rows: the same text, compiled in the same way at the same place. */
gboolean htol_function_equal(const HtolFunction *one, const HtolFunction *other);

/* What the function's rows say but for where in files: the same bytes if the same function was moved. To be freed. */
GByteArray *htol_function_unplaced(const HtolFunction *function);

/* Prints every row as text, one a line, with the names of format.def. */
void htol_table_dump(const HtolTable *table, GString *out);

/* The domain of errors in reading tables, with messages for users; the codes are these. */
#define HTOL_TABLE_ERROR htol_table_error_quark()
GQuark htol_table_error_quark(void);
typedef enum { HTOL_TABLE_DAMAGED, HTOL_TABLE_OTHER_VERSION } HtolTableErrorCode;

#endif
