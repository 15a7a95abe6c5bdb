/* Proves for hlcov prune everything that was built: each unit, read again as it was compiled. Parses no options. */
#ifndef TOOLS_PRUNE_BUILT_H
#define TOOLS_PRUNE_BUILT_H

#include "tools/prove/proving.h"

/* Proves all units of `path`, a data directory, program or object, and prints why some could not be proved; their
 * objectives stay unpruned. FALSE and *error if `path` is none of these, or verdicts cannot be stored. Changes the
 * working directory, and returns to `directory` in the end. */
gboolean prune_built(const Proving *proving, const char *path, const char *directory, GError **error);

#endif
