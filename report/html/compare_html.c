/* A comparison as a page: scores side by side, then changes that can be filtered by kind without a script. */
#include <string.h>

#include "report/compare/compare.h"
#include "report/html/html.h"
#include "report/out/renderers.h"

/* Changes on the page, and its bytes but for the last of them: it must stay small. */
enum { MOST = 3000, MOST_BYTES = 1500 * 1024 };

static void put_side(const ReportSnapshot *snapshot, const char *name, const char *class, const char *tag, FILE *out)
{
    fprintf(out, "<section class=\"side%s\"><h2><span class=\"tag%s\">%s</span>", class, class, tag);
    report_html_string(out, name);
    fprintf(out,
            "</h2><dl "
            "class=facts><div><dt>semantics<dd>%s</div>\n<div><dt>objectives<dd>%u</div></dl></section>\n",
            snapshot->semantics, snapshot->n_objectives);
}

/* Scores ----------------------------------------------------------------------------------------------- */

static void put_score(const ReportTotals *totals, FILE *out)
{
    fputs("<td>", out);
    if (totals)
        report_html_score(out, totals);
}

static void put_difference(const ReportCompared *compared, FILE *out)
{
    g_autofree char *difference = report_compared_difference(compared);
    const char *class = *difference == '+' ? " class=up" : *difference == '-' ? " class=dn" : "";
    fprintf(out, "<td%s>%s", class, *difference == '-' ? "−" : "");
    fputs(*difference == '-' ? difference + 1 : difference, out);
}

static double put_part(const char *class, double from, guint part, guint whole, FILE *out)
{
    double width = 100.0 * part / MAX(whole, 1);
    if (part > 0)
        fprintf(out, "<rect%s x=\"%.1f%%\" width=\"%.1f%%\" />", class, from, width);
    return from + width;
}

/* Of all objectives of both: covered in both, only in A, only in B. */
static void put_bar(const ReportCompared *compared, FILE *out)
{
    guint only_a = compared->changes[REPORT_LOST] + compared->gone_covered;
    guint only_b = compared->changes[REPORT_GAINED] + compared->new_covered;
    guint whole = report_wanted(compared->b) + compared->changes[REPORT_GONE];
    fputs("<td><svg aria-hidden=true>", out);
    double at = put_part("", 0, compared->both, whole, out);
    at = put_part(" class=a", at, only_a, whole, out);
    put_part(" class=z", at, only_b, whole, out);
    fputs("</svg>", out);
}

static void put_criterion(const ReportCompared *compared, FILE *out)
{
    fputs("<tr><th scope=row>", out);
    report_html_string(out, compared->name);
    put_score(compared->a, out);
    put_score(compared->b, out);
    put_difference(compared, out);
    if (compared->a && compared->b) {
        for (guint kind = 0; kind < REPORT_CHANGES; kind++)
            fprintf(out, "<td>%u", compared->changes[kind]);
        put_bar(compared, out);
    } else {
        fputs("<td><td><td><td><td>", out);
    }
    putc('\n', out);
}

static void put_rows(const ReportComparison *comparison, FILE *out)
{
    const char *family = NULL;
    for (guint i = 0; i < comparison->n_criteria; i++) {
        const ReportCompared *compared = &comparison->criteria[i];
        if (!report_compared_is_shown(compared))
            continue;
        if (g_strcmp0(family, compared->family) != 0) {
            fputs("<tr class=grp><th scope=rowgroup colspan=9>", out);
            report_html_string(out, compared->family);
            putc('\n', out);
        }
        family = compared->family;
        put_criterion(compared, out);
    }
}

static void put_scores(const ReportComparison *comparison, FILE *out)
{
    fputs("<section aria-labelledby=h-s><h2 id=h-s>Scores</h2>\n<div class=scroll><table class=\"list "
          "cmp\"><caption "
          "class=vh>Scores of A and B by criterion, in per cent, and how many objectives changed</caption>\n"
          "<thead><tr><th scope=col>criterion<th scope=col>A<th scope=col>B<th scope=col>B − A<th "
          "scope=col>lost"
          "<th scope=col>gained<th scope=col>gone<th scope=col>new<th scope=col><span "
          "class=vh>objectives</span></thead>\n"
          "<tbody>\n",
          out);
    put_rows(comparison, out);
    fputs("</tbody></table></div>\n<p class=muted>Objectives covered in:<span class=swatch></span>both<span "
          "class=\"swatch a\"></span>only A<span class=\"swatch z\"></span>only B<span class=\"swatch "
          "o\"></span>neither, "
          "in this order</p>\n",
          out);
    g_autoptr(GPtrArray) remarks = report_comparison_remarks(comparison);
    for (guint i = 0; i < remarks->len; i++) {
        fputs("<p>", out);
        report_html_string(out, remarks->pdata[i]);
        fputs("</p>\n", out);
    }
    fputs("</section>\n", out);
}

/* Changes ---------------------------------------------------------------------------------------------- */

static const ReportMark marks[REPORT_CHANGES] = {
    [REPORT_LOST] = {"u", "✗", "lost"},
    [REPORT_GAINED] = {"c", "✓", "gained"},
    [REPORT_GONE] = {"m", "−", "gone"},
    [REPORT_NEW] = {"p", "+", "new"},
};

static void put_boxes(const ReportComparison *comparison, FILE *out)
{
    fputs("<div class=toolbar><h2 id=h-o>Objectives</h2>", out);
    for (guint kind = 0; kind < REPORT_CHANGES; kind++)
        fprintf(out, "<label><input type=checkbox id=k-%s checked>%s <small>%u</small></label>",
                report_change_names[kind], report_change_names[kind], comparison->counts[kind]);
    fputs("</div>\n", out);
}

static void put_change(const ReportComparison *comparison, const ReportChange *change, FILE *out)
{
    const ReportMark *mark = &marks[change->kind];
    g_autofree char *place = report_change_place(change), *text = report_change_text(comparison, change);
    fprintf(out, "<tr class=%s><td class=%s>%s %s<td>%s<td><code>", mark->word, mark->class, mark->glyph, mark->word,
            (change->b ? change->b : change->a)->criterion);
    report_html_string(out, place);
    fputs("</code><td>", out);
    report_html_string(out, text);
    putc('\n', out);
}

static void put_changes(const ReportComparison *comparison, FILE *out)
{
    guint shown = 0;
    fputs("<section aria-labelledby=h-o>\n", out);
    put_boxes(comparison, out);
    fputs("<table class=list id=changes><thead><tr><th scope=col>change<th scope=col>criterion<th "
          "scope=col>where<th "
          "scope=col>objective</thead>\n<tbody>\n",
          out);
    for (; shown < MIN(comparison->n_changes, MOST) && ftell(out) < MOST_BYTES; shown++)
        put_change(comparison, &comparison->changes[shown], out);
    fputs("</tbody></table>\n", out);
    if (comparison->n_changes > shown)
        fprintf(out, "<p class=muted>and %u more, which --json holds</p>\n", comparison->n_changes - shown);
    fputs("</section>\n", out);
}

/* The page --------------------------------------------------------------------------------------------- */

static void put_page(const ReportComparison *comparison, FILE *out)
{
    report_html_begin(out, "Coverage compared", "compare");
    fputs("<h1>Coverage compared</h1>", out);
    report_html_buttons(out, TRUE);
    fputs("</header>\n<main id=main>\n<div class=sides>\n", out);
    put_side(comparison->a, comparison->a_name, "", "A", out);
    put_side(comparison->b, comparison->b_name, " z", "B", out);
    fputs("</div>\n", out);
    put_scores(comparison, out);
    put_changes(comparison, out);
    fputs("</main>\n", out);
    report_html_end(out);
}

gboolean report_compare_html(const ReportComparison *comparison, const char *directory, GError **error)
{
    ReportOutput output;
    if (!report_html_prepare(directory, NULL, error) || !report_html_open(directory, "index.html", &output, error))
        return FALSE;
    put_page(comparison, output.stream);
    return report_output_close(&output, error);
}
