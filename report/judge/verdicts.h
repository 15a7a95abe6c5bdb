/* What was proved of objectives (hlcov prune), checked against what was recorded: proved.h has read it.
 * A verdict that a run disproves is dropped, and named. It proves nothing. */
#ifndef REPORT_VERDICTS_H
#define REPORT_VERDICTS_H

#include "report/judge/objectives.h"
#include "report/merge/merge.h"

/* Whether there are any of its objectives. */
gboolean report_verdicts_concern(const ReportMerged *merged);

/* Prunes the function's objectives, which are judged and counted, as far as all units that hold it say so; counts that
 * too. Sets why it could not be proved, if some unit says so. */
void report_verdicts_apply(ReportModel *model, ReportFunction *function, const ReportObjectives *objectives,
                           const ReportMerged *merged);

#endif
