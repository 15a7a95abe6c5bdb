/* Numbers and padding of records that are mapped: little-endian, at places that need not be aligned. It knows
 * no record. */
#ifndef HTOL_BYTES_H
#define HTOL_BYTES_H

#include <glib.h>
#include <string.h>

#include "htol/base/layout.h"

/* Returns the number of 4 bytes at `place`. */
static inline guint32 htol_number_at(const guint8 *place)
{
    guint32 number;
    memcpy(&number, place, sizeof number);
    return GUINT32_FROM_LE(number);
}

/* Writes the number to the 4 bytes at `place`. */
static inline void htol_put_number(guint8 *place, guint32 number)
{
    number = GUINT32_TO_LE(number);
    memcpy(place, &number, sizeof number);
}

/* Returns the number of 8 bytes at `place`. */
static inline guint64 htol_long_number_at(const guint8 *place)
{
    guint64 number;
    memcpy(&number, place, sizeof number);
    return GUINT64_FROM_LE(number);
}

/* Writes the number to the 8 bytes at `place`. */
static inline void htol_put_long_number(guint8 *place, guint64 number)
{
    number = GUINT64_TO_LE(number);
    memcpy(place, &number, sizeof number);
}

/* FNV-1a with 64 bits, continued: begins with HTOL_FNV_BASIS. One byte changed always changes it. */
static inline guint64 htol_sum(guint64 sum, const guint8 *bytes, gsize size)
{
    for (gsize i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * HTOL_FNV_PRIME;
    return sum;
}

/* Returns the hash of a file's text that tables keep, 16 hexadecimal digits, to be freed. It tells a text that changed
 * from what was compiled, and is a quick one, for whole files are read; nobody would gain by making two alike. */
static inline char *htol_text_hash(const char *text, gsize size)
{
    return g_strdup_printf("%016" G_GINT64_MODIFIER "x", htol_sum(HTOL_FNV_BASIS, (const guint8 *)text, size));
}

/* Whether all `size` bytes are 0, as padding must be. */
static inline gboolean htol_is_zero(const guint8 *bytes, gsize size)
{
    gsize i = 0;
    while (i < size && bytes[i] == 0)
        i++;
    return i == size;
}

#endif
