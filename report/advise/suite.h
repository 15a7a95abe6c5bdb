/* The tests of a model as a suite: what each is worth, and few that cover as much as all. It counts; what
 * covers what is known by then. */
#ifndef REPORT_SUITE_H
#define REPORT_SUITE_H

#include "htol/tests/suite.h"
#include "report/model/model.h"

/* Lives as long as the model. */
typedef struct {
    const ReportModel *model;
    guint n_covered; /* objectives that are covered */
    HtolSuite *suite;
    HtolWorth *worth;    /* of each test */
    guint32 n_tests;     /* with that of what was recorded outside of tests, if it is worth something */
    guint32 *order;      /* tests: who is needed for the most objectives first, then who covers the most alone */
    gboolean has_subset; /* it was asked for, here and below */
    HtolSubset subset;   /* covers the same objectives: the evaluator was asked */
} ReportSuite;

/* The model must know tests. */
ReportSuite *report_suite_new(const ReportModel *model, gboolean with_subset);
void report_suite_free(ReportSuite *suite);

#endif
