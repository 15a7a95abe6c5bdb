/* What was proved of a function in all units that have it. Whether runs agree is not known here. */
#ifndef REPORT_IMPOSSIBLE_H
#define REPORT_IMPOSSIBLE_H

#include "report/merge/merge.h"

/* Whether all units have a proof that the first one has. */
gboolean report_all_have(const ReportMerged *merged, const HtolProof *proof);

/* Returns the proof in all units that nothing covers the objective of that name; NULL: there is none. */
const HtolProof *report_impossible(const ReportMerged *merged, const char *name);

#endif
