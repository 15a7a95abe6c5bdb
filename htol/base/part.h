/* Parts of work that hosts share without talking to each other: what has a name falls into one part of so many, by a
 * hash of the name, the same everywhere. It knows nothing of what the names are of. */
#ifndef HTOL_PART_H
#define HTOL_PART_H

#include <glib.h>

/* Part `part`, from 1 on, of `parts`; all of it if `parts` is 0. */
typedef struct {
    guint part, parts;
} HtolPart;

/* What is wrong with other texts, to follow the name of the option. */
#define HTOL_PART_WRONG "takes K/N, as in 2/8, with K from 1 to N, and N up to 100000"
enum { HTOL_PART_MOST = 100000 };

/* Reads "K/N", K from 1 to N, as options --shard take it; NULL is all. Returns FALSE if it is anything else. */
gboolean htol_part_parse(const char *text, HtolPart *part);

/* Returns the hash of a name, the same everywhere. */
guint32 htol_part_hash(const char *name);

/* Returns whether what has that name, or a hash that is even in all bits, falls into the part. */
gboolean htol_part_has(HtolPart part, const char *name);
gboolean htol_part_has_hash(HtolPart part, guint64 hash);

/* Returns into which of so many parts, from 1 on, what has that name or hash falls. */
guint htol_part_of(const char *name, guint parts);
guint htol_part_of_hash(guint64 hash, guint parts);

/* Makes a hash even in all bits; another `seed` makes another one of it. */
guint64 htol_part_mix(guint64 hash, guint64 seed);

#endif
