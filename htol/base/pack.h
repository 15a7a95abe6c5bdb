/* Bytes packed by zstd, and unpacked. It knows no format. */
#ifndef HTOL_PACK_H
#define HTOL_PACK_H

#include <glib.h>

/* Appends the bytes, packed; what comes out depends on nothing but them and the level (zstd's, from 1). Returns how
 * many bytes that takes. */
gsize htol_pack(GByteArray *out, const guint8 *bytes, gsize size, int level);

/* Whether the packed bytes themselves say that they are so many. */
gboolean htol_packed_is(const guint8 *packed, gsize size, gsize unpacked);

/* Unpacks just so many bytes; FALSE if there are more or fewer, or the packed ones are damaged. */
gboolean htol_unpack(guint8 *to, gsize unpacked, const guint8 *packed, gsize size);

#endif
