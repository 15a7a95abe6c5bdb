/* What is asked about a function, as a hash: whatever of its text, its types, what it calls or how it is compiled makes
 * no difference to the formulas, makes none to the hash. It asks nothing. */
#ifndef PRUNE_KEY_H
#define PRUNE_KEY_H

#include "prune/joined.h"

/* Of all that verdicts on the function depend on but the solver's time and this program: its formulas, by itself and
 * where it is called (NULL: nobody asks), with what joins it, its rows of the table without places in files, the
 * criteria and the steps. Hexadecimal digits, to be freed. */
char *prune_key(const PruneJudged *alone, const PruneJudged *placed, const PruneJoined *joined, guint32 steps);

#endif
