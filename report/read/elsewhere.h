/* What was recorded of single objectives in one unit, of any of its functions: for proofs that lead from one function
 * to another. It knows nothing of models, and nothing of tuples: what slots alone decide is all that is proved so. */
#ifndef REPORT_ELSEWHERE_H
#define REPORT_ELSEWHERE_H

#include "htol/criteria/criteria.h"
#include "report/inputs/inputs.h"

/* What was recorded of an objective. */
typedef enum {
    REPORT_THERE_IS_NONE, /* there is no such objective, or it is not measured */
    REPORT_THERE_UNCOVERED,
    REPORT_THERE_COVERED
} ReportThere;

typedef struct ReportElsewhere ReportElsewhere;

/* What was asked for of a unit is kept until another is asked for. The selection must outlive it. */
ReportElsewhere *report_elsewhere_new(const HtolSelection *selection);
void report_elsewhere_free(ReportElsewhere *elsewhere);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportElsewhere, report_elsewhere_free)

/* Returns what was recorded of the objective `name` ("CC:d2.c1=T", as in proofs) in the unit's function `function`. */
ReportThere report_elsewhere_status(ReportElsewhere *elsewhere, const ReportUnit *unit, const char *function,
                                    const char *name);

#endif
