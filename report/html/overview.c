/* index.html, the overview: passed or failed, how much, what to do, where; then all that the scores do not say. */
#include <string.h>

#include "report/html/files.h"
#include "report/html/first.h"
#include "report/html/frame.h"
#include "report/html/map.h"
#include "report/html/places.h"
#include "report/html/steps.h"
#include "report/html/tiles.h"
#include "report/out/renderers.h"
#include "report/summary/summary.h"
#include "report/words/findings.h"
#include "report/words/remarks.h"
#include "report/words/unmeasured.h"

enum { MOST_WORST = 5, MOST_BAD = 8, MOST_STEPS = 5 };

/* ---- what to look at first ---- */

static void put_called(const ReportFile *file, FILE *out)
{
    const ReportTotals *totals = &file->totals[HTOL_CRIT_fc];
    fputs("<td class=muted>", out);
    if (report_wanted(totals) > 0 && totals->covered == 0)
        fputs("never run", out);
    else if (report_wanted(totals) > 0)
        fprintf(out, "%u of %u functions called", totals->covered, report_wanted(totals));
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

/* ---- what the scores do not say ---- */

/* Criteria of which nothing is shown. */
static void put_silent(const ReportModel *model, FILE *out)
{
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i] && !report_is_shown(model, i))
            fprintf(out, "%s%s", count++ ? ", " : "<li>without objectives, or not recorded (see hlcov cc --criteria): ",
                    htol_selection_name(&model->selection, i));
    fputs(count ? "\n" : "", out);
}

static void put_item(const char *text, FILE *out)
{
    fputs("<li>", out);
    report_html_string(out, text);
    putc('\n', out);
}

static void put_remarks(const ReportModel *model, FILE *out)
{
    g_autoptr(GPtrArray) remarks = report_remarks(model);
    const GPtrArray *notes = model->inputs->notes;
    fprintf(out, "<details class=\"more list\"%s><summary>What these scores leave out</summary><ul class=bullets>\n",
            notes->len > 0 ? " open" : "");
    for (guint i = 0; i < notes->len; i++) {
        g_autofree char *text = report_note_text(notes->pdata[i]);
        put_item(text, out);
    }
    for (guint i = 0; i < remarks->len; i++)
        put_item(remarks->pdata[i], out);
    put_silent(model, out);
    if (notes->len + remarks->len == 0)
        put_item("Nothing was left out.", out);
    fputs("</ul></details>\n", out);
}

static void put_findings(const ReportModel *model, FILE *out)
{
    g_autofree char *summary = report_findings_summary(model);
    if (!summary)
        return;
    g_autoptr(GPtrArray) lines = report_findings(model);
    fprintf(out, "<details class=\"more list\"%s><summary>Run-time errors, in no score</summary><p>",
            lines->len > 0 ? " open" : "");
    report_html_string(out, summary);
    fputs("</p>\n<ul class=bullets>\n", out);
    for (guint i = 0; i < lines->len; i++)
        put_item(lines->pdata[i], out);
    fputs("</ul></details>\n", out);
}

static void put_list(const char *heading, const GPtrArray *lines, FILE *out)
{
    g_autofree char *more = report_unmeasured_more(lines->len);
    if (lines->len == 0)
        return;
    fprintf(out, "<details class=\"more list\"><summary>%c%s: %u</summary><ul class=bullets>\n",
            g_ascii_toupper(heading[0]), heading + 1, lines->len);
    for (guint i = 0; i < MIN(lines->len, REPORT_MOST_UNMEASURED); i++)
        put_item(lines->pdata[i], out);
    if (more)
        put_item(more, out);
    fputs("</ul></details>\n", out);
}

static void put_unmeasured(const ReportModel *model, FILE *out)
{
    g_autoptr(GPtrArray) unmeasured = report_unmeasured(model);
    g_autoptr(GPtrArray) fallbacks = report_fallback_lines(model);
    put_list(report_unmeasured_heading, unmeasured, out);
    put_list(report_fallbacks_heading, fallbacks, out);
}

/* ---- what was measured ---- */

static void put_programs(const ReportModel *model, FILE *out)
{
    const GPtrArray *runs = model->inputs->runs;
    fprintf(out, "<dt>data files<dd>%u", runs->len);
    for (guint i = 0; i < runs->len; i++) {
        const ReportRun *run = runs->pdata[i];
        fputs(i ? "; " : ": ", out);
        report_html_string(out, run->program);
        fprintf(out, " (build %s)", run->build_id);
    }
    fputs("</dl></details>\n", out);
}

static void put_measured(const ReportModel *model, FILE *out)
{
    fputs("<details class=more><summary>What was measured</summary><dl class=legend><dt>semantics<dd>", out);
    report_html_string(out, model->semantics);
    fprintf(out, "<dt>functions<dd>%u<dt>units<dd>%u", model->n_functions, model->n_units);
    put_programs(model, out);
}

static void put_notes(const ReportModel *model, FILE *out)
{
    fputs("<section aria-labelledby=h-out><h2 id=h-out class=vh>Notes</h2>\n", out);
    report_html_users(model, out);
    report_html_exclusions(model, out);
    put_findings(model, out);
    put_unmeasured(model, out);
    put_remarks(model, out);
    put_measured(model, out);
    report_html_legend(out);
    fputs("</section>\n", out);
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
    put_notes(model, out);
    report_frame_end(out, model, REPORT_PAGE_OVERVIEW);
}
