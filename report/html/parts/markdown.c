/* Markdown of users in pages: libcmark reads and writes it, and what is between is cleaned. Nothing of it can run, load
 * or hide anything: HTML stands for itself, pictures are their descriptions, links lead to the web or to mail. */
#include <cmark.h>
#include <stdlib.h>
#include <string.h>

#include "report/html/parts/html.h"
#include "report/out/renderers.h"

enum {
    MOST = 16 * 1024, /* bytes; a longer text is shown as it is, for reading some texts takes long */
    LEAST_HEADING = 4,
    LAST_HEADING = 6
};

/* With signs that can be seen for what would hide; lines stay. To be freed. */
static char *visible(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        char *plain = htol_plain(*line);
        g_free(*line);
        *line = plain;
    }
    return g_strjoinv("\n", lines);
}

static void clean_literal(cmark_node *node)
{
    g_autofree char *literal = visible(cmark_node_get_literal(node));
    cmark_node_set_literal(node, literal);
}

static void replace(cmark_node *node, cmark_node_type type)
{
    cmark_node *text = cmark_node_new(type);
    g_autofree char *literal = visible(cmark_node_get_literal(node));
    cmark_node_set_literal(text, literal);
    cmark_node_replace(node, text);
    cmark_node_free(node);
}

/* What it holds stays. */
static void unwrap(cmark_node *node)
{
    for (cmark_node *child; (child = cmark_node_first_child(node));)
        cmark_node_insert_before(node, child);
    cmark_node_free(node);
}

static void clean_link(cmark_node *node)
{
    static const char *const schemes[] = {"http://", "https://", "mailto:"};
    const char *url = cmark_node_get_url(node);
    gboolean known = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(schemes); i++)
        known |= g_ascii_strncasecmp(url, schemes[i], strlen(schemes[i])) == 0;
    cmark_node_set_title(node, "");
    if (!known)
        unwrap(node);
}

static void clean_leaf(cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
    case CMARK_NODE_CODE: clean_literal(node); break;
    case CMARK_NODE_CODE_BLOCK:
        clean_literal(node);
        cmark_node_set_fence_info(node, "");
        break;
    case CMARK_NODE_HTML_INLINE: replace(node, CMARK_NODE_TEXT); break;
    case CMARK_NODE_HTML_BLOCK: replace(node, CMARK_NODE_CODE_BLOCK); break;
    default: break;
    }
}

static void clean_inner(cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_IMAGE: unwrap(node); break;
    case CMARK_NODE_LINK: clean_link(node); break;
    case CMARK_NODE_HEADING:
        cmark_node_set_heading_level(node, MIN(cmark_node_get_heading_level(node) + LEAST_HEADING - 1, LAST_HEADING));
        break;
    default: break;
    }
}

/* A leaf is entered and not left; what has children may be changed when it is left. */
static void clean(cmark_node *document)
{
    cmark_iter *iter = cmark_iter_new(document);
    for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        if (event == CMARK_EVENT_EXIT)
            clean_inner(cmark_iter_get_node(iter));
        else
            clean_leaf(cmark_iter_get_node(iter));
    }
    cmark_iter_free(iter);
}

void report_html_markdown(FILE *out, const char *markdown)
{
    gsize size = strlen(markdown);
    if (size == 0)
        return;
    if (size > MOST) {
        report_html_text(out, markdown, size);
        return;
    }
    cmark_node *document = cmark_parse_document(markdown, size, CMARK_OPT_VALIDATE_UTF8);
    clean(document);
    char *html = cmark_render_html(document, CMARK_OPT_DEFAULT);
    fprintf(out, "<div class=md>%s</div>", html);
    free(html);
    cmark_node_free(document);
}
