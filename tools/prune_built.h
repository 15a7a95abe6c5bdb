/* hlcov prune of what was built: each unit is read again as it was compiled. Parses no options. */
#ifndef TOOLS_PRUNE_BUILT_H
#define TOOLS_PRUNE_BUILT_H

#include "tools/proving.h"

/* Proves all units of a data directory, or of a program or object, and says of those that cannot be proved why; their
 * objectives stay unpruned. FALSE and *error if the path is none of these, or nothing can be kept. It changes the
 * working directory, and comes back to `directory`. */
gboolean prune_built(const Proving *proving, const char *path, const char *directory, GError **error);

#endif
