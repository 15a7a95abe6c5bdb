/* String literals as constant arrays of characters. It knows the C text of a literal, not where it stands. */
#ifndef PRUNE_LITERAL_H
#define PRUNE_LITERAL_H

#include <glib.h>

/* Returns the characters of a narrow string literal, or of several beside each other, with the 0 behind them; to be
 * unreferenced. NULL: it is another literal, a wide string, or one whose characters are not known here. */
GByteArray *prune_literal_bytes(const char *text, gsize size);

#endif
