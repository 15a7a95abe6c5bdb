/* What pages about a whole project tell of its functions, gathered of file after file: what tests are worth, and who
 * calls what. Functions may be dropped then, and several processes may share the files. */
#ifndef REPORT_GATHERED_H
#define REPORT_GATHERED_H

#include "report/advise/suite.h"
#include "report/model/callers.h"

/* To be freed by report_gathered_free. */
struct ReportGathered {
    ReportSuite *suite;               /* of all criteria; ended, with a subset, when it was given to a model */
    HtolSuite *suites[HTOL_CRITERIA]; /* of each that a summary may show first, and of report_headline's; of others
                                         NULL, and of all if no test is known */
    ReportCalls *calls;
    ReportVisitor visitor; /* that gathers */
};

/* Begins empty. */
ReportGathered *report_gathered_new(void);
void report_gathered_free(ReportGathered *gathered);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportGathered, report_gathered_free)

/* Gathers from a model that has all functions; the model must outlive it. */
ReportGathered *report_gathered_of(const ReportModel *model);

/* Gives what was gathered, by the visitor, to the model whose files were visited. It must outlive the model. */
void report_gathered_give(ReportGathered *gathered, ReportModel *model);

#endif
