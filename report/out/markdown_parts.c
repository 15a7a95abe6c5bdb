/* Pieces of documents in Markdown; see markdown.h. It makes no document. */
#include "report/out/markdown.h"

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

void report_markdown_heading(cmark_node *document, const char *text)
{
    cmark_node *heading = append(document, CMARK_NODE_HEADING);
    cmark_node_set_heading_level(heading, 2);
    report_markdown_literal(heading, CMARK_NODE_TEXT, text);
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
