/* Which of some tests are enough: as few as fail with all that any of them fails with. It runs none.
 *
 * Source: greedy choice, then a pass in reverse order: Zhang, "Automatic Test Generation System for Software", USC
 * 2021, chapter 5. */
#ifndef TOOLS_ENOUGH_H
#define TOOLS_ENOUGH_H

#include <glib.h>

/* `failed`: GArray of guint for each mutant, the tests that fail with it. `needed`: a flag for each of `n` tests, set
 * for those that are kept in any case; the flags of others that are needed are set. Returns how many of these were
 * chosen one by one, and made needless by those that were chosen after them. */
guint enough_choose(const GPtrArray *failed, guint8 *needed, guint n);

#endif
