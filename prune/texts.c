/* Hashes texts of functions; see texts.h. A function names another one where its name stands as a word, whatever it
 * means there: so too much may be hashed, never too little. */
#include "prune/texts.h"

#include <string.h>

#include "prune/formula/logic.h"

struct PruneTexts {
    const AnnotText *text;
    const AnnotTree *tree;
    GHashTable *names;  /* of functions: 1 + the index in the tree of the last one of that name */
    GChecksum *outside; /* of all that is in no function, and of the options */
};

static void add_word(GChecksum *sum, const char *word)
{
    g_checksum_update(sum, (const guchar *)word, (gssize)strlen(word) + 1);
}

/* Where the line that begins at `at` ends, behind its newline, or `end` if that comes first. */
static guint32 end_of_line(const AnnotText *text, guint32 at, guint32 end)
{
    const char *newline = memchr(text->bytes + at, '\n', end - at);
    return newline ? (guint32)(newline - text->bytes) + 1 : end;
}

/* Whether the line says nothing but where lines come from, or nothing at all. */
static gboolean is_idle(const AnnotText *text, guint32 line, guint32 end)
{
    AnnotMarker marker;
    while (line < end && g_ascii_isspace(text->bytes[line]))
        line++;
    return line == end || (text->bytes[line] == '#' && annot_text_read_marker(text, line, &marker));
}

/* Adds a part of the text, but for its idle lines. */
static void add_text(GChecksum *sum, const AnnotText *text, guint32 begin, guint32 end)
{
    for (guint32 at = begin, next; at < end; at = next) {
        next = end_of_line(text, at, end);
        if (!is_idle(text, at, next))
            g_checksum_update(sum, (const guchar *)text->bytes + at, (gssize)(next - at));
    }
}

static GChecksum *hash_outside(const AnnotText *text, const AnnotTree *tree, const char *const *clang_args)
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    guint32 at = 0;
    add_word(sum, "equivalent mutants");
    add_word(sum, Z3_get_full_version());
    for (; clang_args && *clang_args; clang_args++)
        add_word(sum, *clang_args);
    for (guint i = 0; i < tree->n_functions; i++) {
        add_text(sum, text, MIN(at, tree->functions[i]->at.begin), tree->functions[i]->at.begin);
        add_word(sum, "");
        at = MAX(at, tree->functions[i]->at.end);
    }
    add_text(sum, text, at, text->size);
    return sum;
}

PruneTexts *prune_texts_new(const AnnotText *text, const AnnotTree *tree, const char *const *clang_args)
{
    PruneTexts *texts = g_new(PruneTexts, 1);
    *texts = (PruneTexts){text, tree, g_hash_table_new(g_str_hash, g_str_equal), hash_outside(text, tree, clang_args)};
    for (guint i = 0; i < tree->n_functions; i++)
        g_hash_table_insert(texts->names, (gpointer)tree->functions[i]->name, GUINT_TO_POINTER(i + 1));
    return texts;
}

void prune_texts_free(PruneTexts *texts)
{
    g_hash_table_unref(texts->names);
    g_checksum_free(texts->outside);
    g_free(texts);
}

/* Marks the function and those that its text names, and that theirs name. */
static void mark(const PruneTexts *texts, guint index, guint8 *marked)
{
    const AnnotText *text = texts->text;
    const AnnotExtent at = texts->tree->functions[index]->at;
    marked[index] = 1;
    for (guint32 token = annot_text_skip(text, at.begin), end; token < at.end; token = annot_text_skip(text, end)) {
        end = annot_text_token_end(text, token);
        if (!annot_is_word_byte(text->bytes[token]))
            continue;
        g_autofree char *word = g_strndup(text->bytes + token, end - token);
        guint named = GPOINTER_TO_UINT(g_hash_table_lookup(texts->names, word));
        if (named > 0 && !marked[named - 1])
            mark(texts, named - 1, marked);
    }
}

char *prune_texts_key(const PruneTexts *texts, const AnnotSurveyed *surveyed)
{
    g_autoptr(GChecksum) sum = g_checksum_copy(texts->outside);
    g_autofree guint8 *marked = g_malloc0(texts->tree->n_functions);
    mark(texts, surveyed->index, marked);
    for (guint i = 0; i < texts->tree->n_functions; i++) {
        const AnnotFunction *function = texts->tree->functions[i];
        if (!marked[i])
            continue;
        add_word(sum, function->name);
        add_text(sum, texts->text, function->at.begin, function->at.end);
    }
    add_word(sum, texts->tree->functions[surveyed->index]->name);
    g_checksum_update(sum, (const guchar *)surveyed->digests,
                      (gssize)(surveyed->changes->len * sizeof *surveyed->digests));
    return g_strdup(g_checksum_get_string(sum));
}
