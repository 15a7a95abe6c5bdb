/* How scores changed from report to report of a history: lines of points, for who draws them. It reads no file. */
#ifndef REPORT_TREND_H
#define REPORT_TREND_H

#include "report/summary/earlier.h"

/* The scores of one criterion. */
typedef struct {
    HtolCriterion criterion;
    const char *title; /* "functions", "MC/DC" of the four numbers, else the name of the criterion */
    int *scores;       /* of each report, in tenths of a percent; -1: not known */
    int least, most, first, last;
} ReportTrendLine;

/* Reports, oldest first, and a line of scores for each criterion. To be freed with report_trend_free. */
typedef struct {
    GPtrArray *reports; /* const ReportEarlier * */
    guint n_lines, n_failed;
    ReportTrendLine *lines;
} ReportTrend;

/* Makes lines of the last `most` reports in `history`, which must outlive the trend; of reports of one revision that
 * follow each other it takes the last. There is a line for each of the four numbers of a summary or, if `all`, for each
 * criterion in `selection` that has a score; where none of the four is known, all have one. */
ReportTrend *report_trend_new(const GPtrArray *history, const HtolSelection *selection, guint most, gboolean all);
void report_trend_free(ReportTrend *trend);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportTrend, report_trend_free)

#endif
