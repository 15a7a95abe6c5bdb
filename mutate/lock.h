/* Keeps two hlcov mutate apart that would run the same mutants of one data directory. */
#ifndef MUTATE_LOCK_H
#define MUTATE_LOCK_H

#include "htol/base/part.h"

/* A lock that is held. */
typedef struct {
    int all, part; /* descriptors; -1: none */
} MutateLock;

/* Locks a part of the mutants of the data directory. FALSE, and *error,
 * if somebody has it, or another part is cut otherwise; who holds it may just be ending, so that is waited for a while.
 */
gboolean mutate_lock(MutateLock *lock, const char *directory, HtolPart shard, GError **error);
void mutate_unlock(MutateLock *lock);

#endif
