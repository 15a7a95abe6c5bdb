/* Users' objectives in a report: hands scripts, faults and merged functions to htol, and says what is odd
 * about them. It judges nothing. */
#ifndef REPORT_USERS_H
#define REPORT_USERS_H

#include "report/merge/merge.h"

/* Judges users' objectives over all functions that were merged, whether or not the request asks for them. The verdicts
 * lie in the arena. */
HtolUserVerdicts report_users_judge(HtolArena *arena, const ReportInputs *inputs, const ReportMerge *merge,
                                    const ReportScripts *scripts);

/* Returns what is odd: warnings of the verdicts, texts of scripts that do not count, environments that were lost. Sets
 * *count to their number; in the arena. */
const HtolFault *report_users_warnings(HtolArena *arena, const ReportInputs *inputs, const HtolUserVerdicts *verdicts,
                                       const ReportScripts *scripts, guint *count);

#endif
