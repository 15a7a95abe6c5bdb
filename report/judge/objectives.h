/* The objectives of a function: expanded again when they are asked for, as what judge.h keeps of each is some bytes.
 * How they are covered is htol's business. */
#ifndef REPORT_OBJECTIVES_H
#define REPORT_OBJECTIVES_H

#include "htol/words/suppose.h"
#include "report/model/model.h"

/* The objectives of one function, and what became of each. */
typedef struct {
    const ReportFunction *function;
    HtolArena *arena; /* of all that they point to, but for what the model has */
    guint n;
    ReportObjective *list; /* function->n_objectives, in the order of criteria, then of the text */
    guint n_findings;
    ReportObjective *findings; /* n_findings, in that order: those of RTE, in no score; see HtolFinding */
    HtolObserved *observed;    /* what was recorded, and questions about more: NULL while they are judged, and where */
    HtolSuppose *suppose;      /* ... nothing could be recorded */
} ReportObjectives;

/* Returns the objectives of the function as they were judged; to be freed with report_objectives_free. */
ReportObjectives *report_objectives(const ReportModel *model, const ReportFunction *function);
void report_objectives_free(ReportObjectives *objectives);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportObjectives, report_objectives_free)

/* While they are judged: what is asked of a function by these criteria, without statuses. To be freed. */
ReportObjectives *report_objectives_expand(const ReportModel *model, const ReportFunction *function,
                                           const HtolSelection *selection);

/* Why an objective that is not covered is no uncovered one either; NULL: it is, or there was no room to record it. The
 * second is of one that is known to be unmeasured, and is never NULL. */
const char *report_why_unmeasured(const ReportFunction *function, const HtolObjective *objective);
const char *report_unmeasured_reason(const ReportFunction *function, const HtolObjective *objective);

/* The line of a branch: an arm's is that of its switch, where readers look for it. */
guint32 report_branch_line(const HtolFunction *function, const HtolObjective *objective);

#endif
