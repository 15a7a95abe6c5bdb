/* Answers of former runs, in a directory that any number of processes share: an entry for each question, whose name is
 * a hash of all that the answer depends on. It knows neither functions nor the solver.
 *
 * Entries are written under another name and renamed, so none is ever seen half; one that is damaged is as good as
 * none. The directory stays below its bound, more or less: what was not asked for longest goes first. Nothing in it is
 * ever needed, and whatever goes wrong here, the answer is just not there. */
#ifndef PRUNE_CACHE_H
#define PRUNE_CACHE_H

#include <glib.h>

/* An open cache. To be cleared by prune_cache_clear. */
typedef struct {
    char *directory;
    guint64 most;  /* bytes of all entries */
    char *program; /* hash of the program that proves: another one may prove otherwise */
} PruneCache;

/* Limits under which an answer was found, in milliseconds of work: for a question, for a function. */
typedef struct {
    guint timeout, budget;
} PrunePatience;

/* The patience of an answer that more time would not change. */
extern const PrunePatience prune_endless;

/* Opens the cache in `directory`, which need not exist, for the program that runs; it keeps `most` bytes. To be
 * cleared. */
PruneCache prune_cache_open(const char *directory, guint64 most);
void prune_cache_clear(PruneCache *cache);

/* Returns the answer to `key` if it was found with at least this patience, to be freed; else NULL. `key` has 3
 * hexadecimal digits at least. */
char *prune_cache_find(const PruneCache *cache, const char *key, PrunePatience patience);

/* Keeps `answer` under `key`, in place of an older one. */
void prune_cache_keep(const PruneCache *cache, const char *key, PrunePatience patience, const char *answer);

#endif
