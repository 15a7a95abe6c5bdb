/* criteria.html: which criterion implies which, scores by file, and what each criterion asks. */
#include <string.h>

#include "report/html/pages/bodies.h"
#include "report/html/pages/graph.h"
#include "report/html/parts/frame.h"
#include "report/html/parts/tiles.h"
#include "report/summary/summary.h"
#include "report/words/asks.h"

enum { WIDEST = 900 }; /* units of a picture that is legible beside a table */

/* A title as one of a list: "Decisions and conditions". */
static void put_capital(const char *text, FILE *out)
{
    putc(g_ascii_toupper(text[0]), out);
    report_html_string(out, text + 1);
}

static const char *name_of(const ReportModel *model, HtolCriterion criterion)
{
    return htol_selection_name(&model->selection, criterion);
}

/* ---- by file ---- */

/* The criterion that the page begins with: MC/DC, of which least is covered, or the headline's. */
static HtolCriterion first_criterion(const ReportModel *model)
{
    HtolCriterion headlines[REPORT_MOST_HEADLINES], first = report_headline(model);
    guint n = report_headlines(model, headlines);
    for (guint i = 0; i < n; i++)
        if (report_html_is_measured(model, headlines[i]))
            first = headlines[i];
    return first;
}

static void put_options(const ReportModel *model, HtolCriterion picked, FILE *out)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (report_html_is_measured(model, i))
            fprintf(out, "<option value=\"%s\"%s>%s (%s)", name_of(model, i), i == picked ? " selected" : "",
                    htol_criteria[i].title, name_of(model, i));
}

/* All scores stand in the row, for the script that changes the criterion. */
static void put_scores(const ReportModel *model, const ReportFile *file, FILE *out)
{
    const char *between = "";
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!report_html_is_measured(model, i))
            continue;
        fputs(between, out);
        report_html_score(out, &file->totals[i]);
        between = " ";
    }
}

static void put_file(const ReportModel *model, const ReportFile *file, HtolCriterion picked, FILE *out)
{
    g_autofree char *page = report_html_page_name(file->path);
    fputs("<tr data-v=\"", out);
    put_scores(model, file, out);
    fprintf(out, "\"><th scope=row class=path><a href=\"%s\">", page);
    report_html_path(out, file->path);
    fputs("</a><td>", out);
    report_html_bar(out, model, &file->totals[picked]);
    fputs("<td class=num>", out);
    report_html_score(out, &file->totals[picked]);
    putc('\n', out);
}

static void put_files(const ReportModel *model, FILE *out)
{
    HtolCriterion picked = first_criterion(model);
    g_autofree char *limits = report_html_limits(model);
    fputs("<section aria-labelledby=h-c><div class=head><h2 id=h-c>By file</h2><label class=needs-js><span "
          "class=vh>criterion</span> <select id=pick>",
          out);
    put_options(model, picked, out);
    fprintf(
        out,
        "</select></label></div>\n<table class=chart><thead><tr><th scope=col>file<th scope=col>%s (%s)<th scope=col "
        "class=num>score</thead><tbody data-limits=\"%s\">\n",
        htol_criteria[picked].title, name_of(model, picked), limits);
    for (guint i = 0; i < model->n_files; i++)
        put_file(model, model->files[i], picked, out);
    fputs("</tbody></table></section>\n", out);
}

/* ---- what each asks ---- */

/* Whether there is a row of its own for it: there is something to say, or nothing at all. */
static gboolean is_listed(const ReportModel *model, HtolCriterion criterion, gboolean has_objectives)
{
    const ReportTotals *totals = &model->totals[criterion];
    return model->selection.wanted[criterion] && (totals->objectives + totals->unmeasured > 0) == has_objectives;
}

/* Those that the page has. */
static void put_implied(const ReportModel *model, HtolCriterion criterion, FILE *out)
{
    for (guint i = 0; i < htol_n_subsumptions; i++) {
        HtolCriterion weak = htol_subsumptions[i].weak;
        if (htol_subsumptions[i].strong == criterion && is_listed(model, weak, TRUE))
            fprintf(out, "<a class=tag href=\"#%s\">%s</a> ", name_of(model, weak), name_of(model, weak));
    }
}

static void put_left_out(const ReportTotals *totals, FILE *out)
{
    const struct {
        guint count;
        const char *what;
    } kinds[] = {
        {totals->excluded, "excluded"}, {totals->infeasible, "impossible"}, {totals->unmeasured, "unmeasured"}};
    const char *between = "";
    fputs("<td class=\"opt left\">", out);
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (kinds[i].count == 0)
            continue;
        fputs(between, out);
        report_html_count(out, kinds[i].count);
        fprintf(out, " %s", kinds[i].what);
        between = ", ";
    }
}

static void put_covered(const ReportTotals *totals, FILE *out)
{
    fputs("<td class=\"num opt muted\">", out);
    if (report_wanted(totals) > 0) {
        report_html_count(out, totals->covered);
        fputs(" of ", out);
        report_html_count(out, report_wanted(totals));
    }
    put_left_out(totals, out);
}

/* What the score is without objectives that were proved to be of no use. */
static void put_pruned(const ReportTotals *totals, FILE *out)
{
    g_autofree char *score = report_pruned_score_text(totals);
    if (report_pruned(totals) > 0)
        fprintf(
            out,
            "<br><small title=\"%u impossible, %u duplicate, %u subsumed, %u impossible in this program\">pruned score "
            "%s</small>",
            totals->pruned[HTOL_PROOF_INFEASIBLE], totals->pruned[HTOL_PROOF_DUPLICATE],
            totals->pruned[HTOL_PROOF_SUBSUMED], totals->pruned[HTOL_PROOF_UNUSED], score);
}

static void put_criterion(const ReportModel *model, HtolCriterion criterion, HtolCriterion above, FILE *out)
{
    const ReportTotals *totals = &model->totals[criterion];
    const char *name = name_of(model, criterion);
    fprintf(out, "<tr id=\"%s\"><th scope=row>", name);
    put_capital(htol_criteria[criterion].title, out);
    fprintf(out, " <span class=tag>%s</span><td>", name);
    report_html_sentence(out, report_criterion_asks(criterion, above));
    put_covered(totals, out);
    fputs("<td class=num>", out);
    report_html_score(out, totals);
    if (report_score(totals) >= 0)
        report_html_bar(out, model, totals);
    put_pruned(totals, out);
    fputs("<td class=opt>", out);
    put_implied(model, criterion, out);
    putc('\n', out);
}

static void put_rows(const ReportModel *model, gboolean has_objectives, FILE *out)
{
    const char *family = NULL;
    HtolCriterion above = HTOL_CRITERIA;
    fputs("<table class=\"plain asks\"><thead><tr><th scope=col>criterion<th scope=col>asks<th scope=col class=\"num "
          "opt\">covered<th scope=col class=opt>left out<th scope=col class=num>score<th scope=col "
          "class=opt>implies</thead><tbody>\n",
          out);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!is_listed(model, i, has_objectives))
            continue;
        if (g_strcmp0(family, htol_criteria[i].family) != 0) {
            family = htol_criteria[i].family;
            fputs("<tr class=g><th scope=rowgroup colspan=6>", out);
            put_capital(family, out);
            putc('\n', out);
        }
        put_criterion(model, i, above, out);
        above = i;
    }
    fputs("</tbody></table>\n", out);
}

static void put_list(const ReportModel *model, FILE *out)
{
    guint silent = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        silent += is_listed(model, i, FALSE);
    fputs("<section aria-labelledby=h-t><h2 id=h-t>What each asks</h2>\n", out);
    put_rows(model, TRUE, out);
    if (silent > 0) {
        fprintf(out, "<details class=more><summary>%u more: without objectives, or not recorded</summary>\n", silent);
        put_rows(model, FALSE, out);
        fputs("</details>\n", out);
    }
    fputs("</section>\n", out);
}

/* ---- the page ---- */

static void put_title(const ReportModel *model, FILE *out)
{
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        count += report_html_is_measured(model, i);
    fprintf(
        out,
        "<div class=hero><div><h1>Criteria</h1><p>%u question%s asked of the same runs. A strong one implies weaker "
        "ones, and asks for more.</p></div></div>\n",
        count, count == 1 ? " that was" : "s that were");
}

/* The picture, and scores by file beside it, or below a wide one. */
static void put_picture(const ReportModel *model, FILE *out)
{
    fputs(report_html_graph_width(model) > WIDEST ? "<div>\n" : "<div class=split>\n", out);
    report_html_graph(model, out);
    if (model->n_files > 0 && report_html_is_measured(model, first_criterion(model)))
        put_files(model, out);
    fputs("</div>\n", out);
}

void report_html_criteria_page(const ReportModel *model, FILE *out)
{
    report_frame_begin(out, model, REPORT_PAGE_CRITERIA, "Criteria");
    put_title(model, out);
    put_picture(model, out);
    put_list(model, out);
    report_frame_end(out, model, REPORT_PAGE_CRITERIA);
}
