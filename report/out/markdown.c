/* The model as a summary in Markdown, for a job or a merge request. The document is built as cmark's nodes,
 * so that it is cmark that escapes; CommonMark has no tables, therefore totals are a code block and files a
 * list. */
#include <stdlib.h>
#include <string.h>

#include "report/out/markdown.h"
#include "report/out/renderers.h"
#include "report/words/findings.h"
#include "report/words/remarks.h"
#include "report/words/unmeasured.h"

/* Bytes for the lists: the whole must stay below 1 MiB, where GitHub cuts it off. Users' objectives and exclusions have
 * what remains, for a character may take four bytes. */
#define ROOM (580 * 1024)
G_STATIC_ASSERT(ROOM + (2 * REPORT_MOST_USERS + REPORT_MOST_EXCLUSIONS) * REPORT_LONGEST_USER * 4 < 1000 * 1024);

/* Files -------------------------------------------------------------------------------------------------- */

/* Worst first: what was not measured, then most objectives left to cover. */
static int compare_open(gconstpointer left, gconstpointer right)
{
    const ReportFile *one = *(ReportFile *const *)left, *other = *(ReportFile *const *)right;
    guint one_open = report_open(one->totals), other_open = report_open(other->totals);
    if (!one->unmeasured != !other->unmeasured)
        return one->unmeasured ? -1 : 1;
    if (one_open == other_open)
        return strcmp(one->path, other->path);
    return one_open > other_open ? -1 : 1;
}

static char *scores_text(const ReportModel *model, const ReportFile *file)
{
    GString *text = g_string_new(": ");
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!report_is_shown(model, i))
            continue;
        g_autofree char *score = report_score_text(&file->totals[i]);
        g_string_append_printf(text, "%s%s %s", text->len > 2 ? ", " : "", htol_selection_name(&model->selection, i),
                               score);
    }
    g_string_append_printf(text, "; %u open%s", report_open(file->totals), file->unmeasured ? "; not measured" : "");
    return g_string_free(text, FALSE);
}

static gboolean append_file(cmark_node *list, const ReportModel *model, const ReportFile *file, gsize *room)
{
    g_autofree char *path = htol_plain(file->path);
    g_autofree char *scores = scores_text(model, file);
    if (!report_markdown_take_room(room, path) || !report_markdown_take_room(room, scores))
        return FALSE;
    cmark_node *item = report_markdown_item(list);
    report_markdown_literal(item, CMARK_NODE_CODE, path);
    report_markdown_literal(item, CMARK_NODE_TEXT, scores);
    return TRUE;
}

static void append_files(cmark_node *document, const ReportModel *model, gsize *room)
{
    g_autofree ReportFile **files = g_memdup2(model->files, model->n_files * sizeof *files);
    if (files)
        qsort(files, model->n_files, sizeof *files, compare_open);
    report_markdown_heading(document, "Files, those with most to cover first");
    cmark_node *list = report_markdown_list(document);
    for (guint i = 0; i < model->n_files; i++) {
        if (append_file(list, model, files[i], room))
            continue;
        report_markdown_more(list, model->n_files - i, "files");
        return;
    }
}

/* The whole ---------------------------------------------------------------------------------------------- */

static void append_totals(cmark_node *document, const ReportModel *model)
{
    GString *totals = g_string_new(NULL);
    report_text_totals(model, totals);
    cmark_node_set_fence_info(report_markdown_literal(document, CMARK_NODE_CODE_BLOCK, totals->str), "text");
    g_string_free(totals, TRUE);
}

/* A list that the text report has; nothing if it is empty. */
static void append_listing(cmark_node *document, const ReportModel *model, const char *heading,
                           void (*list)(const ReportModel *model, GString *out))
{
    g_autoptr(GString) text = g_string_new(NULL);
    list(model, text);
    if (text->len == 0)
        return;
    report_markdown_heading(document, heading);
    cmark_node_set_fence_info(report_markdown_literal(document, CMARK_NODE_CODE_BLOCK, text->str), "text");
}

/* As many as there is room for, then how many more of what. */
static void append_lines(cmark_node *list, const GPtrArray *lines, const char *what, gsize *room)
{
    for (guint i = 0; i < lines->len; i++) {
        if (!report_markdown_take_room(room, lines->pdata[i])) {
            report_markdown_more(list, lines->len - i, what);
            return;
        }
        report_markdown_literal(report_markdown_item(list), CMARK_NODE_TEXT, lines->pdata[i]);
    }
}

static void append_findings(cmark_node *document, const ReportModel *model, gsize *room)
{
    g_autofree char *summary = report_findings_summary(model);
    if (!summary)
        return;
    g_autoptr(GPtrArray) lines = report_findings(model);
    report_markdown_heading(document, "Run-time errors, in no score");
    cmark_node *list = report_markdown_list(document);
    report_markdown_literal(report_markdown_item(list), CMARK_NODE_TEXT, summary);
    append_lines(list, lines, "errors", room);
}

static void append_unmeasured(cmark_node *document, const ReportModel *model, gsize *room)
{
    g_autoptr(GPtrArray) lines = report_unmeasured(model);
    guint all = lines->len;
    if (all == 0)
        return;
    if (all > REPORT_MOST_UNMEASURED) {
        g_ptr_array_set_size(lines, REPORT_MOST_UNMEASURED);
        g_ptr_array_add(lines, report_unmeasured_more(all));
    }
    report_markdown_heading(document, "Cannot be judged, in no score");
    append_lines(report_markdown_list(document), lines, "places", room);
}

static GPtrArray *all_remarks(const ReportModel *model)
{
    GPtrArray *remarks = report_remarks(model);
    for (guint i = 0; i < model->inputs->notes->len; i++)
        g_ptr_array_insert(remarks, i, report_note_text(model->inputs->notes->pdata[i]));
    return remarks;
}

static void append_remarks(cmark_node *document, const ReportModel *model, gsize *room)
{
    g_autoptr(GPtrArray) remarks = all_remarks(model);
    if (remarks->len == 0)
        return;
    report_markdown_heading(document, "What the scores do not say");
    append_lines(report_markdown_list(document), remarks, "remarks", room);
}

void report_markdown(const ReportModel *model, FILE *out)
{
    gsize files_room = ROOM / 2, remarks_room = ROOM / 2, findings_room = ROOM / 2;
    cmark_node *document = cmark_node_new(CMARK_NODE_DOCUMENT);
    report_markdown_heading(document, "Coverage");
    append_totals(document, model);
    append_listing(document, model, "Users' objectives", report_text_users);
    append_listing(document, model, "Excluded by comments", report_text_exclusions);
    append_findings(document, model, &findings_room);
    append_unmeasured(document, model, &findings_room);
    append_files(document, model, &files_room);
    append_remarks(document, model, &remarks_room);
    report_markdown_end(document, out);
}
