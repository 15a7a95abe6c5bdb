/* Two snapshots beside each other: scores by criterion, and what became of each objective. It writes for
 * terminals, programs, merge requests and browsers; what is covered was decided before. */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include <stdio.h>

#include "report/compare/snapshot.h"

/* What became of an objective from A to B. All else, such as being uncovered in both, is no change. */
typedef enum {
    REPORT_LOST,   /* covered in A; there in B, uncovered or unmeasured */
    REPORT_GAINED, /* there in A, and not covered; covered in B */
    REPORT_GONE,   /* there in A only */
    REPORT_NEW,    /* there in B only */
    REPORT_CHANGES
} ReportChangeKind;

extern const char *const report_change_names[REPORT_CHANGES]; /* "lost", ... */

/* What became of one objective: what snapshot a and what snapshot b say of it. */
typedef struct {
    ReportChangeKind kind;
    const ReportSaid *a, *b; /* NULL: it is not there */
} ReportChange;

/* A criterion that one of the two selected. Objectives are compared if both did. */
typedef struct {
    const char *name, *family;
    const ReportTotals *a, *b; /* NULL: it was not selected */
    guint changes[REPORT_CHANGES];
    guint both;                      /* objectives that are covered in both */
    guint gone_covered, new_covered; /* of those gone and new */
} ReportCompared;

/* What is asked of functions by one side, where the other side covers all that it asks of them, and asks
 * something. */
typedef struct {
    guint functions;
    ReportTotals totals;
} ReportWhereAll;

/* Lives as long as the snapshots. */
typedef struct {
    const ReportSnapshot *a, *b;
    const char *a_name, *b_name; /* as the user names them */
    guint n_criteria;
    ReportCompared *criteria; /* those of A, then those of B alone */
    guint n_changes;
    ReportChange *changes; /* by kind, then in the order of B; those gone in that of A */
    guint counts[REPORT_CHANGES];
    gboolean same_criteria;    /* both selected the same; if not: */
    ReportWhereAll of_b, of_a; /* what B asks where A covers all, and what A asks where B does */
} ReportComparison;

/* Compares two snapshots, which must outlive the comparison; the names are copied. report_comparison_free frees it. */
ReportComparison *report_comparison_new(const ReportSnapshot *a, const char *a_name, const ReportSnapshot *b,
                                        const char *b_name);
void report_comparison_free(ReportComparison *comparison);

/* Whether one of the two has objectives of it. */
gboolean report_compared_is_shown(const ReportCompared *compared);

/* B's score less A's, as they are shown: "+1.5", "-0.2", "0.0"; "" if one is not there or n/a. To be freed.
 */
char *report_compared_difference(const ReportCompared *compared);

/* A change in words: where it is now (gone: where it was), its text, what it is now and was not before, with
 * which tests: "a.c:12:9: CC x == y true: ...". To be freed. */
char *report_change_place(const ReportChange *change);
char *report_change_text(const ReportComparison *comparison, const ReportChange *change);

/* What --fail-on-lost asks: a sentence on how many were lost, to be freed; NULL if none was. */
char *report_comparison_lost(const ReportComparison *comparison);

/* What the scores do not say, sentences (char *, to be freed with the array): other semantics, what the
 * criteria of one side come to where the other side covers all of its own. */
GPtrArray *report_comparison_remarks(const ReportComparison *comparison);

#endif
