/* The model as a summary in Markdown, for a job or a merge request: gates, four numbers, tests, what is missing in
 * lines that changed; all else is folded. Texts are nodes of cmark's, so that it is cmark that escapes; tables, which
 * CommonMark has not, are made of such texts. */
#include "report/out/markdown/markdown_parts.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/compare/losses.h"
#include "report/out/markdown/markdown_tables.h"
#include "report/out/renderers.h"
#include "report/out/text/glance_notes.h"
#include "report/words/findings.h"
#include "report/words/remarks.h"
#include "report/words/unmeasured.h"

/* Bytes for the lists: the whole must stay below 1 MiB, where GitHub cuts it off. Users' objectives and exclusions have
 * what remains, for a character may take four bytes. */
#define ROOM (580 * 1024)
G_STATIC_ASSERT(ROOM + (2 * REPORT_MOST_USERS + REPORT_MOST_EXCLUSIONS) * REPORT_LONGEST_USER * 4 < 1000 * 1024);

/* What is folded ----------------------------------------------------------------------------------------- */

/* The summary has no characters that HTML knows. */
static void begin_details(cmark_node *document, const char *summary)
{
    g_autofree char *text = g_strdup_printf("<details><summary>%s</summary>", summary);
    report_markdown_raw(document, text);
}

static void end_details(cmark_node *document)
{
    report_markdown_raw(document, "</details>");
}

/* A list that the text report has; nothing if it is empty. */
static void append_listing(cmark_node *document, const ReportModel *model, const char *heading,
                           void (*list)(const ReportModel *model, GString *out))
{
    g_autoptr(GString) text = g_string_new(NULL);
    list(model, text);
    if (text->len == 0)
        return;
    begin_details(document, heading);
    cmark_node_set_fence_info(report_markdown_literal(document, CMARK_NODE_CODE_BLOCK, text->str), "text");
    end_details(document);
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
    begin_details(document, "Run-time errors, in no score");
    cmark_node *list = report_markdown_list(document);
    report_markdown_literal(report_markdown_item(list), CMARK_NODE_TEXT, summary);
    append_lines(list, lines, "errors", room);
    end_details(document);
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
    begin_details(document, "Cannot be judged, in no score");
    append_lines(report_markdown_list(document), lines, "places", room);
    end_details(document);
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
    begin_details(document, "What the scores do not say");
    append_lines(report_markdown_list(document), remarks, "remarks", room);
    end_details(document);
}

static void append_lost(cmark_node *document, const ReportModel *model, gsize *room)
{
    const ReportLosses *losses = model->losses;
    if (!losses || losses->n == 0)
        return;
    g_autofree char *title = g_strdup_printf("Lost on other lines: %u", losses->n);
    report_markdown_title(document, 4, title);
    cmark_node *list = report_markdown_list(document);
    for (guint i = 0; i < losses->n; i++) {
        g_autofree char *place = report_change_place(&losses->changes[i]);
        g_autofree char *text = report_change_text(losses->comparison, &losses->changes[i]);
        if (!report_markdown_take_room(room, place) || !report_markdown_take_room(room, text)) {
            report_markdown_more(list, losses->n - i, "places");
            return;
        }
        cmark_node *item = report_markdown_item(list);
        report_markdown_code(item, place, NULL);
        report_markdown_literal(item, CMARK_NODE_TEXT, " ");
        report_markdown_literal(item, CMARK_NODE_TEXT, text);
    }
}

/* What must be seen before anything is unfolded. */
static void append_notes(cmark_node *document, const ReportModel *model)
{
    g_autoptr(GPtrArray) notes = report_glance_notes(model);
    cmark_node *list = notes->len > 0 ? report_markdown_list(document) : NULL;
    for (guint i = 0; i < notes->len; i++)
        report_markdown_literal(report_markdown_item(list), CMARK_NODE_TEXT, notes->pdata[i]);
}

/* Whatever is folded, in the order in which it is asked for. */
static void append_folded(cmark_node *document, const ReportModel *model)
{
    gsize remarks_room = ROOM / 2, findings_room = ROOM / 2;
    const ReportFold folds[] = {{"The worst files", report_markdown_worst},
                                {"What next: places where one test covers most", report_markdown_next},
                                {"All criteria, by family", report_markdown_families}};
    for (gsize i = 0; i < G_N_ELEMENTS(folds); i++) {
        g_autofree char *table = folds[i].make(model);
        if (!*table)
            continue;
        begin_details(document, folds[i].summary);
        report_markdown_raw(document, table);
        end_details(document);
    }
    append_listing(document, model, "Users' objectives", report_text_users);
    append_listing(document, model, "Excluded by comments", report_text_exclusions);
    append_findings(document, model, &findings_room);
    append_unmeasured(document, model, &findings_room);
    append_remarks(document, model, &remarks_room);
}

void report_markdown(const ReportModel *model, FILE *out)
{
    gsize changed_room = ROOM / 4, lost_room = ROOM / 4;
    cmark_node *document = cmark_node_new(CMARK_NODE_DOCUMENT);
    g_autofree char *title = report_markdown_verdict(model), *scores = report_markdown_scores(model);
    g_autofree char *changed = report_markdown_changed(model, &changed_room), *footer = report_markdown_footer(model);
    report_markdown_title(document, 3, title);
    report_markdown_raw(document, scores);
    report_markdown_trials(document, model);
    append_notes(document, model);
    if (*changed) {
        report_markdown_title(document, 4, "Not covered in the changed lines");
        report_markdown_raw(document, changed);
    }
    append_lost(document, model, &lost_room);
    append_folded(document, model);
    report_markdown_raw(document, footer);
    report_markdown_end(document, out);
}
