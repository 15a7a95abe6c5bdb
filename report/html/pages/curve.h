/* How fast tests cover what all of them cover: those that add most per second first. It draws, and says how many are
 * nearly enough; which tests are enough for all, report/advise says. */
#ifndef REPORT_HTML_CURVE_H
#define REPORT_HTML_CURVE_H

#include "htol/tests/suite.h"
#include "report/html/parts/html.h"

/* A test, and what is covered, and how long it took, with all before it. */
typedef struct {
    guint32 test;
    guint covered;
    gint64 spent; /* microseconds */
} ReportAdded;

/* The curve for one criterion. To be freed by report_curve_free. */
typedef struct {
    const ReportModel *model;
    HtolCriterion criterion;
    guint whole;   /* objectives that some named test covers alone */
    guint *runs;   /* of each test: how many it covers */
    GArray *added; /* ReportAdded: until nothing is added */
    guint nearly;  /* so many of these cover 98% */
    gint64 time;   /* of all tests */
} ReportCurve;

/* Makes the curve for one criterion, of which `suite` has the objectives; NULL if no named test covers anything of it,
 * or there are too many tests. */
ReportCurve *report_curve_new(const ReportModel *model, HtolCriterion criterion, const HtolSuite *suite);
void report_curve_free(ReportCurve *curve);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportCurve, report_curve_free)

/* Draws it. */
void report_html_curve(const ReportCurve *curve, FILE *out);

#endif
