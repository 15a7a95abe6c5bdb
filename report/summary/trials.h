/* How the tests of a report ended, and where those that crashed were. */
#ifndef REPORT_TRIALS_H
#define REPORT_TRIALS_H

#include "report/model/model.h"

/* How a test ended; UNENDED: nothing is known of its end. */
typedef enum { REPORT_PASSED, REPORT_FAILED, REPORT_CRASHED, REPORT_UNENDED } ReportVerdict;

/* A place on the stack of a crash. */
typedef struct {
    char *function;  /* NULL: not known */
    char *path;      /* as tables name files; NULL: not known */
    guint32 line;    /* 0: not known */
    gboolean shown;  /* the path is that of a file of the report */
    gboolean begins; /* the line is where the function begins: where in it the program was is not known */
} ReportFrame;

/* A test that did not pass. */
typedef struct {
    const char *name;
    ReportVerdict verdict;
    char *how;                /* "SIGSEGV", "status 1", "timed out" */
    const ReportFrame *frame; /* where it crashed: the innermost one in a file of the report, else the innermost one
                                 of all; NULL: not known */
    GArray *stack;            /* ReportFrame, innermost first; empty if not known */
} ReportTrial;

/* The endings of all tests, counted. To be freed by report_trials_free. */
typedef struct {
    guint n_tests, counts[4]; /* by ReportVerdict */
    GArray *bad;              /* ReportTrial: crashed first, then failed, by name */
} ReportTrials;

/* NULL if no test is known. */
ReportTrials *report_trials_new(const ReportModel *model);
void report_trials_free(ReportTrials *trials);

/* What stands between the name of the frame's function and its place: ", " or ", which begins in ". */
const char *report_frame_joint(const ReportFrame *frame);

#endif
