/* Inputs that were chosen for mutants, made smaller: a reader of the test shall see what matters. It chooses none. */
#ifndef TOOLS_KILLERS_H
#define TOOLS_KILLERS_H

#include "tools/generate/killed.h"

/* Shrinks the inputs that killed_choose chose for mutants, as long as they tell these. `program` is that of the unit
 * with its mutants. Returns what the inputs were, for killers_restore, to be unreferenced; NULL and *error if a program
 * is gone. */
GPtrArray *killers_shrink(Killed *killed, const char *program, GError **error);

/* Gives their inputs back to those that were chosen for a mutant which no test kills now. FALSE and *error as above. */
gboolean killers_restore(Killed *killed, const GPtrArray *originals, GError **error);

#endif
