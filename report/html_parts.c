/* Pieces of HTML that more than one page shows. It makes no page. */
#include <string.h>

#include "report/html.h"

const ReportMark report_marks[REPORT_STATUSES] = {
    [REPORT_UNCOVERED] = {"u", "✗", "uncovered"},   [REPORT_COVERED] = {"c", "✓", "covered"},
    [REPORT_EXCLUDED] = {"x", "⊘", "excluded"},     [REPORT_INFEASIBLE] = {"i", "⊥", "infeasible"},
    [REPORT_UNMEASURED] = {"m", "◌", "unmeasured"},
};
const ReportMark report_mark_partly = {"p", "◐", "partly covered"};

void report_html_begin(FILE *out, const char *title, const char *body_class)
{
    fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
          "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'self'; "
          "script-src 'self'; "
          "img-src data:; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<meta name=generator "
          "content=hlcov>\n"
          "<title>",
          out);
    report_html_string(out, title);
    fprintf(out,
            "</title>\n<link rel=icon href=\"data:,\">\n<link rel=stylesheet href=style.css>\n"
            "<script src=report.js></script>\n</head>\n<body class=%s>\n<header class=top>\n<div class=bar>",
            body_class);
}

void report_html_buttons(FILE *out)
{
    fputs("<div class=\"tools needs-js\"><input type=search id=filter placeholder=\"filter   /\" "
          "aria-label=\"Show only the rows that hold this text\"><output id=shown></output>"
          "<button data-act=theme title=\"Theme (t)\">Theme: auto</button>"
          "<button data-act=help title=\"Keys (?)\">Keys <kbd>?</kbd></button></div></div>\n",
          out);
}

void report_html_end(FILE *out)
{
    fputs("<dialog id=help aria-labelledby=help-h>\n<h2 id=help-h>Keys</h2>\n"
          "<table><tr><th scope=row><kbd>j</kbd> <kbd>k</kbd><td>next, previous line that is not covered"
          "<tr><th scope=row><kbd>o</kbd> <kbd>O</kbd><td>open the panel of the line, every panel"
          "<tr><th scope=row><kbd>[</kbd> <kbd>]</kbd><td>previous, next file"
          "<tr><th scope=row><kbd>f</kbd><td>all files<tr><th scope=row><kbd>/</kbd><td>filter"
          "<tr><th scope=row><kbd>t</kbd><td>theme<tr><th scope=row><kbd>?</kbd><td>this list</table>\n"
          "<form method=dialog><button>Close</button></form>\n</dialog>\n</body>\n</html>\n",
          out);
}

static void put_mark(FILE *out, const ReportMark *mark, const char *meaning)
{
    fprintf(out, "<dt><span class=\"key %s\">%s</span>%s<dd>%s\n", mark->class, mark->glyph, mark->word,
            meaning);
}

void report_html_legend(FILE *out)
{
    fputs("<section aria-labelledby=h-legend>\n<h2 id=h-legend>Legend</h2>\n<dl class=legend>\n", out);
    put_mark(out, &report_marks[REPORT_COVERED],
             "some run meets the objective; on a line: all of them are met");
    put_mark(out, &report_mark_partly, "on a line: some of its objectives are met, some not");
    put_mark(out, &report_marks[REPORT_UNCOVERED], "no run meets it");
    put_mark(out, &report_marks[REPORT_UNMEASURED], "it cannot be judged, and counts in no score");
    fputs("<dt>score<dd>covered / objectives, in per cent, rounded down: 100 means all\n</dl>\n</section>\n",
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
    fprintf(out, "%.*s", (int)strcspn(score, "%"), score);
}

void report_html_meter(FILE *out, const ReportTotals *totals)
{
    int score = report_score(totals);
    if (score >= 0)
        fprintf(out, "<svg aria-hidden=true><rect width=\"%d.%d%%\" /></svg>", score / 10, score % 10);
}

void report_html_criteria(FILE *out, const ReportModel *model)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!model->selection.wanted[i])
            continue;
        fputs("<th scope=col title=\"", out);
        report_html_string(out, htol_criteria[i].doc);
        fprintf(out, "\">%s", htol_selection_name(&model->selection, i));
    }
}

void report_html_scores(FILE *out, const ReportModel *model, const ReportTotals *totals)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!model->selection.wanted[i])
            continue;
        fprintf(out, "<td title=\"%u of %u\">", totals[i].covered, report_wanted(&totals[i]));
        report_html_score(out, &totals[i]);
        report_html_meter(out, &totals[i]);
    }
}
