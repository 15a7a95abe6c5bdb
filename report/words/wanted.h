/* Vectors that uncovered objectives of decisions lack: found once for decisions that are alike, and kept. What would
 * cover an objective is found by htol/words/missing.h. */
#ifndef REPORT_WANTED_H
#define REPORT_WANTED_H

#include "report/model/model.h"

typedef struct ReportWanted ReportWanted;
ReportWanted *report_wanted_new(ReportWords *words);
void report_wanted_free(ReportWanted *wanted);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportWanted, report_wanted_free)

/* As htol_missing_vectors; the vectors live as long as `wanted`, and the same ones of a decision are the same pointers.
 */
HtolMissingVectors report_wanted_vectors(ReportWanted *wanted, const ReportFunction *function,
                                         const HtolObjective *objective);

#endif
