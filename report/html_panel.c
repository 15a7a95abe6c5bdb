/* Objectives of a line as rows of tables; see html_panel.h. */
#include "report/html_panel.h"

#include <string.h>

#include "report/tests.h"
#include "report/way.h"

static gboolean has_one_function(const ReportEntry *entries, guint count)
{
    for (guint i = 1; i < count; i++)
        if (entries[i].function != entries[0].function)
            return FALSE;
    return TRUE;
}

static void put_htol(const HtolHyper *hyper, FILE *out)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_hyper_print(hyper, text);
    fputs("<code>", out);
    report_html_text(out, text->str, text->len);
    fputs("</code>", out);
}

static void put_function_name(const ReportFunction *function, FILE *out)
{
    const HtolRowFunction *row = &function->function->row;
    report_html_string(out, row->name);
    fputs(" <small>", out);
    report_html_string(out, row->hash);
    fputs("</small>", out);
}

static void put_place(const ReportPanel *panel, const ReportEntry *entry)
{
    const HtolObjective *what = entry->objective->objective;
    if (entry->line == REPORT_ELSEWHERE) {
        report_html_string(panel->out, report_objective_path(entry->function, entry->objective));
        putc(':', panel->out);
    }
    fprintf(panel->out, "%u:%u", what->line, what->column);
}

static void put_why(const ReportPanel *panel, const ReportEntry *entry)
{
    g_autofree char *why = report_why(panel->words, entry->function, entry->objective);
    if (*why && entry->objective->objective->hyper)
        fputs("<br>", panel->out);
    if (!report_html_excluded(panel->out, entry->objective))
        report_html_string(panel->out, why);
}

static void put_criterion(const ReportPanel *panel, const ReportEntry *entry)
{
    if (entry->objective->objective->hyper)
        put_htol(entry->objective->objective->hyper, panel->out);
    put_why(panel, entry);
}

static void put_tests(const ReportPanel *panel, const ReportEntry *entry)
{
    g_autofree char *tests = report_witness_words(panel->model, entry->objective);
    if (!*tests)
        return;
    fputs("<br>covered by ", panel->out);
    report_html_string(panel->out, tests);
}

/* The row is a link to itself, the same in every build; the script draws the way that it carries. */
static void open_row(const ReportPanel *panel, const ReportEntry *entry)
{
    const ReportMark *mark = &report_marks[entry->objective->status];
    g_autofree char *id = report_objective_id(panel->model, entry->function, entry->objective);
    g_autoptr(GArray) way = report_way(entry->function, entry->objective->objective);
    const char *rest = strstr(id, entry->function->id) == id ? id + strlen(entry->function->id) + 1 : id;
    fputs("<tr id=\"", panel->out);
    report_html_string(panel->out, entry->function->function->row.name);
    putc(':', panel->out);
    report_html_string(panel->out, rest);
    for (guint i = 0; way && i < way->len; i++)
        fprintf(panel->out, "%s%u", i ? " " : "\" data-way=\"", g_array_index(way, guint32, i));
    fprintf(panel->out, "\"><td class=%s>%s %s<td>%s<td>", mark->class, mark->glyph, mark->word,
            htol_selection_name(&panel->model->selection, entry->objective->objective->criterion));
}

static void put_objective(const ReportPanel *panel, const ReportEntry *entry, gboolean with_function)
{
    static const char *const values[] = {"", "false", "true"};
    const HtolObjective *what = entry->objective->objective;
    open_row(panel, entry);
    put_place(panel, entry);
    fputs("<td><code>", panel->out);
    report_html_string(panel->out, what->text);
    fprintf(panel->out, "</code><td>%s<td>", what->level ? what->level : values[what->value + 1]);
    if (what->user)
        report_html_user(panel->out, entry->objective);
    else
        put_criterion(panel, entry);
    put_tests(panel, entry);
    if (with_function) {
        fputs("<td>", panel->out);
        put_function_name(entry->function, panel->out);
    }
    putc('\n', panel->out);
}

void report_html_objectives(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    gboolean with_function = !has_one_function(entries, count);
    for (guint i = 0; i < count; i++)
        put_objective(panel, &entries[i], with_function);
}

/* ---- the panel ---- */

static guint count_covered(const ReportEntry *entries, guint count)
{
    guint covered = 0;
    for (guint i = 0; i < count; i++)
        covered += entries[i].objective->status == REPORT_COVERED;
    return covered;
}

/* The rows that are covered, or the others. */
static void put_rows(const ReportPanel *panel, const ReportEntry *entries, guint count, gboolean covered)
{
    gboolean with_function = !has_one_function(entries, count);
    fputs("<table class=tt>\n", panel->out);
    for (guint i = 0; i < count; i++)
        if ((entries[i].objective->status == REPORT_COVERED) == covered)
            put_objective(panel, &entries[i], with_function);
    fputs("</table>", panel->out);
}

/* What is covered is folded where something is not: that is what one looks for. */
void report_html_panel(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    guint covered = count_covered(entries, count);
    fputs("<div class=pan>", panel->out);
    report_html_decisions(panel, entries, count);
    if (covered < count)
        put_rows(panel, entries, count, FALSE);
    if (covered > 0 && covered < count)
        fprintf(panel->out, "<details class=more><summary>%u covered</summary>", covered);
    if (covered > 0)
        put_rows(panel, entries, count, TRUE);
    fputs(covered > 0 && covered < count ? "</details></div>" : "</div>", panel->out);
}
