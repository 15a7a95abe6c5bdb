/* Literals: what a source compares its input with, as a dictionary for engines. It knows C's tokens, no more. */
#ifndef FUZZ_LITERALS_H
#define FUZZ_LITERALS_H

#include "report/model/model.h"

/* At most so many literals, each of at most so many bytes. */
enum { FUZZ_MOST_LITERALS = 1000, FUZZ_LONGEST_LITERAL = 64 };

/* Adds the literals of a C text to the set `literals` of GBytes: strings, without their NUL; constants of several
 * characters' worth, as the bytes of an integer of 2, 4 or 8 bytes, in both orders. Characters and small numbers are no
 * news to an engine. */
void fuzz_literals_add(GHashTable *literals, const char *text);

/* The literals of the model's sources. To be unreferenced. */
GHashTable *fuzz_literals_of(const ReportModel *model);

/* Writes the set as a dictionary of AFL and libFuzzer: `"text\xNN"` a line. FALSE and *error if that fails. */
gboolean fuzz_literals_write(GHashTable *literals, const char *path, GError **error);

#endif
