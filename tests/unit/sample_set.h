/* Sets of tuples as bytes, made by hand for tests of what reads data files. They look like the runtime's, but where an
 * entry of the index lies is not the runtime's choice. */
#ifndef TESTS_UNIT_SAMPLE_SET_H
#define TESTS_UNIT_SAMPLE_SET_H

#include "htol/files/table.h"

/* Puts a number of `size` bytes, little-endian. */
void sample_put(guint8 *place, guint64 number, gsize size);

/* An empty set for the unit of that id, to be unreferenced: `entries` of the index, `words` for tuples, and what is
 * missing to a page. Its bytes can be put into a data file behind or before those of units. */
GByteArray *sample_set_new(const guint8 id[HTOL_ID_SIZE], guint32 entries, guint32 words);

/* Adds a tuple, also if it is there; there must be room. Its values are written as hlcov dump does:
 * "-5 7u 0.5 0x7ffe1234@12 0x0 code 0x1139@77 vector TF-". */
void sample_set_add(GByteArray *set, guint32 source, const char *values);

#endif
