/* What a change lost on lines that it left alone. Which lines changed, diff.h of the model says. */
#ifndef REPORT_LOSSES_H
#define REPORT_LOSSES_H

#include "report/compare/compare.h"
#include "report/model/diff.h"

/* What was covered before, and stands on lines that did not change, and is not covered now. */
struct ReportLosses {
    const ReportComparison *comparison;
    guint n;
    ReportChange *changes; /* lost all of them, in the order of the comparison */
};

/* `comparison`: of what was recorded at the base with a model of all lines. It must outlive the result. */
ReportLosses *report_losses_new(const ReportComparison *comparison, const ReportDiff *diff);
void report_losses_free(ReportLosses *losses);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportLosses, report_losses_free)

#endif
