/* Writes what stands first; see first.h. */
#include "report/html/overview/first.h"

#include <stdlib.h>
#include <string.h>

#include "report/html/parts/frame.h"
#include "report/html/parts/tiles.h"
#include "report/summary/summary.h"

/* ---- what it is of ---- */

static void put_revision(const ReportCheckout *checkout, FILE *out)
{
    if (!checkout || !checkout->revision)
        return;
    fputs("revision <code>", out);
    report_html_string(out, checkout->revision);
    fputs("</code>", out);
    if (checkout->branch) {
        fputs(" on ", out);
        report_html_string(out, checkout->branch);
    }
    fputs(" · ", out);
}

static void put_date(const ReportSummary *summary, FILE *out)
{
    g_autofree char *date = report_summary_date(summary);
    fputs("measured <time>", out);
    report_html_string(out, date);
    fputs("</time>", out);
}

static void put_ended(const ReportTrials *trials, FILE *out)
{
    static const char *const words[] = {"passed", "failed", "crashed", "did not end"};
    const char *between = ": ";
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (trials->counts[i] == 0)
            continue;
        fprintf(out, i == REPORT_PASSED ? "%s%u %s" : "%s<span class=u>%u %s</span>", between, trials->counts[i],
                words[i]);
        between = ", ";
    }
}

static void put_tests(const ReportModel *model, FILE *out)
{
    const ReportTrials *trials = model->summary->trials;
    gboolean linked = report_has_page(model, REPORT_PAGE_TESTS);
    if (!trials)
        return;
    fprintf(out, " · %s%u test%s%s", linked ? "<a href=tests.html>" : "", trials->n_tests,
            trials->n_tests == 1 ? "" : "s", linked ? "</a>" : "");
    put_ended(trials, out);
}

static void put_since(const ReportModel *model, FILE *out)
{
    if (!model->summary->earlier)
        return;
    g_autofree char *since = report_since_text(model->summary);
    fputs("<p class=muted>changes since ", out);
    report_html_string(out, since);
    fputs("</p>", out);
}

void report_html_hero(const ReportModel *model, FILE *out)
{
    fputs("<div class=hero><div><h1>", out);
    report_html_string(out, report_html_project(model));
    fputs("</h1>", out);
    if (model->summary) {
        fputs("\n<p>", out);
        put_revision(model->summary->checkout, out);
        put_date(model->summary, out);
        put_tests(model, out);
        fputs("</p></div>\n", out);
        put_since(model, out);
        fputs("</div>\n", out);
    } else {
        fputs("</div></div>\n", out);
    }
}

/* ---- gates ---- */

static void put_least(guint least, FILE *out)
{
    fprintf(out, "%.6g%%", least / 1000.0);
}

static void put_failed(const ReportGated *gate, FILE *out)
{
    g_autofree char *score = report_score_text(&gate->totals);
    fputs("<li><span class=u>✗ ", out);
    report_html_string(out, gate->title);
    fprintf(out, "</span> %s, wanted ", score);
    put_least(gate->gate.least, out);
}

static void put_each_gate(const ReportSummary *summary, gboolean passed, FILE *out)
{
    for (guint i = 0; i < summary->n_gates; i++) {
        const ReportGated *gate = &summary->gates[i];
        if (gate->passed != passed)
            continue;
        if (passed) {
            fputs("<li><span class=c>✓</span> ", out);
            report_html_string(out, gate->title);
        } else {
            put_failed(gate, out);
        }
    }
}

static void put_sum(const ReportSummary *summary, FILE *out)
{
    guint n = summary->n_gates, failed = summary->n_failed;
    if (failed > 0)
        fprintf(out, "✗ %u of %u gate%s failed", failed, n, n == 1 ? "" : "s");
    else
        fprintf(out, n == 1 ? "✓ the gate passed" : "✓ all %u gates passed", n);
}

void report_html_gates(const ReportModel *model, FILE *out)
{
    const ReportSummary *summary = model->summary;
    if (!summary || summary->n_gates == 0)
        return;
    fprintf(out, "<div class=\"gates%s\"><h2>", summary->n_failed ? " bad" : "");
    put_sum(summary, out);
    fputs("</h2><ul>", out);
    put_each_gate(summary, FALSE, out);
    put_each_gate(summary, TRUE, out);
    fputs("</ul></div>\n", out);
}

/* ---- four numbers ---- */

/* "called" of functions, "run" of statements. */
static const char *verb_of(HtolCriterion criterion)
{
    switch (criterion) {
    case HTOL_CRIT_fc: return "called";
    case HTOL_CRIT_stmt: return "run";
    case HTOL_CRIT_bc: return "taken";
    case HTOL_CRIT_racc: return "pairs seen";
    default: return "covered";
    }
}

static const ReportHeadline *headline_of(const ReportModel *model, HtolCriterion criterion)
{
    for (guint i = 0; model->summary && i < model->summary->n_headlines; i++)
        if (model->summary->headlines[i].criterion == criterion)
            return &model->summary->headlines[i];
    return NULL;
}

static void put_change(const ReportModel *model, const ReportHeadline *headline, FILE *out)
{
    if (!headline || !headline->has_change)
        return;
    g_autofree char *since = report_since_text(model->summary);
    fprintf(out, "<span class=\"by %s\" title=\"since ",
            headline->change > 0   ? "up"
            : headline->change < 0 ? "dn"
                                   : "muted");
    report_html_string(out, since);
    fprintf(out, "\">%s%d.%d</span>", headline->change == 0 ? "± " : "", abs(headline->change) / 10,
            abs(headline->change) % 10);
}

static void put_meter(const ReportModel *model, const ReportTotals *totals, const ReportHeadline *headline, FILE *out)
{
    int score = MAX(report_score(totals), 0);
    if (!headline || !headline->gate) {
        report_html_bar(out, model, totals);
        return;
    }
    fprintf(
        out,
        "<svg class=\"meter gated %s\" aria-hidden=true><rect width=%d.%d%% /><rect class=gate x=%.3f%% y=-3 width=2 "
        "height=12 /></svg>",
        report_html_grade(model, totals), score / 10, score % 10, headline->gate->gate.least / 1000.0);
}

static void put_gate(const ReportHeadline *headline, FILE *out)
{
    if (!headline || !headline->gate)
        return;
    fputs(headline->gate->passed ? "<span class=gt><i>✓</i> gate " : "<span class=\"gt u\">✗ gate ", out);
    put_least(headline->gate->gate.least, out);
    fputs("</span>", out);
}

static void put_score(const ReportModel *model, const ReportTotals *totals, FILE *out)
{
    fprintf(out, "<span class=lvl>%s</span><b>", report_html_grade_word(model, totals));
    report_html_score(out, totals);
    fputs(report_score(totals) < 0 ? "</b>" : "<small>%</small></b>", out);
}

/* Beside the score of the changed lines. */
static void put_all_lines(const ReportTotals *totals, FILE *out)
{
    g_autofree char *score = report_score_text(totals);
    fprintf(out, " · all lines %s", score);
}

static void put_tile(const ReportModel *model, HtolCriterion criterion, FILE *out)
{
    const ReportTotals *totals = &model->totals[criterion];
    const ReportHeadline *headline = headline_of(model, criterion);
    const char *title = report_headline_title(criterion);
    fprintf(out, "<a class=\"tile %s\" href=\"criteria.html#%s\"><span class=name>%c%s</span>",
            report_html_grade(model, totals), htol_selection_name(&model->selection, criterion),
            g_ascii_toupper(title[0]), title + 1);
    put_score(model, totals, out);
    put_change(model, headline, out);
    put_meter(model, totals, headline, out);
    fputs("<span class=of>", out);
    report_html_count(out, totals->covered);
    fputs(" of ", out);
    report_html_count(out, report_wanted(totals));
    fprintf(out, " %s", verb_of(criterion));
    if (model->all_lines)
        put_all_lines(&model->all_lines[criterion], out);
    fputs("</span>", out);
    put_gate(headline, out);
    fputs("</a>\n", out);
}

void report_html_numbers(const ReportModel *model, FILE *out)
{
    HtolCriterion criteria[REPORT_MOST_HEADLINES];
    guint n = report_headlines(model, criteria);
    fputs("<div class=tiles>\n", out);
    for (guint i = 0; i < n; i++)
        put_tile(model, criteria[i], out);
    fputs("</div>\n", out);
}
