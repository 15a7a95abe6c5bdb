/* Makes lines of the reports of a history; see trend.h. */
#include "report/summary/trend.h"

#include "report/summary/headline.h"

static const ReportEarlier *report_at(const GPtrArray *reports, guint i)
{
    return reports->pdata[i];
}

/* The last of each row of reports of one revision. */
static GPtrArray *last_of_revisions(const GPtrArray *history)
{
    GPtrArray *reports = g_ptr_array_new();
    for (guint i = 0; i < history->len; i++) {
        const char *revision = report_at(history, i)->revision;
        if (i + 1 < history->len && revision && g_strcmp0(revision, report_at(history, i + 1)->revision) == 0)
            continue;
        g_ptr_array_add(reports, history->pdata[i]);
    }
    return reports;
}

static int score_of(const ReportEarlier *report, HtolCriterion criterion)
{
    return report->known[criterion] ? report_score(&report->totals[criterion]) : -1;
}

static gboolean has_score(const ReportTrend *trend, HtolCriterion criterion)
{
    for (guint i = 0; i < trend->reports->len; i++)
        if (score_of(report_at(trend->reports, i), criterion) >= 0)
            return TRUE;
    return FALSE;
}

static void add_line(ReportTrend *trend, HtolCriterion criterion, const char *title)
{
    guint n = trend->reports->len;
    ReportTrendLine line = {criterion, title, g_new(int, n), 1000, 0, -1, -1};
    for (guint i = 0; i < n; i++) {
        int score = line.scores[i] = score_of(report_at(trend->reports, i), criterion);
        if (score < 0)
            continue;
        line.least = MIN(line.least, score);
        line.most = MAX(line.most, score);
        line.first = line.first < 0 ? score : line.first;
        line.last = score;
    }
    trend->lines[trend->n_lines++] = line;
}

/* MC/DC is RACC, and CACC where that is not known, as in a summary. */
static void add_headlines(ReportTrend *trend, const HtolSelection *selection)
{
    static const HtolCriterion known[] = {HTOL_CRIT_fc, HTOL_CRIT_stmt, HTOL_CRIT_bc, HTOL_CRIT_racc, HTOL_CRIT_cacc};
    for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
        gboolean second =
            known[i] == HTOL_CRIT_cacc && selection->wanted[HTOL_CRIT_racc] && has_score(trend, HTOL_CRIT_racc);
        if (selection->wanted[known[i]] && has_score(trend, known[i]) && !second)
            add_line(trend, known[i], report_headline_title(known[i]));
    }
}

static void add_all(ReportTrend *trend, const HtolSelection *selection)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (selection->wanted[i] && has_score(trend, i))
            add_line(trend, i, htol_selection_name(selection, i));
}

ReportTrend *report_trend_new(const GPtrArray *history, const HtolSelection *selection, guint most, gboolean all)
{
    ReportTrend *trend = g_new0(ReportTrend, 1);
    trend->reports = last_of_revisions(history);
    if (trend->reports->len > most)
        g_ptr_array_remove_range(trend->reports, 0, trend->reports->len - most);
    for (guint i = 0; i < trend->reports->len; i++)
        trend->n_failed += report_at(trend->reports, i)->failed;
    trend->lines = g_new0(ReportTrendLine, HTOL_CRITERIA);
    if (!all)
        add_headlines(trend, selection);
    if (trend->n_lines == 0)
        add_all(trend, selection);
    return trend;
}

void report_trend_free(ReportTrend *trend)
{
    for (guint i = 0; i < trend->n_lines; i++)
        g_free(trend->lines[i].scores);
    g_free(trend->lines);
    g_ptr_array_unref(trend->reports);
    g_free(trend);
}
