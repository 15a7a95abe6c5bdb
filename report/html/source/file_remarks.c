/* Writes what is told of a file besides its lines; see source.h. */
#include <string.h>

#include "report/gaps/words.h"
#include "report/html/source/parts.h"
#include "report/html/source/source.h"
#include "report/words/remarks.h"

/* Opens a link to a line, which another page of the file may have. */
static void open_link(const ReportPage *page, guint32 line)
{
    g_autofree char *name = report_html_page_of_line(page->file, page->parts, line);
    fprintf(page->out, "<a href=\"%s#L%u\">", page->parts->len > 1 ? name : "", line);
}

static void put_fact(const ReportPage *page, const ReportFunction *function, const HtolFlowFact *fact)
{
    gboolean here = g_strcmp0(function->function->files[fact->file].path, page->file->path) == 0;
    fputs("<li>", page->out);
    gboolean linked = here && page->file->n_lines > 0;
    if (linked)
        open_link(page, fact->line);
    fprintf(page->out, "line %u%s", fact->line, linked ? "</a>" : "");
    fputs(here ? ", in " : " of a file that is included, in ", page->out);
    report_html_string(page->out, function->function->row.name);
    fputs(": ", page->out);
    report_html_string(page->out, fact->text);
    putc('\n', page->out);
}

static void put_facts(const ReportPage *page)
{
    guint facts = 0;
    for (guint i = 0; i < page->file->n_functions; i++)
        facts += page->file->functions[i]->n_facts;
    if (facts == 0)
        return;
    fprintf(page->out, "<details class=more><summary>Data flow: %u remarks</summary>\n<ul>\n", facts);
    for (guint i = 0; i < page->file->n_functions; i++)
        for (guint f = 0; f < page->file->functions[i]->n_facts; f++)
            put_fact(page, page->file->functions[i], &page->file->functions[i]->facts[f]);
    fputs("</ul></details>\n", page->out);
}

static void put_finding(const ReportPage *page, const ReportFunction *function, const ReportObjective *finding)
{
    const HtolObjective *what = finding->objective;
    fputs("<li>", page->out);
    open_link(page, what->line);
    fprintf(page->out, "line %u</a>, in ", what->line);
    report_html_string(page->out, function->function->row.name);
    fputs(": ", page->out);
    report_html_string(page->out, what->text);
    fputs(what->finding == HTOL_FINDING_ERROR ? ": it happened\n" : ": reached\n", page->out);
}

/* Returns how many there are now, `before` among them. */
static guint put_findings_of(const ReportPage *page, const ReportFunction *function, HtolFinding kind,
                             const char *title, guint before)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(page->model, function);
    for (guint i = 0; i < objectives->n_findings; i++) {
        const ReportObjective *finding = &objectives->findings[i];
        if (finding->objective->finding != kind || finding->status != REPORT_COVERED)
            continue;
        if (before++ == 0)
            fprintf(page->out, "<details class=more><summary>%s</summary>\n<ul>\n", title);
        put_finding(page, function, finding);
    }
    return before;
}

/* Errors that happened, and what came next to one. */
static void put_findings(const ReportPage *page, HtolFinding kind, const char *title)
{
    guint count = 0;
    for (guint i = 0; i < page->file->n_functions; i++)
        if (page->file->functions[i]->n_findings > 0)
            count = put_findings_of(page, page->file->functions[i], kind, title, count);
    fputs(count ? "</ul></details>\n" : "", page->out);
}

static void put_call(const ReportPage *page, const ReportFunction *function, const ReportSeen *seen)
{
    fputs("<tr><th scope=row>", page->out);
    report_html_string(page->out, function->function->row.name);
    fprintf(page->out, "<td>%u<td><code>", seen->row->line);
    report_html_string(page->out, seen->row->text);
    fputs("</code><td>", page->out);
    report_html_string(page->out, seen->callee);
    putc('\n', page->out);
}

/* Pairs of caller and callee that were seen through pointers, and are no objectives. */
static void put_calls(const ReportPage *page)
{
    guint count = 0;
    for (guint i = 0; i < page->file->n_functions; i++)
        count += page->file->functions[i]->n_seen;
    if (count == 0)
        return;
    fprintf(page->out,
            "<details class=more><summary>Calls seen through pointers: %u</summary>\n<div "
            "class=scroll>"
            "<table class=plain>\n<thead><tr><th scope=col>caller<th scope=col>line<th scope=col>call"
            "<th scope=col>callee</thead>\n<tbody>\n",
            count);
    for (guint i = 0; i < page->file->n_functions; i++)
        for (guint k = 0; k < page->file->functions[i]->n_seen; k++)
            put_call(page, page->file->functions[i], &page->file->functions[i]->seen[k]);
    fputs("</tbody>\n</table></div></details>\n", page->out);
}

void report_html_file_remarks(const ReportPage *page)
{
    put_findings(page, HTOL_FINDING_ERROR, "Run-time errors that happened");
    put_findings(page, HTOL_FINDING_BOUNDARY, "Boundaries of run-time errors that were reached");
    put_facts(page);
    put_calls(page);
}

/* Elsewhere ---- */

enum { MOST_ELSEWHERE = 500 }; /* that are listed */

static gboolean is_here(const ReportPage *page, const ReportJudged *judged)
{
    return judged->line > 0 && judged->line <= page->file->n_lines;
}

static guint count_elsewhere(const ReportPage *page, const ReportFunction *function)
{
    guint count = 0;
    for (guint i = 0; i < function->n_objectives; i++)
        count += !is_here(page, &function->judged[i]);
    return count;
}

static void put_elsewhere(const ReportPage *page, const ReportFunction *function, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    const ReportMark *mark = &report_marks[objective->status];
    g_autofree char *name = report_objective_name(page->words, function, objective);
    g_autofree char *why = report_why(page->words, function, objective);
    fprintf(page->out, "<tr><td class=%s title=\"%s\">%s<td>", mark->class, mark->word, mark->glyph);
    report_html_string(page->out, report_objective_path(function, objective));
    fprintf(page->out, ":%u<td>", what->line);
    if (what->user)
        report_html_user(page->out, objective);
    else
        report_html_words(page->out, name);
    fputs("<td>", page->out);
    if (!what->user && !report_html_excluded(page->out, objective))
        report_html_words(page->out, why);
    putc('\n', page->out);
}

/* A function at a time: what is missing first. */
static guint put_elsewhere_of(const ReportPage *page, const ReportFunction *function, guint before)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(page->model, function);
    fputs("<tr><th scope=rowgroup colspan=4>", page->out);
    report_html_string(page->out, *function->function->row.name ? function->function->row.name : "in no function");
    putc('\n', page->out);
    for (guint pass = 0; pass < 2; pass++)
        for (guint i = 0; i < objectives->n && before < MOST_ELSEWHERE; i++) {
            const ReportObjective *objective = &objectives->list[i];
            if (is_here(page, &function->judged[i]) || (objective->status == REPORT_UNCOVERED) != (pass == 0))
                continue;
            put_elsewhere(page, function, objective);
            before++;
        }
    return before;
}

static const ReportFunction *function_at(const ReportFile *file, guint at)
{
    return at < file->n_functions ? file->functions[at] : file->outside;
}

void report_html_elsewhere(const ReportPage *page)
{
    const ReportFile *file = page->file;
    guint functions = file->n_functions + (file->outside != NULL), all = 0, told = 0;
    for (guint i = 0; i < functions; i++)
        all += count_elsewhere(page, function_at(file, i));
    if (all == 0)
        return;
    fprintf(
        page->out,
        "<section aria-labelledby=h-rest><h2 id=h-rest>Objectives without a line here <small>%u</small></h2>\n"
        "<div class=scroll><table class=plain><thead><tr><th scope=col><span class=vh>mark</span><th scope=col>place"
        "<th scope=col>what<th scope=col>why</thead><tbody>\n",
        all);
    for (guint i = 0; i < functions; i++)
        if (count_elsewhere(page, function_at(file, i)) > 0)
            told = put_elsewhere_of(page, function_at(file, i), told);
    fputs("</tbody></table></div>\n", page->out);
    if (told < all)
        fprintf(page->out, "<p>and %u more: <code>hlcov report --json</code> has all</p>\n", all - told);
    fputs("</section>\n", page->out);
}
