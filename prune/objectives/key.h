/* What is asked about a function, as a hash for the cache: a change of its text, types, callees or compiler options
 * changes the hash only if it changes a formula. It asks nothing. */
#ifndef PRUNE_KEY_H
#define PRUNE_KEY_H

#include "prune/objectives/joined.h"

/* Hashes all that verdicts on the function depend on, except the solver's time and this program: its formulas alone, as
 * it is called (`placed`; NULL: nobody asks) and joined with its callees, its rows of the table without places in
 * files, the criteria and `steps`. Returns hexadecimal digits, to be freed. */
char *prune_key(const PruneJudged *alone, const PruneJudged *placed, const PruneJoined *joined, guint32 steps);

#endif
