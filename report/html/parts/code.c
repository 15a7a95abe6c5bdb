/* Colours for C source, line by line: comments, strings, keywords, names of types, directives; numbers have none. It
 * knows words, not the language: a line is shown whatever is in it. */
#include <stdlib.h>
#include <string.h>

#include "report/html/parts/html.h"

typedef struct {
    FILE *out;
    const char *at, *end, *plain; /* from `plain` to `at` nothing was written yet */
} Writer;

/* A word that has a colour, and its element; by the word. */
typedef struct {
    const char *text, *tag;
} Known;

static const Known known[] = {{"FILE", "<u>"},     {"_Alignas", "<b>"},  {"_Alignof", "<b>"},
                              {"_Atomic", "<u>"},  {"_Bool", "<u>"},     {"_Complex", "<u>"},
                              {"_Generic", "<b>"}, {"_Noreturn", "<b>"}, {"_Static_assert", "<b>"},
                              {"asm", "<b>"},      {"auto", "<b>"},      {"bool", "<u>"},
                              {"break", "<b>"},    {"case", "<b>"},      {"char", "<u>"},
                              {"const", "<u>"},    {"continue", "<b>"},  {"default", "<b>"},
                              {"do", "<b>"},       {"double", "<u>"},    {"else", "<b>"},
                              {"enum", "<u>"},     {"extern", "<b>"},    {"float", "<u>"},
                              {"for", "<b>"},      {"goto", "<b>"},      {"if", "<b>"},
                              {"inline", "<b>"},   {"int", "<u>"},       {"int16_t", "<u>"},
                              {"int32_t", "<u>"},  {"int64_t", "<u>"},   {"int8_t", "<u>"},
                              {"long", "<u>"},     {"register", "<b>"},  {"restrict", "<b>"},
                              {"return", "<b>"},   {"short", "<u>"},     {"signed", "<u>"},
                              {"size_t", "<u>"},   {"sizeof", "<b>"},    {"ssize_t", "<u>"},
                              {"static", "<b>"},   {"struct", "<u>"},    {"switch", "<b>"},
                              {"typedef", "<b>"},  {"typeof", "<b>"},    {"uint16_t", "<u>"},
                              {"uint32_t", "<u>"}, {"uint64_t", "<u>"},  {"uint8_t", "<u>"},
                              {"union", "<u>"},    {"unsigned", "<u>"},  {"void", "<u>"},
                              {"volatile", "<u>"}, {"while", "<b>"}};

/* A word of the source, which does not end it. */
typedef struct {
    const char *text;
    gsize size;
} Word;

static int compare_words(const void *left, const void *right)
{
    const Word *word = left;
    const Known *other = right;
    int order = *word->text - *other->text;
    if (order == 0)
        order = strncmp(word->text, other->text, word->size);
    return order ? order : other->text[word->size] ? -1 : 0;
}

/* The element of a word; NULL: it has none. */
static const char *tag_of(Word word)
{
    const Known *found = bsearch(&word, known, G_N_ELEMENTS(known), sizeof *known, compare_words);
    return found ? found->tag : NULL;
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
    const char *tag = tag_of((Word){w->at, end - w->at});
    if (tag)
        put_element(w, tag, end);
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
