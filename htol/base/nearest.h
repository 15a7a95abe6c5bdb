/* Which of the words that are known a misspelt one may mean. It knows nothing of what they stand for. */
#ifndef HTOL_NEAREST_H
#define HTOL_NEAREST_H

#include <glib.h>

/* The first of the known words (`n` of them) that takes the fewest changes to make of `word`, whatever their case: a
 * character inserted, deleted or replaced, or two neighbours exchanged (Damerau, CACM 1964). NULL if none takes fewer
 * than three, and fewer than half of the word. */
const char *htol_nearest(const char *word, const char *const *known, gsize n);

#endif
