/* Answers of former runs in a cache of files: an entry for each question. It knows neither functions nor the solver.
 *
 * An answer that was found with less patience than is asked for is as good as none. */
#ifndef PRUNE_CACHE_H
#define PRUNE_CACHE_H

#include "htol/notes/cache.h"

/* Limits under which an answer was found, in milliseconds of work: for a question, for a function. */
typedef struct {
    guint timeout, budget;
} PrunePatience;

/* The patience of an answer that more time would not change. */
extern const PrunePatience prune_endless;

/* Opens the cache in `directory`, which need not exist, for the program that runs, by whose bytes answers are told
 * from those of others; it keeps `most` bytes. To be cleared by htol_cache_clear. */
HtolCache prune_cache_open(const char *directory, guint64 most);

/* Returns the answer to `key` if it was found with at least this patience, to be freed; else NULL. `key` has 3
 * hexadecimal digits at least. */
char *prune_cache_find(const HtolCache *cache, const char *key, PrunePatience patience);

/* Keeps `answer` under `key`, in place of an older one. */
void prune_cache_keep(const HtolCache *cache, const char *key, PrunePatience patience, const char *answer);

#endif
