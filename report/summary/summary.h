/* What a reader wants to know of a report first: what it is of, whether its gates passed, four numbers and how they
 * changed, and which tests did not pass. It judges nothing: totals and endings are the model's. */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H

#include "report/model/model.h"
#include "report/summary/checkout.h"
#include "report/summary/earlier.h"
#include "report/summary/gates.h"
#include "report/summary/headline.h"
#include "report/summary/trials.h"

/* One of the four numbers: functions, statements, branches, MC/DC; the first four selected criteria where none of these
 * was. */
typedef struct {
    HtolCriterion criterion;
    const char *title;          /* "functions", "MC/DC"; else the title of the criterion */
    const ReportTotals *totals; /* of all files */
    gboolean has_change;        /* an earlier score is known: */
    int change;                 /* score now less score then, tenths of a percent */
    const ReportGated *gate;    /* of this criterion, the first one; NULL: none */
} ReportHeadline;

/* Scores from here on are medium, and high, in tenths of a percent: --limits. */
typedef struct {
    guint medium, high;
} ReportLimits;

/* How good a score is, by the limits of the report; NO_GRADE: there is nothing to cover. */
typedef enum { REPORT_LOW, REPORT_MEDIUM, REPORT_HIGH, REPORT_NO_GRADE } ReportGrade;

/* Lives as long as the model. */
struct ReportSummary {
    const ReportModel *model;
    ReportCheckout *checkout; /* project, revision, branch: NULL where one is unknown */
    ReportEarlier *earlier;   /* scores of an earlier report; NULL: there is none */
    guint n_headlines;
    ReportHeadline headlines[REPORT_MOST_HEADLINES];
    guint n_gates, n_failed;
    ReportGated *gates;
    ReportTrials *trials; /* how the tests ended; NULL: no test is known */
    ReportLimits limits;
    char *source_url; /* pattern with {path} and {line}; NULL: no links */
};

/* What the user gave; all may be NULL or 0. */
typedef struct {
    const char *project;     /* --project */
    const char *since;       /* --since FILE; NULL: the scores that the last report left in `directory` */
    const char *directory;   /* the data directory; NULL: scores of no earlier report are looked for */
    const char *limits;      /* --limits=MEDIUM,HIGH */
    const char *source_url;  /* --source-url */
    const ReportGate *gates; /* parsed --fail-under */
    guint n_gates;
    const ReportEarlier *least; /* --no-worse-than: scores that are gates */
    gboolean per_file;          /* --per-file: gates are of each file by itself */
} ReportSummaryRequest;

/* NULL and *error if `since` cannot be read or `limits` cannot be understood. */
ReportSummary *report_summary_new(const ReportModel *model, const ReportSummaryRequest *request, GError **error);
void report_summary_free(ReportSummary *summary);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportSummary, report_summary_free)

/* Whether the score is low, medium or high; NO_GRADE of 0 of 0. */
ReportGrade report_grade(const ReportSummary *summary, const ReportTotals *totals);
extern const char *const report_grade_names[]; /* "low", "medium", "high", "none" */

/* "21 Nov 2026 00:40 UTC", of seconds since 1970. To be freed. */
char *report_date_text(gint64 seconds);

/* When the model was made, as report_date_text has it. To be freed. */
char *report_summary_date(const ReportSummary *summary);

/* What changes are told since: "b2ebc43, 26 Nov 2026 01:15 UTC", and of the revision that the summary is of "the report
 * of 26 Nov 2026 01:15 UTC, same revision". There must be an earlier report. To be freed. */
char *report_since_text(const ReportSummary *summary);

/* "+0.8", "-0.2", "0.0" of a headline with a change. To be freed. */
char *report_change_text_of(int tenths);

/* Where a line of a source can be looked at; NULL if no pattern was given, or the path is absolute. To be freed. */
char *report_source_url(const ReportSummary *summary, const char *path, guint32 line);

/* "13 tests: 11 passed, 1 failed, 1 crashed". NULL if no test is known. To be freed. */
char *report_trials_text(const ReportSummary *summary);

/* "2 of 5 gates failed: statements 55.7%, wanted 60%; ..."; "all 5 gates passed"; NULL without gates. To be freed. */
char *report_gates_text(const ReportSummary *summary);

/* A family of criteria that are shown and have objectives, and those with the lowest and highest score in it. */
typedef struct {
    const char *name;
    guint n_criteria;
    HtolCriterion lowest, highest;
} ReportFamily;

/* What readers call the family of a criterion: "logic", "values and mutants", "yours". */
const char *report_family_name(HtolCriterion criterion);

/* ReportFamily of all families with objectives, in the order of criteria; to be unreferenced. */
GArray *report_families(const ReportModel *model);

/* The worst files by statements (the headline criterion where these are not selected), at most `most`; files with
 * nothing left to cover are left out. const ReportFile *, to be unreferenced. */
GPtrArray *report_worst_files(const ReportSummary *summary, guint most);

#endif
