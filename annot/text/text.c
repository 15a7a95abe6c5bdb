/* The lexer over preprocessed text; see text.h. It need not be exact about numbers and punctuators: only the
 * ends of words and literals, brackets and # lines matter to its callers. */
#include "annot/text/text.h"

#include <string.h>

gboolean annot_is_word_byte(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80);
}

static guint32 line_begin(const AnnotText *text, guint32 at)
{
    while (at > 0 && text->bytes[at - 1] != '\n')
        at--;
    return at;
}

static guint32 line_end(const AnnotText *text, guint32 at)
{
    const char *end = memchr(text->bytes + at, '\n', text->size - at);
    return end ? (guint32)(end - text->bytes) : text->size;
}

static guint32 skip_blanks(const AnnotText *text, guint32 at)
{
    while (at < text->size && (text->bytes[at] == ' ' || text->bytes[at] == '\t'))
        at++;
    return at;
}

gboolean annot_text_in_directive(const AnnotText *text, guint32 at)
{
    guint32 first = skip_blanks(text, line_begin(text, at));
    return first < text->size && text->bytes[first] == '#';
}

static guint32 comment_end(const AnnotText *text, guint32 at)
{
    if (text->bytes[at + 1] == '/')
        return line_end(text, at);
    const char *end = strstr(text->bytes + at + 2, "*/");
    return end ? (guint32)(end - text->bytes) + 2 : text->size;
}

guint32 annot_text_skip(const AnnotText *text, guint32 at)
{
    while (at < text->size) {
        char c = text->bytes[at];
        if (g_ascii_isspace(c))
            at++;
        else if (c == '#' && annot_text_in_directive(text, at))
            at = line_end(text, at);
        else if (c == '/' && (text->bytes[at + 1] == '*' || text->bytes[at + 1] == '/'))
            at = comment_end(text, at);
        else
            break;
    }
    return at;
}

static guint32 literal_end(const AnnotText *text, guint32 at)
{
    char quote = text->bytes[at++];
    while (at < text->size && text->bytes[at] != quote) {
        if (text->bytes[at] == '\\' && at + 1 < text->size)
            at++;
        at++;
    }
    return MIN(at + 1, text->size);
}

guint32 annot_text_token_end(const AnnotText *text, guint32 at)
{
    char c = text->bytes[at];
    if (c == '"' || c == '\'')
        return literal_end(text, at);
    if (!annot_is_word_byte(c))
        return MIN(at + 1, text->size);
    while (at < text->size && annot_is_word_byte(text->bytes[at]))
        at++;
    return at;
}

guint32 annot_text_find(const AnnotText *text, guint32 at, char wanted)
{
    int depth = 0;
    for (at = annot_text_skip(text, at); at < text->size; at = annot_text_skip(text, annot_text_token_end(text, at))) {
        char c = text->bytes[at];
        if (depth == 0 && c == wanted)
            return at;
        if (c == '(' || c == '[' || c == '{')
            depth++;
        if ((c == ')' || c == ']' || c == '}') && --depth < 0)
            break;
    }
    return text->size;
}

gboolean annot_text_is_word(const AnnotText *text, guint32 at, const char *word)
{
    gsize length = strlen(word);
    return at + length <= text->size && memcmp(text->bytes + at, word, length) == 0 &&
           !annot_is_word_byte(text->bytes[at + length]);
}

guint32 annot_text_find_word(const AnnotText *text, guint32 at, const char *word)
{
    const char *found = text->bytes + at;
    for (; (found = strstr(found, word)); found += strlen(word)) {
        guint32 place = (guint32)(found - text->bytes);
        if ((place == 0 || !annot_is_word_byte(found[-1])) && annot_text_is_word(text, place, word))
            return place;
    }
    return text->size;
}

static gboolean is_any(const AnnotText *text, guint32 at, const char *const *words)
{
    for (; *words; words++)
        if (annot_is_word_byte(**words) ? annot_text_is_word(text, at, *words) : text->bytes[at] == **words)
            return TRUE;
    return FALSE;
}

gboolean annot_text_has_any(const AnnotText *text, AnnotExtent at, const char *const *words)
{
    for (guint32 next = at.begin; next < at.end; next = annot_text_skip(text, annot_text_token_end(text, next)))
        if (is_any(text, next, words))
            return TRUE;
    return FALSE;
}

guint32 annot_text_previous_end(const AnnotText *text, guint32 at)
{
    for (;;) {
        while (at > 0 && g_ascii_isspace(text->bytes[at - 1]))
            at--;
        if (at == 0 || !annot_text_in_directive(text, at - 1))
            return at;
        at = line_begin(text, at - 1);
    }
}

/* Whether the directive is about what follows it: not a line marker (# and a number), and not one of the
 * standard's pragmas, which are about the block that they begin. */
static gboolean is_about_next(const AnnotText *text, guint32 hash)
{
    guint32 at = skip_blanks(text, hash + 1), name = skip_blanks(text, annot_text_token_end(text, at));
    return at < text->size && !g_ascii_isdigit(text->bytes[at]) && !annot_text_is_word(text, name, "STDC");
}

gboolean annot_text_follows_pragma(const AnnotText *text, guint32 at)
{
    guint32 line = line_begin(text, annot_text_previous_end(text, at));
    for (line = line_end(text, line) + 1; line < at; line = line_end(text, line) + 1) {
        guint32 first = skip_blanks(text, line);
        if (first < text->size && text->bytes[first] == '#' && is_about_next(text, first))
            return TRUE;
    }
    return FALSE;
}

gboolean annot_text_read_marker(const AnnotText *text, guint32 line, AnnotMarker *marker)
{
    guint32 word = skip_blanks(text, line), end = line_end(text, line);
    if (word >= text->size || text->bytes[word] != '#')
        return FALSE;
    word = skip_blanks(text, word + 1);
    if (annot_text_is_word(text, word, "line"))
        word = skip_blanks(text, word + 4);
    if (!g_ascii_isdigit(text->bytes[word]))
        return FALSE;
    guint32 name = skip_blanks(text, annot_text_token_end(text, word));
    *marker = (AnnotMarker){.line = (guint32)g_ascii_strtoull(text->bytes + word, NULL, 10)};
    guint32 flags = annot_text_token_end(text, name);
    if (name + 1 >= end || flags > end || text->bytes[name] != '"' || text->bytes[flags - 1] != '"')
        return TRUE;
    marker->name = (AnnotExtent){name, flags};
    marker->enters = memchr(text->bytes + flags, '1', end - flags) != NULL;
    marker->system = memchr(text->bytes + flags, '3', end - flags) != NULL;
    return TRUE;
}

/* Leaves out flags 1 and 2: they say that a file begins or goes on, which does not happen again. */
char *annot_text_line_marker(const AnnotText *text, guint32 at)
{
    guint32 line = line_begin(text, at);
    AnnotMarker marker;
    for (guint32 behind = 0; line > 0; behind++) {
        line = line_begin(text, line - 1);
        if (!annot_text_read_marker(text, line, &marker))
            continue;
        if (marker.name.begin == marker.name.end)
            return NULL;
        return g_strdup_printf("\n# %u %.*s%s\n", marker.line + behind, (int)(marker.name.end - marker.name.begin),
                               text->bytes + marker.name.begin, marker.system ? " 3" : "");
    }
    return NULL;
}

gboolean annot_text_has_thread_pragma(const AnnotText *text, AnnotExtent at)
{
    return g_strstr_len(text->bytes + at.begin, at.end - at.begin, "pragma omp") != NULL ||
           g_strstr_len(text->bytes + at.begin, at.end - at.begin, "pragma acc") != NULL;
}

guint32 annot_text_before_pragma(const AnnotText *text, guint32 at)
{
    return annot_text_follows_pragma(text, at) ? annot_text_previous_end(text, at) : at;
}

/* Returns the offset of the parenthesis that the one before `end` closes. */
static guint32 opening_of(const AnnotText *text, guint32 end)
{
    guint depth = 0;
    for (guint32 at = end; at > 0; at--) {
        depth += text->bytes[at - 1] == ')';
        depth -= text->bytes[at - 1] == '(';
        if (depth == 0)
            return at - 1;
    }
    return 0;
}

gboolean annot_text_follows_attributes(const AnnotText *text, guint32 at)
{
    guint32 end = annot_text_previous_end(text, at);
    if (end == 0 || text->bytes[end - 1] != ')')
        return FALSE;
    guint32 word = annot_text_previous_end(text, opening_of(text, end));
    while (word > 0 && (g_ascii_isalpha(text->bytes[word - 1]) || text->bytes[word - 1] == '_'))
        word--;
    return annot_text_is_word(text, word, "__attribute__") || annot_text_is_word(text, word, "__attribute");
}

char *annot_text_folded(const AnnotText *text, AnnotExtent extent, gsize limit)
{
    GString *folded = g_string_new(NULL);
    guint32 previous = extent.begin;
    for (guint32 at = annot_text_skip(text, extent.begin); at < extent.end; at = annot_text_skip(text, previous)) {
        if (at > previous && folded->len > 0)
            g_string_append_c(folded, ' ');
        previous = annot_text_token_end(text, at);
        if (folded->len + (previous - at) > limit) {
            g_string_append(folded, "...");
            break;
        }
        g_string_append_len(folded, text->bytes + at, previous - at);
    }
    return g_string_free(folded, FALSE);
}

/* Returns how many bytes of the token are the quote, the root and a slash; 0 if it does not begin with them. */
static guint32 root_length(const char *token, guint32 length, const char *root)
{
    gsize n = root ? strlen(root) : 0;
    gboolean is_string = n > 0 && length > n + 2 && *token == '"';
    gboolean begins = is_string && memcmp(token + 1, root, n) == 0 && token[n + 1] == '/';
    return begins ? (guint32)n + 2 : 0;
}

char *annot_text_hash(const AnnotText *text, AnnotExtent extent, const char *root)
{
    g_autoptr(GString) tokens = g_string_sized_new(extent.end - extent.begin);
    guint32 at = annot_text_skip(text, extent.begin);
    while (at < extent.end) {
        guint32 end = annot_text_token_end(text, at);
        at += root_length(text->bytes + at, end - at, root);
        g_string_append_len(tokens, text->bytes + at, end - at);
        g_string_append_c(tokens, ' ');
        at = annot_text_skip(text, end);
    }
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, tokens->str, (gssize)tokens->len);
    return g_strndup(sum, 16);
}
