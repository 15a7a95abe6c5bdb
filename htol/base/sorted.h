/* Sorted arrays: the order of texts, and where a number stands among rows that are in the order of one of their members
 * (GLib's search says only whether it is there). */
#ifndef HTOL_SORTED_H
#define HTOL_SORTED_H

#include <string.h>

#include <glib.h>

/* Compares two elements of an array of texts, as sorting functions of GLib and of the C library want it. */
static inline int htol_compare_texts(gconstpointer left, gconstpointer right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Returns the index of the first of `n` rows of `size` bytes, sorted, whose guint32 at `offset` is not below `key`; n
 * if there is none. */
static inline guint htol_sorted_from(gconstpointer rows, guint n, gsize size, gsize offset, guint32 key)
{
    guint low = 0;
    while (low < n) {
        guint middle = low + (n - low) / 2;
        if (*(const guint32 *)(gconstpointer)((const char *)rows + middle * size + offset) < key)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

/* Searches rows of a type by a member: htol_sorted_from. */
#define HTOL_SORTED_FROM(rows, n, type, member, key)                                                                   \
    htol_sorted_from((rows), (n), sizeof(type), G_STRUCT_OFFSET(type, member), (key))

#endif
