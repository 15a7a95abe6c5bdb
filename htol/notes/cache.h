/* Texts that can be made again, in a directory that any number of processes share: an entry for each key, which is a
 * hash of all that the text depends on. It knows nothing of what it keeps.
 *
 * Entries are written under another name and renamed, so none is ever seen half; one that is damaged is as good as
 * none. The directory stays below its bound, more or less: what was not asked for longest goes first. Nothing in it is
 * ever needed, and whatever goes wrong here, the text is just not there. */
#ifndef HTOL_CACHE_H
#define HTOL_CACHE_H

#include <glib.h>

/* An open cache. To be cleared by htol_cache_clear. */
typedef struct {
    char *directory;
    guint64 most;  /* bytes of all entries */
    char *program; /* a hash of the program: another one may make other texts */
} HtolCache;

/* Opens the cache in `directory`, which need not exist, for the program with that hash (16 digits at least; it is
 * owned by the cache); it keeps `most` bytes. To be cleared. */
HtolCache htol_cache_open(const char *directory, guint64 most, char *program);
/* Frees what the cache holds; its files stay. */
void htol_cache_clear(HtolCache *cache);

/* Returns the text of `key`, to be freed, and its size in bytes; NULL if it is not there. `key` has 3 hexadecimal
 * digits at least. */
char *htol_cache_find(const HtolCache *cache, const char *key, gsize *size);

/* Keeps the text under `key`, in place of an older one. */
void htol_cache_keep(const HtolCache *cache, const char *key, const char *text, gsize size);

#endif
