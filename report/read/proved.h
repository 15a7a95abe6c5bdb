/* What hlcov prune proved of a unit: found beside its table. Whether it holds, verdicts.h of the model says. */
#ifndef REPORT_PROVED_H
#define REPORT_PROVED_H

#include "report/read/inputs.h"

/* Reads what lies in the data directory for the unit, if something does and the unit has none yet. On damage FALSE and
 * *error, which names the file. */
gboolean report_proved_read(HtolArena *arena, const char *directory, ReportUnit *unit, GError **error);

#endif
