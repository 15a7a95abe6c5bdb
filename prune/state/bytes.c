/* Stores, and values made of their bytes; see bytes.h. */
#include "prune/state/bytes.h"

const PruneStore *prune_store(HtolArena *arena, const PruneStore *before, guint64 at, guint64 size, PruneTerm bytes)
{
    const PruneStore store = {before, before ? before->depth + 1 : 1, at, size, bytes};
    return htol_arena_memdup(arena, &store, sizeof store);
}

static gboolean touches(const PruneStore *store, guint64 at, guint64 size)
{
    return store->at < at + size && at < store->at + store->size;
}

static gboolean has_all(const PruneStore *store, guint64 at, guint64 size)
{
    return store->at <= at && at + size <= store->at + store->size;
}

PruneTerm prune_stored_whole(PruneLogic *logic, const PruneStore *last, guint64 at, guint64 size)
{
    while (last && !touches(last, at, size))
        last = last->before;
    if (!last || !last->bytes || !has_all(last, at, size))
        return NULL;
    if (last->size == size)
        return last->bytes;
    guint low = (guint)(at - last->at) * 8;
    return prune_extract(logic, last->bytes, low, (guint)size * 8);
}

/* Sets the bytes that the store wrote, and no later one; returns how many. */
static guint set_stored(PruneLogic *logic, const PruneStore *store, guint64 at, guint64 size, PruneByte *bytes)
{
    guint64 begin = MAX(at, store->at), end = MIN(at + size, store->at + store->size);
    PruneTerm any = store->bytes ? NULL : prune_free_bits(logic, (guint)(end - begin) * 8);
    guint n = 0;
    for (guint64 i = begin; i < end; i++)
        if (!bytes[i - at].whole) {
            bytes[i - at] =
                any ? (PruneByte){any, (guint)(i - begin)} : (PruneByte){store->bytes, (guint)(i - store->at)};
            n++;
        }
    return n;
}

void prune_stored_bytes(PruneLogic *logic, const PruneStore *last, guint64 at, guint64 size, PruneByte *bytes)
{
    guint64 open = size;
    for (; last && open > 0; last = last->before)
        if (touches(last, at, size))
            open -= set_stored(logic, last, at, size, bytes);
}

const PruneStore *prune_common_store(const PruneStore *one, const PruneStore *other)
{
    while (one != other) {
        if (!one || !other)
            return NULL;
        if (one->depth >= other->depth)
            one = one->before;
        else
            other = other->before;
    }
    return one;
}

/* ---- values ---- */

/* Replaces the byte by that of a part of its vector, as deep as there is one that has it: bytes that were copied one by
 * one are those of one vector again. */
static PruneByte innermost(PruneLogic *logic, PruneByte byte)
{
    PruneByte inner = byte;
    do
        byte = inner;
    while (prune_extracted_byte(logic, byte.whole, byte.at, &inner.whole, &inner.at));
    return byte;
}

PruneTerm prune_bytes_join(PruneLogic *logic, const PruneByte *bytes, guint n)
{
    PruneTerm joined = NULL;
    for (guint i = 0, length; i < n; i += length) {
        PruneByte first = innermost(logic, bytes[i]);
        for (length = 1; i + length < n; length++) {
            PruneByte next = innermost(logic, bytes[i + length]);
            if (next.whole != first.whole || next.at != first.at + length)
                break;
        }
        PruneTerm part = prune_extract(logic, first.whole, first.at * 8, length * 8);
        joined = joined ? prune_concat(logic, part, joined) : part;
    }
    return joined;
}
