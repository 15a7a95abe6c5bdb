/* A comparison as a summary in Markdown: scores in a code block, for CommonMark has no tables, and lists of
 * changes. */
#include "report/compare/compare.h"
#include "report/out/markdown/markdown_parts.h"
#include "report/out/renderers.h"

/* Bytes for all lists: the whole must stay below 1 MiB, where GitHub cuts it off. */
#define ROOM (900 * 1024)

static void append_scores(cmark_node *document, const ReportComparison *comparison)
{
    GString *scores = g_string_new(NULL);
    report_compare_scores(comparison, scores);
    cmark_node_set_fence_info(report_markdown_literal(document, CMARK_NODE_CODE_BLOCK, scores->str), "text");
    g_string_free(scores, TRUE);
}

static gboolean append_change(cmark_node *list, const ReportComparison *comparison, const ReportChange *change,
                              gsize *room)
{
    g_autofree char *place = report_change_place(change), *text = report_change_text(comparison, change);
    if (!report_markdown_take_room(room, place) || !report_markdown_take_room(room, text))
        return FALSE;
    cmark_node *item = report_markdown_item(list);
    report_markdown_literal(item, CMARK_NODE_CODE, place);
    report_markdown_literal(item, CMARK_NODE_TEXT, " ");
    report_markdown_literal(item, CMARK_NODE_TEXT, text);
    return TRUE;
}

static void append_changes(cmark_node *document, const ReportComparison *comparison, ReportChangeKind kind, gsize *room)
{
    guint left = comparison->counts[kind];
    if (left == 0)
        return;
    g_autofree char *heading = g_strdup_printf("%u %s", left, report_change_names[kind]);
    report_markdown_heading(document, heading);
    cmark_node *list = report_markdown_list(document);
    for (guint i = 0; i < comparison->n_changes; i++) {
        if (comparison->changes[i].kind != kind)
            continue;
        if (!append_change(list, comparison, &comparison->changes[i], room)) {
            report_markdown_more(list, left, "objectives");
            return;
        }
        left--;
    }
}

static void append_remarks(cmark_node *document, const ReportComparison *comparison)
{
    g_autoptr(GPtrArray) remarks = report_comparison_remarks(comparison);
    if (remarks->len == 0)
        return;
    cmark_node *list = report_markdown_list(document);
    for (guint i = 0; i < remarks->len; i++)
        report_markdown_literal(report_markdown_item(list), CMARK_NODE_TEXT, remarks->pdata[i]);
}

void report_compare_markdown(const ReportComparison *comparison, FILE *out)
{
    gsize room = ROOM;
    cmark_node *document = cmark_node_new(CMARK_NODE_DOCUMENT);
    report_markdown_heading(document, "Coverage compared");
    append_scores(document, comparison);
    append_remarks(document, comparison);
    for (guint kind = 0; kind < REPORT_CHANGES; kind++)
        append_changes(document, comparison, kind, &room);
    report_markdown_end(document, out);
}
