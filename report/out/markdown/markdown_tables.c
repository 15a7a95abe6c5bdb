/* Makes the tables of the summary in Markdown; see markdown_tables.h. */
#include "report/out/markdown/markdown_tables.h"

#include <stdlib.h>
#include <string.h>

#include "htol/base/digits.h"
#include "htol/base/plain.h"
#include "report/advise/headlines.h"
#include "report/gaps/gap_sentence.h"
#include "report/model/diff.h"
#include "report/out/markdown/markdown_parts.h"
#include "report/summary/summary.h"

enum { MOST_FILES = 5, MOST_STEPS = 3, MOST_TRIALS = 5, MOST_GAPS = 3 };

/* Cells -------------------------------------------------------------------------------------------------- */

static char *counts_of(const ReportTotals *totals)
{
    g_autofree char *covered = htol_grouped(totals->covered), *wanted = htol_grouped(report_wanted(totals));
    return g_strdup_printf("%s of %s", covered, wanted);
}

/* A dash of 0 of 0. */
static char *score_of(const ReportTotals *totals)
{
    return report_score(totals) < 0 ? g_strdup("-") : report_score_text(totals);
}

static char *capitalised(const char *title)
{
    char *text = g_strdup(title);
    *text = g_ascii_toupper(*text);
    return text;
}

static char *text_cell(const char *text)
{
    cmark_node *cell = report_markdown_cell_new();
    report_markdown_words(cell, text);
    return report_markdown_cell(cell);
}

/* A place in code, linked if links are known. Line 0: the whole file. */
static char *place_cell(const ReportModel *model, const char *path, guint32 line)
{
    cmark_node *cell = report_markdown_cell_new();
    g_autofree char *url = report_source_url(model->summary, path, MAX(line, 1)), *plain = htol_plain(path);
    g_autofree char *place = line > 0 ? g_strdup_printf("%s:%u", plain, line) : g_strdup(plain);
    report_markdown_code(cell, place, url);
    return report_markdown_cell(cell);
}

/* The four numbers --------------------------------------------------------------------------------------- */

char *report_markdown_verdict(const ReportModel *model)
{
    const ReportSummary *summary = model->summary;
    g_autofree char *gates = report_gates_text(summary);
    const char *of = model->diff ? " of changed lines" : "";
    if (!gates)
        return g_strdup_printf("Coverage%s", of);
    gates[strcspn(gates, ":")] = '\0';
    return g_strdup_printf("%s Coverage%s: %s", summary->n_failed > 0 ? "\u274c" : "\u2705", of, gates);
}

static void append_change(const ReportHeadline *headline, GString *out)
{
    g_autofree char *text = report_change_text_of(headline->change);
    if (!headline->has_change)
        g_string_append(out, " |");
    else if (headline->change == 0)
        g_string_append_printf(out, " %s |", text);
    else
        g_string_append_printf(out, " %s %s |", headline->change > 0 ? "\u25b2" : "\u25bc", text + 1);
}

static void append_gate(const ReportGated *gate, GString *out)
{
    g_autofree char *least = gate ? report_gate_least(&gate->gate) : NULL;
    if (gate)
        g_string_append_printf(out, " %s %s |", gate->passed ? "\u2705" : "\u274c", least);
    else
        g_string_append(out, " |");
}

static gboolean has_changes(const ReportSummary *summary)
{
    gboolean any = FALSE;
    for (guint i = 0; i < summary->n_headlines; i++)
        any |= summary->headlines[i].has_change;
    return any;
}

static void append_head(const ReportModel *model, GString *out)
{
    const ReportSummary *summary = model->summary;
    cmark_node *name = report_markdown_cell_new();
    report_markdown_literal(name, CMARK_NODE_CODE, summary->earlier ? summary->earlier->name : "");
    g_autofree char *since = report_markdown_cell(name);
    g_string_append(out, model->all_lines ? "| | changed lines | | all lines |" : "| | covered | |");
    if (has_changes(summary))
        g_string_append_printf(out, " since %s |", since);
    g_string_append(out, summary->n_gates > 0 ? " gate |\n" : "\n");
    g_string_append(out, model->all_lines ? "|:--|--:|--:|--:|" : "|:--|--:|--:|");
    g_string_append(out, has_changes(summary) ? "--:|" : "");
    g_string_append(out, summary->n_gates > 0 ? ":--|\n" : "\n");
}

static void append_all_lines(const ReportTotals *totals, GString *out)
{
    g_autofree char *score = score_of(totals);
    g_string_append_printf(out, " %s |", score);
}

char *report_markdown_scores(const ReportModel *model)
{
    const ReportSummary *summary = model->summary;
    GString *table = g_string_new(NULL);
    append_head(model, table);
    for (guint i = 0; i < summary->n_headlines; i++) {
        const ReportHeadline *headline = &summary->headlines[i];
        g_autofree char *title = capitalised(headline->title), *counts = counts_of(headline->totals);
        g_autofree char *score = score_of(headline->totals);
        g_string_append_printf(table, "| **%s** | %s | **%s** |", title, counts, score);
        if (model->all_lines)
            append_all_lines(&model->all_lines[headline->criterion], table);
        if (has_changes(summary))
            append_change(headline, table);
        if (summary->n_gates > 0)
            append_gate(headline->gate, table);
        g_string_append_c(table, '\n');
    }
    return g_string_free(table, FALSE);
}

/* Tests -------------------------------------------------------------------------------------------------- */

static void append_frame(cmark_node *parent, const ReportModel *model, const ReportFrame *frame)
{
    g_autofree char *function = htol_plain(frame->function ? frame->function : "");
    if (*function) {
        report_markdown_literal(parent, CMARK_NODE_TEXT, " in ");
        report_markdown_literal(parent, CMARK_NODE_CODE, function);
    }
    if (!frame->shown)
        return;
    g_autofree char *url = report_source_url(model->summary, frame->path, frame->line);
    g_autofree char *plain = htol_plain(frame->path), *place = g_strdup_printf("%s:%u", plain, frame->line);
    report_markdown_literal(parent, CMARK_NODE_TEXT, *function ? report_frame_joint(frame) : " in ");
    report_markdown_code(parent, place, url);
}

static void append_trial(cmark_node *parent, const ReportModel *model, const ReportTrial *trial)
{
    g_autofree char *name = htol_plain(trial->name);
    g_autofree char *how = trial->verdict == REPORT_FAILED ? g_strdup_printf(" ended with %s", trial->how)
                                                           : g_strdup_printf(" crashed: %s", trial->how);
    report_markdown_literal(parent, CMARK_NODE_CODE, name);
    report_markdown_literal(parent, CMARK_NODE_TEXT, how);
    if (trial->frame)
        append_frame(parent, model, trial->frame);
}

void report_markdown_trials(cmark_node *document, const ReportModel *model)
{
    const ReportTrials *trials = model->summary->trials;
    g_autofree char *text = report_trials_text(model->summary);
    if (!trials)
        return;
    guint n = trials->bad->len, shown = MIN(n, MOST_TRIALS);
    cmark_node *paragraph = report_markdown_paragraph(document);
    report_markdown_literal(paragraph, CMARK_NODE_TEXT, text);
    for (guint i = 0; i < shown; i++) {
        report_markdown_literal(paragraph, CMARK_NODE_TEXT, i == 0 ? ". " : "; ");
        append_trial(paragraph, model, &g_array_index(trials->bad, ReportTrial, i));
    }
    g_autofree char *more = n > shown ? g_strdup_printf("; and %u more.", n - shown) : g_strdup(".");
    report_markdown_literal(paragraph, CMARK_NODE_TEXT, more);
}

/* Changed lines ------------------------------------------------------------------------------------------ */

typedef struct {
    GString *rows;
    gsize *room;
    gboolean is_full;
} Changed;

static gboolean add_line(const ReportModel *model, const ReportGaps *gaps, const ReportGapLine *line, gpointer data)
{
    Changed *changed = data;
    g_autofree char *place = place_cell(model, gaps->file->path, line->line);
    g_autofree char *sentences = report_gap_sentences(gaps, line, MOST_GAPS), *cell = text_cell(sentences);
    if (!report_markdown_take_room(changed->room, place) || !report_markdown_take_room(changed->room, cell))
        changed->is_full = TRUE;
    else
        g_string_append_printf(changed->rows, "| %s | %s |\n", place, cell);
    return !changed->is_full;
}

char *report_markdown_changed(const ReportModel *model, gsize *room)
{
    Changed changed = {g_string_new(NULL), room, FALSE};
    if (model->diff)
        report_each_gap_line(model, add_line, &changed);
    if (changed.rows->len > 0)
        g_string_prepend(changed.rows, "| where | what is missing |\n|:--|:--|\n");
    if (changed.is_full)
        g_string_append(changed.rows, "| | and more: there is no room here |\n");
    return g_string_free(changed.rows, FALSE);
}

/* What is folded ----------------------------------------------------------------------------------------- */

char *report_markdown_worst(const ReportModel *model)
{
    const ReportSummary *summary = model->summary;
    g_autoptr(GPtrArray) files = report_worst_files(summary, MOST_FILES);
    GString *table = g_string_new(files->len > 0 ? "| file |" : "");
    for (guint i = 0; files->len > 0 && i < summary->n_headlines; i++)
        g_string_append_printf(table, " %s |", summary->headlines[i].title);
    g_string_append(table, files->len > 0 ? "\n|:--|" : "");
    for (guint i = 0; files->len > 0 && i < summary->n_headlines; i++)
        g_string_append(table, "--:|");
    for (guint i = 0; i < files->len; i++) {
        const ReportFile *file = files->pdata[i];
        g_autofree char *place = place_cell(model, file->path, 0);
        g_string_append_printf(table, "\n| %s |", place);
        for (guint k = 0; k < summary->n_headlines; k++) {
            g_autofree char *score = score_of(&file->totals[summary->headlines[k].criterion]);
            g_string_append_printf(table, " %s |", score);
        }
    }
    return g_string_free(table, FALSE);
}

char *report_markdown_next(const ReportModel *model)
{
    ReportNextSteps steps = report_next_steps(model, MOST_STEPS);
    GString *list = g_string_new(NULL);
    for (guint i = 0; i < steps.n; i++) {
        const ReportNextStep *step = &steps.list[i];
        g_autofree char *place = place_cell(model, step->path, step->line), *words = text_cell(step->sentence);
        g_autofree char *nearest = text_cell(step->nearest ? step->nearest : "");
        g_autofree char *gain = report_next_gain(model, step);
        g_string_append_printf(list, "%s%u. %s: %s%s%s. %s", i ? "\n" : "", i + 1, place, words, *nearest ? "; " : "",
                               nearest, gain);
    }
    return g_string_free(list, FALSE);
}

static char *named_score(const ReportModel *model, HtolCriterion criterion)
{
    g_autofree char *score = score_of(&model->totals[criterion]);
    return g_strdup_printf("%s %s", htol_criteria[criterion].title, score);
}

char *report_markdown_families(const ReportModel *model)
{
    g_autoptr(GArray) families = report_families(model);
    GString *table =
        g_string_new(families->len > 0 ? "| family | criteria | lowest | highest |\n|:--|--:|:--|:--|" : "");
    for (guint i = 0; i < families->len; i++) {
        const ReportFamily *family = &g_array_index(families, ReportFamily, i);
        g_autofree char *low = named_score(model, family->lowest);
        g_autofree char *high = family->n_criteria > 1 ? named_score(model, family->highest) : g_strdup("");
        g_string_append_printf(table, "\n| %s | %u | %s | %s |", family->name, family->n_criteria, low, high);
    }
    return g_string_free(table, FALSE);
}

char *report_markdown_footer(const ReportModel *model)
{
    const char *revision = model->summary->checkout->revision;
    g_autofree char *date = report_summary_date(model->summary);
    g_autofree char *escaped = revision ? g_markup_escape_text(revision, -1) : g_strdup("");
    return g_strdup_printf("<sub>hlcov " PACKAGE_VERSION "%s%s%s \u00b7 %s \u00b7 scores are rounded down</sub>",
                           *escaped ? " \u00b7 <code>" : "", escaped, *escaped ? "</code>" : "", date);
}
