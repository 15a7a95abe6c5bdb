/* The causes for which objectives are not covered: what people are told of instead of criteria. It words nothing. */
#ifndef REPORT_GAP_KIND_H
#define REPORT_GAP_KIND_H

#include "report/merge/mutants.h"

/* Causes, in the order in which a line tells them. */
typedef enum {
    REPORT_GAP_CALL,      /* the function was never called */
    REPORT_GAP_RUN,       /* lines never ran */
    REPORT_GAP_DECISION,  /* a decision never had an outcome, or was never evaluated */
    REPORT_GAP_CASE,      /* arms of a switch were never taken */
    REPORT_GAP_CONDITION, /* a condition never had a value, or never decided the outcome */
    REPORT_GAP_VECTOR,    /* combinations of conditions were never seen */
    REPORT_GAP_LOOP,      /* a loop was never entered, skipped or repeated */
    REPORT_GAP_CALLEE,    /* a function was never called from here */
    REPORT_GAP_USER,      /* users' objectives */
    REPORT_GAP_LIMIT,     /* a comparison never came near its limit */
    REPORT_GAP_FLOW,      /* a value never got here */
    REPORT_GAP_WAY,       /* ways through several lines were never taken */
    REPORT_GAP_SIGN,      /* a value never had a sign, or was in a class */
    REPORT_GAP_UNNOTICED, /* changes make a difference that no test notices */
    REPORT_GAP_MUTANT,    /* changes would make no difference */
    REPORT_GAP_PROVED,    /* what is missing was proved impossible */
    REPORT_GAP_EXCLUDED,  /* a comment excludes it */
    REPORT_GAP_OTHER
} ReportGapKind;

/* What an uncovered objective of the function lacks, by its criterion and where it stands. */
ReportGapKind report_gap_kind(const ReportFunction *function, const HtolObjective *objective);

#endif
