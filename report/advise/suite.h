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

/* Makes the suite of a model that knows tests and has all functions. report_suite_free frees it. */
ReportSuite *report_suite_new(const ReportModel *model, gboolean with_subset);

/* Begins one without files, to which they are added while their functions are still there. report_suite_free frees it,
 * ended or not. */
ReportSuite *report_suite_begin(void);
void report_suite_free(ReportSuite *suite);

/* Adds a file: a ReportVisitFile; `suite` is a ReportSuite. */
void report_suite_add(const ReportModel *model, const ReportFile *file, gpointer suite);

/* Append what was added, and add what was appended, to a suite that may have no file yet: as a ReportVisitor's. */
void report_suite_put(gconstpointer suite, GByteArray *out);
void report_suite_take(gpointer suite, const ReportModel *model, HtolStream *in);

/* Ends it when all files were added; the model of all of them must know tests. */
void report_suite_end(ReportSuite *suite, const ReportModel *model, gboolean with_subset);

#endif
