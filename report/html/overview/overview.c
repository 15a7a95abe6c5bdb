/* index.html, the overview: passed or failed, how much, what to do, where. What the scores do not say is in notes.c. */
#include "report/html/overview/overview.h"

#include <string.h>

#include "report/html/overview/files.h"
#include "report/html/overview/first.h"
#include "report/html/overview/map.h"
#include "report/html/overview/notes.h"
#include "report/html/parts/frame.h"
#include "report/html/parts/places.h"
#include "report/html/parts/steps.h"
#include "report/html/parts/tiles.h"
#include "report/summary/summary.h"

enum { MOST_WORST = 5, MOST_BAD = 8, MOST_STEPS = 5 };

/* ---- what to look at first ---- */

static void put_share(const ReportTotals *totals, FILE *out)
{
    report_html_count(out, totals->covered);
    fputs(" of ", out);
    report_html_count(out, report_wanted(totals));
    fputs(" functions called", out);
}

static void put_called(const ReportFile *file, FILE *out)
{
    const ReportTotals *totals = &file->totals[HTOL_CRIT_fc];
    fputs("<td class=muted>", out);
    if (report_wanted(totals) > 0 && totals->covered == 0)
        fputs("never run", out);
    else if (report_wanted(totals) > 0)
        put_share(totals, out);
}

static void put_worst_file(const ReportModel *model, const ReportFile *file, FILE *out)
{
    const ReportTotals *totals = &file->totals[report_headline(model)];
    g_autofree char *score = report_score_text(totals);
    fputs("<tr><th scope=row class=path>", out);
    report_html_link_begin(out, file->path, 0, NULL);
    report_html_path(out, file->path);
    fputs("</a>", out);
    put_called(file, out);
    fprintf(out, "<td class=num>%s", score);
    report_html_bar(out, model, totals);
    putc('\n', out);
}

static void put_worst(const ReportModel *model, FILE *out)
{
    g_autoptr(GPtrArray) files = report_worst_files(model->summary, MOST_WORST);
    const char *title = report_headline_title(report_headline(model));
    if (files->len == 0)
        return;
    fprintf(out,
            "<div class=head><h2 id=h-worst>Worst files <small>by %s</small></h2></div>\n<table class=plain><caption "
            "class=vh>Files with the lowest share of %s</caption><thead class=vh><tr><th scope=col>file<th "
            "scope=col>functions<th scope=col>%s</thead><tbody>\n",
            title, title, title);
    for (guint i = 0; i < files->len; i++)
        put_worst_file(model, files->pdata[i], out);
    fputs("</tbody></table>\n", out);
}

/* ---- the two columns ---- */

static void put_bad_tests(const ReportModel *model, FILE *out)
{
    const ReportTrials *trials = model->summary->trials;
    if (!trials || trials->bad->len == 0)
        return;
    fputs("<div class=\"head sub\"><h2>Tests that did not pass</h2></div>\n<ul class=bad>", out);
    for (guint i = 0; i < MIN(trials->bad->len, MOST_BAD); i++) {
        fputs("<li>", out);
        report_html_bad_test(&g_array_index(trials->bad, ReportTrial, i), report_has_page(model, REPORT_PAGE_TESTS),
                             out);
    }
    if (trials->bad->len > MOST_BAD)
        fprintf(out, "<li class=muted>and %u more", trials->bad->len - MOST_BAD);
    fputs("</ul>\n", out);
}

static void put_leads(const ReportModel *model, FILE *out)
{
    if (!model->summary)
        return;
    fputs("<div class=duo>\n", out);
    report_html_steps(model, MOST_STEPS, out);
    fputs("<section aria-label=\"Worst files and tests\">", out);
    put_worst(model, out);
    put_bad_tests(model, out);
    fputs("</section>\n</div>\n", out);
}

void report_html_index(const ReportModel *model, FILE *out)
{
    report_frame_begin(out, model, REPORT_PAGE_OVERVIEW, "Overview");
    report_html_hero(model, out);
    report_html_gates(model, out);
    report_html_numbers(model, out);
    put_leads(model, out);
    report_html_map(model, out);
    report_html_files(model, out);
    report_html_families(model, out);
    report_html_notes(model, out);
    report_frame_end(out, model, REPORT_PAGE_OVERVIEW);
}
