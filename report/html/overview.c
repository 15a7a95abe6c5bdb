/* index.html: scores by criterion, the table of files, what the scores do not say. */
#include <string.h>

#include "report/html/html.h"
#include "report/out/renderers.h"
#include "report/words/findings.h"
#include "report/words/remarks.h"
#include "report/words/unmeasured.h"

#define TITLE "Coverage"

/* Header ------------------------------------------------------------------------------------------------- */

static void put_programs(const ReportModel *model, FILE *out)
{
    const GPtrArray *runs = model->inputs->runs;
    fprintf(out, "<div><dt>data files<dd title=\"");
    for (guint i = 0; i < runs->len; i++) {
        const ReportRun *run = runs->pdata[i];
        report_html_string(out, run->program);
        fprintf(out, " (build %s)%s", run->build_id, i + 1 < runs->len ? "; " : "");
    }
    fprintf(out, "\">%u</div>\n", runs->len);
}

static void put_header(const ReportModel *model, FILE *out)
{
    report_html_begin(out, TITLE, "index");
    report_html_nav(out, "index.html");
    report_html_buttons(out, TRUE);
    fputs("<dl class=facts><div><dt>semantics<dd>", out);
    report_html_string(out, model->semantics);
    fprintf(out, "</div>\n<div><dt>functions<dd>%u</div>\n<div><dt>units<dd>%u</div>\n", model->n_functions,
            model->n_units);
    put_programs(model, out);
    fputs("</dl>\n</header>\n", out);
}

/* Scores ------------------------------------------------------------------------------------------------- */

static void put_score_row(const ReportModel *model, HtolCriterion criterion, FILE *out)
{
    const ReportTotals *totals = &model->totals[criterion];
    fputs("<tr><th scope=row title=\"", out);
    report_html_string(out, htol_criteria[criterion].doc);
    fprintf(out, "\">%s <small>%s</small><td>", htol_selection_name(&model->selection, criterion),
            htol_criteria[criterion].title);
    report_html_meter(out, totals);
    fputs("<td class=n>", out);
    report_html_score(out, totals);
    fputs("<td>", out);
    if (totals->excluded > 0)
        fprintf(out, "<small>%u excluded</small> ", totals->excluded);
    fprintf(out, "%u/%u\n", totals->covered, report_wanted(totals));
}

static gboolean begins_family(const ReportModel *model, HtolCriterion criterion)
{
    for (guint i = criterion; i-- > 0;)
        if (report_is_shown(model, i))
            return strcmp(htol_criteria[i].family, htol_criteria[criterion].family) != 0;
    return TRUE;
}

static void put_family(const char *family, FILE *out)
{
    fprintf(out,
            "<table class=meters><caption>%c%s</caption><thead><tr><th scope=col>criterion"
            "<th scope=col><span class=vh>bar</span><th scope=col>score<th scope=col>covered</thead><tbody>\n",
            g_ascii_toupper(family[0]), family + 1);
}

static void put_scores(const ReportModel *model, FILE *out)
{
    gboolean open = FALSE;
    fputs("<div class=scores>\n", out);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!report_is_shown(model, i))
            continue;
        if (begins_family(model, i)) {
            fputs(open ? "</tbody></table>\n" : "", out);
            put_family(htol_criteria[i].family, out);
            open = TRUE;
        }
        put_score_row(model, i, out);
    }
    fputs(open ? "</tbody></table>\n</div>\n" : "</div>\n", out);
}

/* Files -------------------------------------------------------------------------------------------------- */

/* Folders ------------------------------------------------------------------------------------------------ */

/* The files of a folder, beside each other in the order of paths. */
static guint end_of_folder(const ReportModel *model, guint first)
{
    g_autofree char *folder = g_path_get_dirname(model->files[first]->path);
    guint end = first;
    for (gboolean same = TRUE; same && end < model->n_files; end += same) {
        g_autofree char *other = g_path_get_dirname(model->files[end]->path);
        same = strcmp(folder, other) == 0;
    }
    return end;
}

static void put_folder_row(const ReportModel *model, guint first, guint end, FILE *out)
{
    ReportTotals totals[HTOL_CRITERIA] = {0};
    for (guint i = first; i < end; i++)
        report_totals_add(totals, model->files[i]->totals);
    g_autofree char *folder = g_path_get_dirname(model->files[first]->path);
    fputs("<tr class=d><th scope=row>", out);
    report_html_string(out, folder);
    fprintf(out, "/<td>%u", report_open(totals));
    report_html_scores(out, model, totals);
    putc('\n', out);
}

static void put_file_row(const ReportModel *model, const ReportFile *file, FILE *out)
{
    g_autofree char *page = report_html_page_name(file->path);
    fprintf(out, "<tr class=f><th scope=row><a href=\"%s\">", page);
    report_html_path(out, file->path);
    fprintf(out, "</a>%s<td>%u", file->unmeasured ? " <small>not measured</small>" : "", report_open(file->totals));
    report_html_scores(out, model, file->totals);
    putc('\n', out);
}

/* Folders have rows of their own where files stand by path, and there are several. */
static void put_rows(const ReportModel *model, FILE *out)
{
    gboolean with_folders = model->n_files > 0 && !model->sorted && end_of_folder(model, 0) < model->n_files;
    for (guint i = 0, end; i < model->n_files; i = end) {
        end = end_of_folder(model, i);
        if (with_folders)
            put_folder_row(model, i, end, out);
        for (guint k = i; k < end; k++)
            put_file_row(model, model->files[k], out);
    }
}

static void put_files(const ReportModel *model, FILE *out)
{
    fputs("<section aria-labelledby=h-files>\n<div class=toolbar><h2 id=h-files>Files</h2>", out);
    report_html_columns(out, model);
    fputs("</div>\n<div class=scroll><table id=files "
          "class=grid>\n"
          "<caption class=vh>Scores by file and criterion, in per cent</caption>\n<thead><tr><th scope=col>file"
          "<th scope=col title=\"objectives still to cover, over every criterion\">open",
          out);
    report_html_criteria(out, model);
    fputs("</thead>\n<tbody>\n", out);
    put_rows(model, out);
    fprintf(out, "</tbody>\n<tfoot><tr><th scope=row>all %u files<td>%u", model->n_files, report_open(model->totals));
    report_html_scores(out, model, model->totals);
    fputs("</tfoot>\n</table></div>\n</section>\n", out);
}

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

/* Remarks ------------------------------------------------------------------------------------------------ */

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
    fputs("<section aria-labelledby=h-out>\n<h2 id=h-out>What the scores do not say</h2>\n<ul>\n", out);
    for (guint i = 0; i < notes->len; i++) {
        g_autofree char *text = report_note_text(notes->pdata[i]);
        put_item(text, out);
    }
    for (guint i = 0; i < remarks->len; i++)
        put_item(remarks->pdata[i], out);
    put_silent(model, out);
    if (notes->len + remarks->len == 0)
        put_item("Nothing was left out.", out);
    fputs("</ul>\n</section>\n", out);
}

static void put_findings(const ReportModel *model, FILE *out)
{
    g_autofree char *summary = report_findings_summary(model);
    if (!summary)
        return;
    g_autoptr(GPtrArray) lines = report_findings(model);
    fputs("<section aria-labelledby=h-errors>\n<h2 id=h-errors>Run-time errors, in no score</h2>\n<p>", out);
    report_html_string(out, summary);
    fputs("</p>\n<ul>\n", out);
    for (guint i = 0; i < lines->len; i++)
        put_item(lines->pdata[i], out);
    fputs("</ul>\n</section>\n", out);
}

static void put_list(const char *id, const char *heading, const GPtrArray *lines, FILE *out)
{
    g_autofree char *more = report_unmeasured_more(lines->len);
    if (lines->len == 0)
        return;
    fprintf(out, "<section aria-labelledby=%s>\n<h2 id=%s>%c%s</h2>\n<ul>\n", id, id, g_ascii_toupper(heading[0]),
            heading + 1);
    for (guint i = 0; i < MIN(lines->len, REPORT_MOST_UNMEASURED); i++)
        put_item(lines->pdata[i], out);
    if (more)
        put_item(more, out);
    fputs("</ul>\n</section>\n", out);
}

static void put_unmeasured(const ReportModel *model, FILE *out)
{
    g_autoptr(GPtrArray) unmeasured = report_unmeasured(model);
    g_autoptr(GPtrArray) fallbacks = report_fallback_lines(model);
    put_list("h-open", report_unmeasured_heading, unmeasured, out);
    put_list("h-fallback", report_fallbacks_heading, fallbacks, out);
}

void report_html_index(const ReportModel *model, FILE *out)
{
    put_header(model, out);
    fputs("<main id=main>\n", out);
    put_scores(model, out);
    report_html_users(model, out);
    report_html_exclusions(model, out);
    put_findings(model, out);
    put_unmeasured(model, out);
    put_files(model, out);
    fputs("<div class=two>\n", out);
    put_remarks(model, out);
    report_html_legend(out);
    fputs("</div>\n</main>\n", out);
    report_html_end(out);
}
