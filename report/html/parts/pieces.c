/* Pieces of HTML that more than one page shows. It makes no page. */
#include <string.h>

#include "report/html/parts/html.h"

const ReportMark report_marks[REPORT_STATUSES] = {
    [REPORT_UNCOVERED] = {"u", "✗", "uncovered"},   [REPORT_COVERED] = {"c", "✓", "covered"},
    [REPORT_EXCLUDED] = {"x", "⊘", "excluded"},     [REPORT_INFEASIBLE] = {"i", "⊥", "impossible"},
    [REPORT_UNMEASURED] = {"m", "◌", "unmeasured"}, [REPORT_DUPLICATE] = {"i", "≡", "duplicate"},
    [REPORT_SUBSUMED] = {"i", "⊂", "subsumed"},
};
const ReportMark report_mark_partly = {"p", "◐", "partly covered"};

static void put_mark(FILE *out, const ReportMark *mark, const char *meaning)
{
    fprintf(out, "<dt><span class=\"key %s\">%s</span>%s<dd>%s\n", mark->class, mark->glyph, mark->word, meaning);
}

void report_html_legend(FILE *out)
{
    fputs("<details class=more><summary>What the marks mean</summary><dl class=legend>\n", out);
    put_mark(out, &report_marks[REPORT_COVERED], "some test meets it; on a line: all that is asked there");
    put_mark(out, &report_mark_partly, "on a line: some of it");
    put_mark(out, &report_marks[REPORT_UNCOVERED], "no test meets it");
    put_mark(out, &report_marks[REPORT_EXCLUDED], "a comment in the source excludes it: it counts in no score");
    put_mark(out, &report_marks[REPORT_INFEASIBLE],
             "no values can meet it, unless another reason is told: it counts in no score");
    put_mark(out, &report_marks[REPORT_UNMEASURED], "it cannot be judged, and counts in no score");
    fputs("<dt>–<dd>in a row of conditions: it was not evaluated\n<dt>score<dd>covered / objectives, in per cent, "
          "rounded down: 100 means all\n</dl></details>\n",
          out);
}

void report_html_path(FILE *out, const char *path)
{
    const char *slash = strrchr(path, '/');
    gsize directory = slash ? slash + 1 - path : 0;
    if (directory) {
        fputs("<span class=dir>", out);
        report_html_text(out, path, directory);
        fputs("</span>", out);
    }
    report_html_string(out, path + directory);
}

void report_html_score(FILE *out, const ReportTotals *totals)
{
    g_autofree char *score = report_score_text(totals);
    if (report_score(totals) < 0)
        fputs("–", out);
    else
        fprintf(out, "%.*s", (int)strcspn(score, "%"), score);
}

char *report_html_time(gint64 microseconds)
{
    double seconds = (double)microseconds / G_USEC_PER_SEC;
    if (microseconds >= G_USEC_PER_SEC / 10)
        return g_strdup_printf("%.2f s", seconds);
    return g_strdup_printf(microseconds < 1000 ? "%.1f ms" : "%.0f ms", 1000 * seconds);
}
