/* Pieces of documents in Markdown; see markdown_parts.h. It makes no document. */
#include "report/out/markdown/markdown_parts.h"

#include <stdlib.h>
#include <string.h>

static cmark_node *append(cmark_node *parent, cmark_node_type type)
{
    cmark_node *node = cmark_node_new(type);
    int good = cmark_node_append_child(parent, node);
    g_assert(good);
    return node;
}

cmark_node *report_markdown_literal(cmark_node *parent, cmark_node_type type, const char *text)
{
    cmark_node *node = append(parent, type);
    cmark_node_set_literal(node, text);
    return node;
}

void report_markdown_title(cmark_node *document, int level, const char *text)
{
    cmark_node *heading = append(document, CMARK_NODE_HEADING);
    cmark_node_set_heading_level(heading, level);
    report_markdown_literal(heading, CMARK_NODE_TEXT, text);
}

void report_markdown_heading(cmark_node *document, const char *text)
{
    report_markdown_title(document, 2, text);
}

void report_markdown_raw(cmark_node *document, const char *text)
{
    report_markdown_literal(document, CMARK_NODE_HTML_BLOCK, text);
}

cmark_node *report_markdown_paragraph(cmark_node *document)
{
    return append(document, CMARK_NODE_PARAGRAPH);
}

/* A backquote without a second one is text. */
void report_markdown_words(cmark_node *parent, const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, "`", -1);
    guint n = g_strv_length(parts);
    for (guint i = 0; i < n; i++) {
        gboolean is_code = i % 2 == 1 && i + 1 < n && *parts[i];
        if (*parts[i])
            report_markdown_literal(parent, is_code ? CMARK_NODE_CODE : CMARK_NODE_TEXT, parts[i]);
    }
}

void report_markdown_code(cmark_node *parent, const char *text, const char *url)
{
    cmark_node *link = url ? append(parent, CMARK_NODE_LINK) : parent;
    if (url)
        cmark_node_set_url(link, url);
    report_markdown_literal(link, CMARK_NODE_CODE, text);
}

cmark_node *report_markdown_cell_new(void)
{
    return cmark_node_new(CMARK_NODE_PARAGRAPH);
}

/* In cells bars are escaped in code, too. */
char *report_markdown_cell(cmark_node *paragraph)
{
    char *text = cmark_render_commonmark(paragraph, CMARK_OPT_NOBREAKS, 0);
    g_auto(GStrv) parts = g_strsplit(g_strdelimit(g_strchomp(text), "\r\n", ' '), "|", -1);
    free(text);
    cmark_node_free(paragraph);
    return g_strjoinv("\\|", parts);
}

cmark_node *report_markdown_list(cmark_node *document)
{
    cmark_node *list = append(document, CMARK_NODE_LIST);
    cmark_node_set_list_tight(list, 1);
    return list;
}

cmark_node *report_markdown_item(cmark_node *list)
{
    return append(append(list, CMARK_NODE_ITEM), CMARK_NODE_PARAGRAPH);
}

/* Escaping may double a text. */
gboolean report_markdown_take_room(gsize *room, const char *text)
{
    gsize need = 2 * strlen(text) + 16;
    if (need > *room)
        return FALSE;
    *room -= need;
    return TRUE;
}

void report_markdown_more(cmark_node *list, guint more, const char *what)
{
    g_autofree char *text = g_strdup_printf("%u more %s", more, what);
    report_markdown_literal(report_markdown_item(list), CMARK_NODE_TEXT, text);
}

void report_markdown_end(cmark_node *document, FILE *out)
{
    char *text = cmark_render_commonmark(document, CMARK_OPT_DEFAULT, 0);
    fputs(text, out);
    free(text);
    cmark_node_free(document);
}
