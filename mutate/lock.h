/* Keeps two hlcov mutate apart that would run the same mutants of one data directory. */
#ifndef MUTATE_LOCK_H
#define MUTATE_LOCK_H

#include <glib.h>

/* A lock that is held. */
typedef struct {
    int all, part; /* descriptors; -1: none */
} MutateLock;

/* Locks part `shard` of `shards` of the mutants of the data directory, all of them if `shards` is 0. FALSE, and *error,
 * if somebody has it, or another part is cut otherwise; who holds it may just be ending, so that is waited for a while.
 */
gboolean mutate_lock(MutateLock *lock, const char *directory, guint shard, guint shards, GError **error);
void mutate_unlock(MutateLock *lock);

#endif
