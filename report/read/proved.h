/* What hlcov prune proved of units: found beside their tables, or in shards. Of several proofs of a unit, those that
 * say most are kept (htol_proofs_compare). Whether they hold, verdicts.h of the model says. */
#ifndef REPORT_PROVED_H
#define REPORT_PROVED_H

#include "report/inputs/inputs.h"

/* Reads what lies in the data directory for the unit, if something does. On damage FALSE and *error, which names the
 * file. */
gboolean report_proved_read(HtolArena *arena, const char *directory, ReportUnit *unit, GError **error);

/* Reads the text of a shard, `size` bytes without a zero behind, and gives what it says to its unit among `units` (id:
 * ReportUnit); units that are not there need none. On damage FALSE and *error. */
gboolean report_proved_add(HtolArena *arena, GHashTable *units, const guint8 *text, gsize size, GError **error);

#endif
