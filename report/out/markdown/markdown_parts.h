/* What the summaries in Markdown share: nodes of cmark, which escapes texts. It knows nothing of coverage. */
#ifndef REPORT_MARKDOWN_PARTS_H
#define REPORT_MARKDOWN_PARTS_H

#include <cmark.h>
#include <glib.h>
#include <stdio.h>

/* A new last child with a text: of kind TEXT, CODE or CODE_BLOCK. */
cmark_node *report_markdown_literal(cmark_node *parent, cmark_node_type type, const char *text);

/* Appends a heading of the second level. */
void report_markdown_heading(cmark_node *document, const char *text);

/* Appends a heading of any level. */
void report_markdown_title(cmark_node *document, int level, const char *text);

/* Text that is written as it is: tables, which CommonMark has not, and HTML. */
void report_markdown_raw(cmark_node *document, const char *text);

/* A paragraph; what stands between backquotes of `text` becomes code. */
cmark_node *report_markdown_paragraph(cmark_node *document);
void report_markdown_words(cmark_node *parent, const char *text);

/* Code, with a link around it unless `url` is NULL. */
void report_markdown_code(cmark_node *parent, const char *text, const char *url);

/* A paragraph of no document as the cell of a table, in one line; frees the paragraph. To be freed. */
cmark_node *report_markdown_cell_new(void);
char *report_markdown_cell(cmark_node *paragraph);

/* A list, and a new last item of one: its paragraph, to which texts are added. */
cmark_node *report_markdown_list(cmark_node *document);
cmark_node *report_markdown_item(cmark_node *list);

/* Takes what the text may need from the bytes that are left. FALSE, and nothing was taken, if there is no
 * room for it. */
gboolean report_markdown_take_room(gsize *room, const char *text);

/* An item "N more THINGS". */
void report_markdown_more(cmark_node *list, guint more, const char *what);

/* Writes the document, and frees it. */
void report_markdown_end(cmark_node *document, FILE *out);

#endif
