/* Prints trends for a terminal; see trend_out.h. */
#include "htol/base/plain.h"
#include "report/out/text/trend_out.h"
#include "report/summary/summary.h"

enum { BLOCKS = 8, WIDTH_OF_TITLE = 12 };

/* Heights are those between the least and the most: changes are small beside a whole score. */
static const char *block_of(const ReportTrendLine *line, int score, gboolean plain)
{
    static const char *const blocks[] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587", "\u2588"};
    static const char *const digits[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    int range = MAX(line->most - line->least, 1);
    int height = line->most == line->least ? BLOCKS / 2 : (score - line->least) * (BLOCKS - 1) / range;
    if (score < 0)
        return plain ? "." : " ";
    return plain ? digits[height] : blocks[height];
}

static char *score_text(int tenths)
{
    return tenths >= 1000 ? g_strdup("100%") : g_strdup_printf("%d.%d%%", tenths / 10, tenths % 10);
}

static void put_line(const ReportTrend *trend, const ReportTrendLine *line, gboolean plain, GString *out)
{
    g_autofree char *last = score_text(line->last), *least = score_text(line->least), *most = score_text(line->most);
    g_autofree char *change = report_change_text_of(line->last - line->first);
    g_string_append_printf(out, " %-*s", WIDTH_OF_TITLE, line->title);
    for (guint i = 0; i < trend->reports->len; i++)
        g_string_append(out, block_of(line, line->scores[i], plain));
    g_string_append_printf(out, " %6s %6s", last, change);
    if (line->least < line->most)
        g_string_append_printf(out, "   from %s to %s", least, most);
    g_string_append_c(out, '\n');
}

/* "9c2ab17, 21 Nov 2026 00:40 UTC"; without a revision, the date is the name. */
static char *origin_of(const ReportEarlier *report)
{
    g_autofree char *date = report_date_text(report->time), *name = htol_plain(report->name);
    return report->revision ? g_strdup_printf("%s, %s", name, date) : g_steal_pointer(&date);
}

static void put_head(const ReportTrend *trend, const char *project, GString *out)
{
    g_autofree char *plain = htol_plain(project ? project : "");
    guint n = trend->reports->len;
    g_autofree char *first = origin_of(trend->reports->pdata[0]), *last = origin_of(trend->reports->pdata[n - 1]);
    g_string_append_printf(out, "%s%s", plain, *plain ? "  " : "");
    if (n == 1)
        g_string_append_printf(out, "1 report: %s\n", first);
    else
        g_string_append_printf(out, "%u reports: from %s, to %s\n", n, first, last);
}

static void put_failed(const ReportTrend *trend, GString *out)
{
    for (guint i = trend->reports->len; trend->n_failed > 0 && i-- > 0;) {
        const ReportEarlier *report = trend->reports->pdata[i];
        if (!report->failed)
            continue;
        g_autofree char *origin = origin_of(report);
        g_string_append_printf(out, " gates failed in %u of them, last in %s\n", trend->n_failed, origin);
        return;
    }
}

void report_trend_text(const ReportTrend *trend, const char *project, gboolean plain, GString *out)
{
    put_head(trend, project, out);
    for (guint i = 0; i < trend->n_lines; i++)
        put_line(trend, &trend->lines[i], plain, out);
    put_failed(trend, out);
}
