/* Writes the page of trends: a curve for each criterion, and a table of its reports. See report/out/text/trend_out.h.
 */
#include "report/html/pages/bodies.h"
#include "report/html/parts/frame.h"
#include "report/out/text/trend_out.h"
#include "report/summary/summary.h"

/* In units of the picture: its plot, and where a curve begins. */
enum { LEFT = 52, RIGHT = 990, TOP = 18, BOTTOM = 194, TENTHS = 1000 };

typedef struct {
    const ReportTrend *trend;
    FILE *out;
} Page;

static const ReportEarlier *report_at(const ReportTrend *trend, guint i)
{
    return trend->reports->pdata[i];
}

static double x_of(const ReportTrend *trend, guint i)
{
    guint n = trend->reports->len;
    return n < 2 ? (LEFT + RIGHT) / 2.0 : LEFT + (double)(RIGHT - LEFT) * i / (n - 1);
}

/* The axis begins at a multiple of ten per cent below all scores: small changes are to be seen. */
static int floor_of(const ReportTrendLine *line)
{
    return line->least / 100 * 100 == TENTHS ? TENTHS - 100 : line->least / 100 * 100;
}

static double y_of(const ReportTrendLine *line, int score)
{
    return BOTTOM - (double)(BOTTOM - TOP) * (score - floor_of(line)) / (TENTHS - floor_of(line));
}

/* ---- a curve ---- */

static void put_axis(const ReportTrendLine *line, FILE *out)
{
    int least = floor_of(line);
    for (guint i = 0; i <= 2; i++) {
        int score = least + (TENTHS - least) * (int)i / 2;
        double y = y_of(line, score);
        fprintf(out, "<path class=ax d=\"M%d %.1fH%d\"/><text x=44 y=%.1f text-anchor=end>%d%%</text>", LEFT, y, RIGHT,
                y + 4, score / 10);
    }
}

/* Reports that do not know the score are left out. */
static void put_path(const Page *page, const ReportTrendLine *line)
{
    char step = 'M';
    fputs("<path class=li d=\"", page->out);
    for (guint i = 0; i < page->trend->reports->len; i++) {
        if (line->scores[i] < 0)
            continue;
        fprintf(page->out, "%c%.1f %.1f", step, x_of(page->trend, i), y_of(line, line->scores[i]));
        step = 'L';
    }
    fputs("\"/>", page->out);
}

static void put_dot(const Page *page, const ReportTrendLine *line, guint i)
{
    const ReportEarlier *report = report_at(page->trend, i);
    g_autofree char *date = report_date_text(report->time);
    fprintf(page->out, "<circle%s cx=%.1f cy=%.1f r=4><title>", report->failed ? "" : " class=k", x_of(page->trend, i),
            y_of(line, line->scores[i]));
    report_html_string(page->out, report->revision ? report->revision : "report of");
    fprintf(page->out, " %s: %d.%d%%%s</title></circle>", date, line->scores[i] / 10, line->scores[i] % 10,
            report->failed ? ", gates failed" : "");
}

static void put_curve(const Page *page, const ReportTrendLine *line)
{
    g_autofree char *change = report_change_text_of(line->last - line->first);
    fprintf(page->out, "<section><h2>%c%s<small>%d.%d%%, %s</small></h2>\n", g_ascii_toupper(*line->title),
            line->title + 1, line->last / 10, line->last % 10, change);
    fprintf(page->out,
            "<div class=scroll tabindex=0 role=region aria-label=\"%s by report\"><svg class=curve viewBox=\"0 0 1000 "
            "220\" role=img aria-label=\"%s: %d.%d per cent, %s since the first report\">",
            line->title, line->title, line->last / 10, line->last % 10, change);
    put_axis(line, page->out);
    put_path(page, line);
    for (guint i = 0; i < page->trend->reports->len; i++)
        if (line->scores[i] >= 0)
            put_dot(page, line, i);
    fputs("</svg></div></section>\n", page->out);
}

/* ---- the table ---- */

static void put_score(FILE *out, int score)
{
    if (score < 0)
        fputs("<td class=num>–", out);
    else
        fprintf(out, "<td class=num>%d.%d", score / 10, score % 10);
}

static void put_row(const Page *page, guint i)
{
    const ReportEarlier *report = report_at(page->trend, i);
    g_autofree char *date = report_date_text(report->time);
    fputs("<tr><th scope=row><code>", page->out);
    report_html_string(page->out, report->revision ? report->revision : "–");
    fputs("</code><td>", page->out);
    report_html_string(page->out, report->branch ? report->branch : "");
    fprintf(page->out, "<td>%s", date);
    for (guint k = 0; k < page->trend->n_lines; k++)
        put_score(page->out, page->trend->lines[k].scores[i]);
    fprintf(page->out, "<td>%s\n", report->failed ? "<span class=u>failed</span>" : "passed");
}

/* The last report first. */
static void put_table(const Page *page)
{
    fputs("<section><h2>Reports</h2>\n<div class=scroll tabindex=0 role=region aria-label=Reports><table class=plain>"
          "<thead><tr><th scope=col>Revision<th scope=col>Branch<th scope=col>Date",
          page->out);
    for (guint k = 0; k < page->trend->n_lines; k++)
        fprintf(page->out, "<th scope=col class=num>%s", page->trend->lines[k].title);
    fputs("<th scope=col>Gates\n<tbody>", page->out);
    for (guint i = page->trend->reports->len; i-- > 0;)
        put_row(page, i);
    fputs("</table></div></section>\n", page->out);
}

static void put_page(const Page *page, const char *project)
{
    report_frame_begin(page->out, NULL, REPORT_PAGE_OTHER, project ? project : "Trend");
    fputs("<h1>Trend", page->out);
    if (project) {
        fputs(" of ", page->out);
        report_html_string(page->out, project);
    }
    fprintf(page->out, "</h1>\n<p class=muted>%u reports; a hollow point is one whose gates failed.</p>\n",
            page->trend->reports->len);
    for (guint i = 0; i < page->trend->n_lines; i++)
        put_curve(page, &page->trend->lines[i]);
    put_table(page);
    report_frame_end(page->out, NULL, REPORT_PAGE_OTHER);
}

gboolean report_trend_html(const ReportTrend *trend, const char *project, const char *directory, GError **error)
{
    ReportOutput output;
    if (!report_html_prepare(directory, error) || !report_html_open(directory, "trend.html", &output, error))
        return FALSE;
    const Page page = {trend, output.stream};
    put_page(&page, project);
    return report_output_close(&output, error);
}
