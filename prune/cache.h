/* Answers of former runs, in a directory that any number of processes share: an entry for each question, whose name is
 * a hash of all that the answer depends on. It knows neither functions nor the solver.
 *
 * Entries are written under another name and renamed, so none is ever seen half; one that is damaged is as good as
 * none. The directory stays below its bound, more or less: what was not asked for longest goes first. Nothing in it is
 * ever needed, and whatever goes wrong here, the answer is just not there. */
#ifndef PRUNE_CACHE_H
#define PRUNE_CACHE_H

#include <glib.h>

typedef struct {
    char *directory;
    guint64 most;  /* bytes of all entries */
    char *program; /* hash of the program that proves: another one may prove otherwise */
} PruneCache;

/* With so much time, the answer is what it is: milliseconds of work. */
typedef struct {
    guint timeout, budget;
} PrunePatience;

/* Of an answer that more time would not make better. */
extern const PrunePatience prune_endless;

/* For this program, in that directory, which need not exist. To be cleared. */
PruneCache prune_cache_open(const char *directory, guint64 most);
void prune_cache_clear(PruneCache *cache);

/* The answer, to be freed, if there is one that was found with as much patience or more; else NULL. `key` is
 * hexadecimal, 3 digits at least. */
char *prune_cache_find(const PruneCache *cache, const char *key, PrunePatience patience);

/* Keeps an answer, in place of any other one. */
void prune_cache_keep(const PruneCache *cache, const char *key, PrunePatience patience, const char *answer);

#endif
