/* A comparison for a terminal: scores, then the first changes of each kind. */
#include "report/compare/compare.h"
#include "report/out/renderers.h"

enum { MOST = 20 }; /* changes of one kind that are shown */

static char *score_of(const ReportTotals *totals)
{
    return totals ? report_score_text(totals) : g_strdup("-");
}

static void append_row(const ReportCompared *compared, GString *out)
{
    g_autofree char *a = score_of(compared->a), *b = score_of(compared->b);
    g_autofree char *difference = report_compared_difference(compared);
    g_string_append_printf(out, "%-12s %7s %7s %7s", compared->name, a, b, difference);
    if (compared->a && compared->b)
        g_string_append_printf(out, " %7u %7u %7u %7u", compared->changes[REPORT_GAINED],
                               compared->changes[REPORT_LOST], compared->changes[REPORT_NEW],
                               compared->changes[REPORT_GONE]);
    g_string_append_c(out, '\n');
}

void report_compare_scores(const ReportComparison *comparison, GString *out)
{
    g_autofree char *a = htol_plain(comparison->a_name), *b = htol_plain(comparison->b_name);
    g_string_append_printf(out, "A: %s (%s)\nB: %s (%s)\n\n", a, comparison->a->semantics, b, comparison->b->semantics);
    g_string_append_printf(out, "%-12s %7s %7s %7s %7s %7s %7s %7s\n", "criterion", "A", "B", "B - A", "gained", "lost",
                           "new", "gone");
    for (guint i = 0; i < comparison->n_criteria; i++)
        if (report_compared_is_shown(&comparison->criteria[i]))
            append_row(&comparison->criteria[i], out);
}

static void put_changes(const ReportComparison *comparison, ReportChangeKind kind, FILE *out)
{
    guint shown = 0;
    if (comparison->counts[kind] == 0)
        return;
    fprintf(out, "\n%s: %u\n", report_change_names[kind], comparison->counts[kind]);
    for (guint i = 0; i < comparison->n_changes && shown < MOST; i++) {
        if (comparison->changes[i].kind != kind)
            continue;
        g_autofree char *place = report_change_place(&comparison->changes[i]);
        g_autofree char *text = report_change_text(comparison, &comparison->changes[i]);
        fprintf(out, "%s: %s\n", place, text);
        shown++;
    }
    if (comparison->counts[kind] > shown)
        fprintf(out, "and %u more, which --html and --json hold\n", comparison->counts[kind] - shown);
}

void report_compare_text(const ReportComparison *comparison, FILE *out)
{
    g_autoptr(GString) scores = g_string_new(NULL);
    g_autoptr(GPtrArray) remarks = report_comparison_remarks(comparison);
    report_compare_scores(comparison, scores);
    fputs(scores->str, out);
    for (guint i = 0; i < remarks->len; i++)
        fprintf(out, "%s%s\n", i ? "" : "\n", (const char *)remarks->pdata[i]);
    for (guint kind = 0; kind < REPORT_CHANGES; kind++)
        put_changes(comparison, kind, out);
}
