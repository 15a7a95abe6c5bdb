/* What an earlier run of hlcov prune proved of a unit, so that it needs no probe: the computed mutants that are
 * infeasible. It proves nothing, and inserts nothing.
 *
 * Of what is proved a duplicate or subsumed, all is recorded: in another unit with the same function, where it is not
 * proved, it counts by itself. Nor does what is infeasible beside mutants cost a program anything: nobody gets there.
 */
#ifndef ANNOT_PROVED_H
#define ANNOT_PROVED_H

#include "htol/base/arena.h"
#include "htol/files/table.h"

/* What is proved of a unit. */
typedef struct {
    guint32 **mutants; /* of each function NULL, or of each operation the infeasible ones: bit k for mutant k */
    const char *text;  /* the file of these proofs, with marks on those of what is not recorded */
} AnnotProved;

/* Reads what is proved of the unit with that table in one data directory, and which marks lie in another one; see
 * annot_proved_read, the only one. */
typedef AnnotProved *AnnotReadProved(HtolArena *arena, const HtolTable *table, const char *dir, const char *marks);

/* It lives in the arena. NULL if nothing of the unit needs no probe, or what lies there cannot be read. Programs that
 * are to start fast must not name this function: it needs a parser of JSON. */
AnnotReadProved annot_proved_read;

#endif
