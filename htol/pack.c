/* Packs and unpacks; see pack.h. */
#include "htol/pack.h"

#include <zstd.h>

gsize htol_pack(GByteArray *out, const guint8 *bytes, gsize size, int level)
{
    gsize bound = ZSTD_compressBound(size), begin = out->len;
    g_byte_array_set_size(out, begin + bound);
    gsize packed = ZSTD_compress(out->data + begin, bound, bytes, size, level);
    g_assert(!ZSTD_isError(packed));
    g_byte_array_set_size(out, begin + packed);
    return packed;
}

gboolean htol_packed_is(const guint8 *packed, gsize size, gsize unpacked)
{
    return ZSTD_getFrameContentSize(packed, size) == unpacked;
}

gboolean htol_unpack(guint8 *to, gsize unpacked, const guint8 *packed, gsize size)
{
    return ZSTD_decompress(to, unpacked, packed, size) == unpacked;
}
