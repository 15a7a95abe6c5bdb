/* Packs and unpacks; see pack.h. */
#include "htol/base/pack.h"

#include <zstd.h>
#include <zstd_errors.h>

#include "htol/base/arena.h"

/* What the library returned. No input is damaged because there is no memory. */
static gsize checked(gsize result)
{
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
        htol_no_memory();
    return result;
}

gsize htol_pack(GByteArray *out, const guint8 *bytes, gsize size, int level)
{
    gsize bound = ZSTD_compressBound(size), begin = out->len;
    g_byte_array_set_size(out, begin + bound);
    gsize packed = checked(ZSTD_compress(out->data + begin, bound, bytes, size, level));
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
    return checked(ZSTD_decompress(to, unpacked, packed, size)) == unpacked;
}
