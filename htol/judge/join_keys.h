/* Numbers for distinct vectors of values, by hashing. It knows neither members nor guards. */
#ifndef HTOL_JOIN_KEYS_H
#define HTOL_JOIN_KEYS_H

#include "htol/base/arena.h"
#include "htol/lang/value.h"

/* EQUAL: as guards compare (vectors with a NaN must not be added: they equal nothing). SAME: kind, process and bits, so
 * that nothing tells the two apart. */
typedef enum { HTOL_KEYS_EQUAL, HTOL_KEYS_SAME } HtolKeysMode;

#define HTOL_NONE G_MAXSIZE

typedef struct HtolKeys HtolKeys;

/* For vectors of `width` values (may be 0), `most` of them at most. */
HtolKeys *htol_keys_new(HtolArena *arena, HtolKeysMode mode, guint width, gsize most);

/* The number of the key, counted from 0 in the order of addition; HTOL_NONE if it was not added. */
gsize htol_keys_find(const HtolKeys *keys, const HtolValue *key);

/* The number of the key, which is added first unless it was. */
gsize htol_keys_add(HtolKeys *keys, const HtolValue *key);

/* Returns the number of distinct keys that were added. */
gsize htol_keys_count(const HtolKeys *keys);

#endif
