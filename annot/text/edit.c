/* Edits of a text; see edit.h. */
#include "annot/text/edit.h"

#include <string.h>

/* What stands at one byte, in this order. */
typedef enum { EDIT_CLOSE, EDIT_INSERT, EDIT_OPEN, EDIT_REPLACE } EditKind;

typedef struct {
    guint32 at;
    EditKind kind;
    guint32 partner; /* OPEN, REPLACE: the end of its extent; CLOSE: the beginning */
    guint order;     /* of the call */
    char *text;
} Edit;

struct AnnotEdits {
    GArray *all; /* Edit */
};

AnnotEdits *annot_edits_new(void)
{
    AnnotEdits *edits = g_new(AnnotEdits, 1);
    edits->all = g_array_new(FALSE, FALSE, sizeof(Edit));
    return edits;
}

void annot_edits_free(AnnotEdits *edits)
{
    for (guint i = 0; i < edits->all->len; i++)
        g_free(g_array_index(edits->all, Edit, i).text);
    g_array_unref(edits->all);
    g_free(edits);
}

static void add_edit(AnnotEdits *edits, guint32 at, EditKind kind, guint32 partner, char *text)
{
    Edit edit = {at, kind, partner, edits->all->len, text};
    g_array_append_val(edits->all, edit);
}

void annot_edits_wrap(AnnotEdits *edits, AnnotExtent extent, char *open, char *close)
{
    add_edit(edits, extent.begin, EDIT_OPEN, extent.end, open ? open : g_strdup(""));
    add_edit(edits, extent.end, EDIT_CLOSE, extent.begin, close ? close : g_strdup(""));
}

void annot_edits_insert(AnnotEdits *edits, guint32 at, char *inserted)
{
    add_edit(edits, at, EDIT_INSERT, at, inserted);
}

void annot_edits_replace(AnnotEdits *edits, AnnotExtent extent, char *replacement)
{
    add_edit(edits, extent.begin, EDIT_REPLACE, extent.end, replacement);
}

static gint compare_edits(gconstpointer one, gconstpointer two)
{
    const Edit *x = one, *y = two;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->partner != y->partner) /* outer opens first, inner closes first: both have the larger partner */
        return x->partner > y->partner ? -1 : 1;
    if (x->order == y->order)
        return 0;
    return (x->order < y->order) == (x->kind != EDIT_CLOSE) ? -1 : 1;
}

static void append_newlines(GString *out, const AnnotText *text, AnnotExtent extent)
{
    for (guint32 at = extent.begin; at < extent.end; at++)
        if (text->bytes[at] == '\n')
            g_string_append_c(out, '\n');
}

/* Appends bytes, after a blank if two words would become one: as in `return(x)` if a word is put before (x). */
static void append_apart(GString *out, const char *bytes, gsize length)
{
    if (length > 0 && out->len > 0 && annot_is_word_byte(out->str[out->len - 1]) && annot_is_word_byte(*bytes))
        g_string_append_c(out, ' ');
    g_string_append_len(out, bytes, (gssize)length);
}

/* Appends a part of the text; after an insertion words are kept apart, but else a word that an edit splits stays whole.
 */
static void append_text(GString *out, const AnnotText *text, AnnotExtent extent, gboolean inserted)
{
    const char *bytes = text->bytes + extent.begin;
    if (inserted)
        append_apart(out, bytes, extent.end - extent.begin);
    else
        g_string_append_len(out, bytes, extent.end - extent.begin);
}

GString *annot_edits_apply(AnnotEdits *edits, const AnnotText *text, AnnotExtent extent)
{
    gsize size = extent.end - extent.begin;
    GString *out = g_string_sized_new(size + size / 2);
    guint32 done = extent.begin;
    gboolean inserted = FALSE;
    g_array_sort(edits->all, compare_edits);
    for (guint i = 0; i < edits->all->len; i++) {
        const Edit *edit = &g_array_index(edits->all, Edit, i);
        g_assert(edit->at >= extent.begin && edit->at <= extent.end);
        if (edit->at > done) {
            append_text(out, text, (AnnotExtent){done, edit->at}, inserted);
            done = edit->at;
            inserted = FALSE;
        }
        append_apart(out, edit->text, strlen(edit->text));
        inserted |= *edit->text != '\0';
        if (edit->kind == EDIT_REPLACE) {
            append_newlines(out, text, (AnnotExtent){edit->at, edit->partner});
            done = edit->partner;
        }
    }
    append_text(out, text, (AnnotExtent){done, extent.end}, inserted);
    return out;
}
