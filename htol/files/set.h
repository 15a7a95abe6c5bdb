/* Sets of tuples, as they lie in data files. Checks one and reads its tuples; where sets lie, and what belongs to them,
 * is data.h's. */
#ifndef HTOL_SET_H
#define HTOL_SET_H

#include "htol/files/table.h"
#include "htol/files/tuple.h"

/* A set that was read; its tuples lie in the arena of the reader. */
typedef struct {
    guint8 id[HTOL_ID_SIZE]; /* of its unit's table */
    guint64 lost;            /* how often a tuple could not be kept */
    guint32 n_tuples;
    const HtolTuple *tuples; /* in the order of the index; equal ones may be among them */
} HtolSet;

/* Whether a piece of section hlcov_bits says that it is a set. */
gboolean htol_set_begins(const guint8 *bytes);

/* Reads the set at `bytes`, which has `left` bytes, a page at least, up to the end of the section. What it reads lives
 * in the arena. Returns NULL, or what is wrong: a size, an entry that leads to no tuple, tuples that share words, a
 * value that there cannot be, padding. Takes time and memory linear in the set's size. */
const char *htol_set_read(HtolArena *arena, const guint8 *bytes, gsize left, HtolSet *set);

#endif
