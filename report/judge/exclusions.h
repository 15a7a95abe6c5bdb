/* Applies what comments claim of objectives: excludes those that no test covers, and remembers claims that tests
 * disprove. What a comment says, claims.c reads; whether an objective is covered, others have judged. */
#ifndef REPORT_EXCLUSIONS_H
#define REPORT_EXCLUSIONS_H

#include "report/model/model.h"

typedef struct ReportExclusions ReportExclusions;

/* What it finds lies in the arena of the model, whose selection and root it reads. */
ReportExclusions *report_exclusions_new(const ReportModel *model);
void report_exclusions_free(ReportExclusions *exclusions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportExclusions, report_exclusions_free)

/* Reads the comments of a file, whose path must live as long as the model; its text is the one that was compiled. */
void report_exclusions_read(ReportExclusions *exclusions, const HtolText *source);

/* Sets status and why of a judged objective of the function (`index` is its own there), and the claim: of an excluded
 * one what excludes it, of a covered one a claim that it disproves. A finding stays as it is. The file of the objective
 * is read if it was not. */
void report_exclusions_apply(ReportExclusions *exclusions, const ReportFunction *function, ReportObjective *objective,
                             guint index);

/* Forgets functions that were asked about, because they are freed. */
void report_exclusions_forget(ReportExclusions *exclusions);

/* How many claims tests disproved so far: the model holds their functions. */
guint report_exclusions_disproved(const ReportExclusions *exclusions);

/* How many claims the files had that report_exclusions_read was called with, wrong ones too. */
guint report_exclusions_claims(const ReportExclusions *exclusions);

/* Whether comments of the function's own file claim anything. */
gboolean report_exclusions_concern(const ReportExclusions *exclusions, const ReportFunction *function);

/* Hands all claims and what is wrong with them over to the model, after its own warnings. */
void report_exclusions_finish(ReportExclusions *exclusions, ReportModel *model);

#endif
