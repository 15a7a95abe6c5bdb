/* Numbers for distinct vectors of values; see join_keys.h. An open hash table that never grows. */
#include "htol/judge/join_keys.h"

#include <string.h>

struct HtolKeys {
    HtolKeysMode mode;
    guint width;
    gsize most, count, mask;
    HtolValue *values; /* `count` keys */
    gsize *slots;      /* a key's number and 1; 0: free */
};

HtolKeys *htol_keys_new(HtolArena *arena, HtolKeysMode mode, guint width, gsize most)
{
    HtolKeys *keys = htol_arena_new0(arena, HtolKeys, 1);
    gsize slots = 4;
    while (width > 0 && slots / 2 < most)
        slots *= 2;
    *keys = (HtolKeys){.mode = mode, .width = width, .most = most, .mask = slots - 1};
    keys->values = htol_arena_new0(arena, HtolValue, most * width);
    keys->slots = htol_arena_new0(arena, gsize, slots);
    return keys;
}

/* Of one key; equal keys have equal hashes in either mode. */
static gsize hash(const HtolKeys *keys, const HtolValue *key)
{
    guint64 sum = 0;
    for (guint i = 0; i < keys->width; i++)
        sum = (sum ^ htol_value_hash(key[i])) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 32;
}

static gboolean same_value(HtolValue one, HtolValue other)
{
    return one.kind == other.kind && one.process == other.process && one.u == other.u;
}

static gboolean matches(const HtolKeys *keys, const HtolValue *one, const HtolValue *other)
{
    for (guint i = 0; i < keys->width; i++)
        if (keys->mode == HTOL_KEYS_SAME ? !same_value(one[i], other[i]) : !htol_value_equal(one[i], other[i]))
            return FALSE;
    return TRUE;
}

/* The slot that holds the key, or the free one where it belongs. */
static gsize *slot_of(const HtolKeys *keys, const HtolValue *key)
{
    gsize at = hash(keys, key) & keys->mask;
    while (keys->slots[at] != 0 && !matches(keys, keys->values + (keys->slots[at] - 1) * keys->width, key))
        at = (at + 1) & keys->mask;
    return &keys->slots[at];
}

gsize htol_keys_find(const HtolKeys *keys, const HtolValue *key)
{
    gsize slot = *slot_of(keys, key);
    return slot == 0 ? HTOL_NONE : slot - 1;
}

gsize htol_keys_add(HtolKeys *keys, const HtolValue *key)
{
    gsize *slot = slot_of(keys, key);
    if (*slot != 0)
        return *slot - 1;
    g_assert(keys->count < keys->most);
    if (keys->width > 0)
        memcpy(keys->values + keys->count * keys->width, key, keys->width * sizeof(HtolValue));
    *slot = ++keys->count;
    return keys->count - 1;
}

gsize htol_keys_count(const HtolKeys *keys)
{
    return keys->count;
}
