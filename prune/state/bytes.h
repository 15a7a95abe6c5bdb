/* What an object holds on a single way, by bytes: the stores into it, the latest first. A value that is read may be
 * made of bytes of several stores. It knows no objects, no types and no states; the lowest byte of a value comes first.
 */
#ifndef PRUNE_BYTES_H
#define PRUNE_BYTES_H

#include "htol/base/arena.h"
#include "prune/formula/logic.h"

/* A store of `size` bytes `at` so many bytes behind the beginning of the object, and those before it. It is never
 * changed, so states share it. */
typedef struct PruneStore {
    const struct PruneStore *before; /* NULL: there is none */
    guint depth;                     /* number of stores up to this one */
    guint64 at, size;
    PruneTerm bytes; /* as wide as the store; NULL: any, other ones each time they are read */
} PruneStore;

/* A byte: number `at`, from the lowest, of a vector. */
typedef struct {
    PruneTerm whole; /* NULL: not known */
    guint at;
} PruneByte;

/* Returns the store behind `before`, in the arena. */
const PruneStore *prune_store(HtolArena *arena, const PruneStore *before, guint64 at, guint64 size, PruneTerm bytes);

/* Returns bytes `at` to `at + size - 1` if one store, the last of those that touch them, has them all; else NULL. */
PruneTerm prune_stored_whole(PruneLogic *logic, const PruneStore *last, guint64 at, guint64 size);

/* Sets `bytes` to what the stores left at `at` to `at + size - 1`; what none of them wrote stays as it is. */
void prune_stored_bytes(PruneLogic *logic, const PruneStore *last, guint64 at, guint64 size, PruneByte *bytes);

/* Returns the last store that both have; NULL: none. */
const PruneStore *prune_common_store(const PruneStore *one, const PruneStore *other);

/* Makes the vector of `n` bytes, all of them known. */
PruneTerm prune_bytes_join(PruneLogic *logic, const PruneByte *bytes, guint n);

#endif
