/* Colours for C source, line by line: comments, strings, keywords, names of types, directives; numbers have none. It
 * knows words, not the language: a line is shown whatever is in it. */
#include <stdlib.h>
#include <string.h>

#include "report/html/html.h"

typedef struct {
    FILE *out;
    const char *at, *end, *plain; /* from `plain` to `at` nothing was written yet */
} Writer;

static const char *const keywords[] = {
    "_Alignas", "_Alignof", "_Generic", "_Noreturn", "_Static_assert", "asm",    "auto",    "break",  "case",
    "continue", "default",  "do",       "else",      "extern",         "for",    "goto",    "if",     "inline",
    "register", "restrict", "return",   "sizeof",    "static",         "switch", "typedef", "typeof", "while"};
static const char *const types[] = {
    "FILE",   "_Atomic",  "_Bool",    "_Complex", "bool",    "char",  "const",    "double", "enum",    "float",
    "int",    "int16_t",  "int32_t",  "int64_t",  "int8_t",  "long",  "short",    "signed", "size_t",  "ssize_t",
    "struct", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "union", "unsigned", "void",   "volatile"};

/* A word of the source, which does not end it. */
typedef struct {
    const char *text;
    gsize size;
} Word;

static int compare_words(const void *left, const void *right)
{
    const Word *word = left;
    const char *other = *(const char *const *)right;
    int order = strncmp(word->text, other, word->size);
    return order ? order : other[word->size] ? -1 : 0;
}

enum { LONGEST = 14 }; /* of both: "_Static_assert" */

static gboolean is_in(Word word, const char *const *words, gsize n)
{
    return word.size > 1 && word.size <= LONGEST && bsearch(&word, words, n, sizeof *words, compare_words) != NULL;
}

static void flush_plain(Writer *w)
{
    report_html_text(w->out, w->plain, w->at - w->plain);
}

/* Ends what is plain and writes an element up to `end`: `tag` is "<i>". */
static void put_element(Writer *w, const char *tag, const char *end)
{
    flush_plain(w);
    fputs(tag, w->out);
    report_html_text(w->out, w->at, end - w->at);
    fputs("</", w->out);
    fputs(tag + 1, w->out);
    w->at = w->plain = end;
}

/* Returns whether the comment ends in this line. */
static gboolean put_comment(Writer *w, gsize opening)
{
    const char *end = MIN(w->at + opening, w->end);
    const char *closing = g_strstr_len(end, w->end - end, "*/");
    put_element(w, "<i>", closing ? closing + 2 : w->end);
    return closing != NULL;
}

static void put_quoted(Writer *w, char quote)
{
    const char *end = w->at + 1;
    while (end < w->end && *end != quote)
        end += *end == '\\' && end + 1 < w->end ? 2 : 1;
    put_element(w, "<q>", MIN(end + 1, w->end));
}

static gboolean is_of_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

static void put_word(Writer *w)
{
    const char *end = w->at;
    while (end < w->end && is_of_word(*end))
        end++;
    Word word = {w->at, end - w->at};
    if (is_in(word, keywords, G_N_ELEMENTS(keywords)))
        put_element(w, "<b>", end);
    else if (is_in(word, types, G_N_ELEMENTS(types)))
        put_element(w, "<u>", end);
    else
        w->at = end;
}

static void put_directive(Writer *w)
{
    const char *end = w->at + 1;
    while (end < w->end && (*end == ' ' || *end == '\t'))
        end++;
    while (end < w->end && is_of_word(*end))
        end++;
    gboolean include = g_strstr_len(w->at, end - w->at, "include") != NULL;
    put_element(w, "<em>", end);
    const char *bracket = include ? memchr(w->at, '<', w->end - w->at) : NULL;
    const char *closing = bracket ? memchr(bracket, '>', w->end - bracket) : NULL;
    if (!closing)
        return;
    w->at = bracket;
    put_element(w, "<q>", closing + 1);
}

/* Returns whether a comment is open at the end of the line. */
static gboolean put_token(Writer *w, gboolean begins)
{
    char next = w->at + 1 < w->end ? w->at[1] : '\0';
    if (*w->at == '/' && next == '*')
        return !put_comment(w, 2);
    if (*w->at == '/' && next == '/')
        put_element(w, "<i>", w->end);
    else if (*w->at == '"' || *w->at == '\'')
        put_quoted(w, *w->at);
    else if (*w->at == '#' && begins)
        put_directive(w);
    else if (is_of_word(*w->at))
        put_word(w);
    else
        w->at++;
    return FALSE;
}

gboolean report_html_code(FILE *out, const char *text, gsize size, gboolean in_comment)
{
    Writer writer = {out, text, text + size, text};
    gboolean begins = TRUE;
    if (in_comment)
        in_comment = !put_comment(&writer, 0);
    while (writer.at < writer.end) {
        char first = *writer.at;
        in_comment = put_token(&writer, begins);
        begins &= first == ' ' || first == '\t';
    }
    flush_plain(&writer);
    return in_comment;
}
