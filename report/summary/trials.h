/* How the tests of a report ended, and where those that crashed were. */
#ifndef REPORT_TRIALS_H
#define REPORT_TRIALS_H

#include "report/model/model.h"

typedef enum { REPORT_PASSED, REPORT_FAILED, REPORT_CRASHED, REPORT_UNENDED } ReportVerdict;

/* A test that did not pass. */
typedef struct {
    const char *name;
    ReportVerdict verdict;
    char *how;        /* "SIGSEGV", "status 1", "timed out" */
    char *function;   /* where it crashed, the innermost place in a source of the report, else the innermost one of
                         all; NULL: not known */
    const char *path; /* of that place; NULL: in no source of the report */
    guint32 line;
    GPtrArray *stack; /* char *: "match, src/lstrlib.c:497", innermost first; empty if not known */
} ReportTrial;

typedef struct {
    guint n_tests, counts[4]; /* by ReportVerdict */
    GArray *bad;              /* ReportTrial: crashed first, then failed, by name */
} ReportTrials;

/* NULL if no test is known. */
ReportTrials *report_trials_new(const ReportModel *model);
void report_trials_free(ReportTrials *trials);

#endif
