/* A scanner for the bytes of source files; see comments.h. It needs to know no more of C than where comments
 * and literals begin and end; trigraphs are not looked for. */
#include "annot/comments.h"

#include <string.h>

/* A comment while further lines may belong to it. */
typedef struct {
    GString *text; /* NULL: none */
    guint32 line, column, last;
    gsize end; /* offset behind it */
    guint group;
} Open;

typedef struct {
    HtolArena *arena;
    const char *bytes;
    gsize size, at, line_begin;
    guint32 line;
    gboolean fresh;     /* nothing but white space and comments stands before `at` on its line */
    gboolean directive; /* on a line that begins with # */
    guint group;
    Open open;
    AnnotComments *found;
} Scanner;

/* ---- bytes ---- */

static char byte_at(const Scanner *s, gsize at)
{
    return at < s->size ? s->bytes[at] : 0;
}

/* The length of a backslash and the end of its line, or 0. */
static gsize splice_length(const Scanner *s, gsize at)
{
    if (byte_at(s, at) != '\\')
        return 0;
    if (byte_at(s, at + 1) == '\n')
        return 2;
    return byte_at(s, at + 1) == '\r' && byte_at(s, at + 2) == '\n' ? 3 : 0;
}

static void begin_line(Scanner *s)
{
    s->line++;
    s->line_begin = s->at;
}

/* One byte further, or a whole splice. */
static void advance(Scanner *s)
{
    gsize splice = splice_length(s, s->at);
    s->at += MAX(splice, 1);
    if (splice > 0 || s->bytes[s->at - 1] == '\n')
        begin_line(s);
}

static gboolean is_word_byte(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80);
}

/* Whether the line's own end is here, which nothing takes back. */
static gboolean at_line_end(const Scanner *s)
{
    return s->at >= s->size || s->bytes[s->at] == '\n';
}

/* ---- groups ---- */

static AnnotGroup *group_at(const Scanner *s, guint index)
{
    return &g_array_index(s->found->groups, AnnotGroup, index);
}

static void open_group(Scanner *s, guint outer, gboolean never)
{
    AnnotGroup group = {.outer = outer, .first = s->line + 1, .last = G_MAXUINT32, .never = never};
    g_array_append_val(s->found->groups, group);
    s->group = s->found->groups->len - 1;
}

static void close_group(Scanner *s, guint32 directive)
{
    AnnotGroup *group = group_at(s, s->group);
    group->last = directive - 1;
    if (group->has_code)
        group_at(s, group->outer)->has_code = TRUE;
    s->group = group->outer;
}

static char *word_at(const Scanner *s, gsize at)
{
    gsize length = 0;
    while (is_word_byte(byte_at(s, at + length)))
        length++;
    return g_strndup(s->bytes + at, length);
}

static gsize skip_blanks(const Scanner *s, gsize at)
{
    while (byte_at(s, at) == ' ' || byte_at(s, at) == '\t')
        at++;
    return at;
}

/* Whether `if 0` stands here, and nothing that could make it true. */
static gboolean is_never(const Scanner *s, gsize at)
{
    g_autofree char *name = word_at(s, at);
    gsize zero = skip_blanks(s, at + strlen(name));
    g_autofree char *value = word_at(s, zero);
    return strcmp(name, "if") == 0 && strcmp(value, "0") == 0 &&
           strchr("\r\n/", byte_at(s, skip_blanks(s, zero + 1)));
}

/* The scanner stands behind the #. */
static void scan_directive(Scanner *s)
{
    guint32 line = s->line;
    s->directive = TRUE;
    gsize at = skip_blanks(s, s->at);
    g_autofree char *name = word_at(s, at);
    if (g_str_has_prefix(name, "if")) {
        open_group(s, s->group, is_never(s, at));
        return;
    }
    gboolean other = g_str_has_prefix(name, "el");
    if ((!other && strcmp(name, "endif") != 0) || s->group == 0)
        return;
    close_group(s, line);
    if (other)
        open_group(s, s->group, FALSE);
}

guint annot_comments_group_at(const AnnotComments *comments, guint32 line)
{
    guint found = 0;
    for (guint i = 1; i < comments->groups->len; i++) {
        const AnnotGroup *group = &g_array_index(comments->groups, AnnotGroup, i);
        if (group->first <= line && line <= group->last)
            found = i; /* inner ones come later */
    }
    return found;
}

/* ---- objectives ---- */

static const char *skip_name(const char *at)
{
    if (!g_ascii_isalpha(*at) && *at != '_')
        return at;
    while (g_ascii_isalnum(*at) || *at == '_')
        at++;
    return at;
}

static const char *skip_space(const char *at)
{
    while (g_ascii_isspace(*at))
        at++;
    return at;
}

/* The text behind the first word and the name that follows it, or NULL if the text does not begin so. */
static const char *behind_name(const char *text, const char *word)
{
    const char *at = skip_space(text), *name = skip_space(skip_name(at));
    gsize length = strlen(word);
    if (strncmp(at, word, length) != 0 || !g_ascii_isspace(at[length]) || skip_name(name) == name)
        return NULL;
    return skip_name(name);
}

static gboolean begins_declaration(const char *text)
{
    return behind_name(text, "label") || behind_name(text, "hyper") || behind_name(text, "partition") ||
           behind_name(text, "pure");
}

static gboolean is_list_of_names(const char *rest)
{
    for (rest = skip_space(rest); *rest == ','; rest = skip_space(rest)) {
        const char *name = skip_space(rest + 1);
        rest = skip_name(name);
        if (rest == name)
            return FALSE;
    }
    return *rest == 0 || *rest == ';';
}

static gboolean is_objective(const char *text)
{
    const char *pure = behind_name(text, "pure");
    return pure ? is_list_of_names(pure) : strchr(text, ':') != NULL;
}

/* Whether the line's text ends with a semicolon, a comment behind it apart. */
static gboolean is_ended(const char *text)
{
    char quote = 0, last = 0;
    for (; *text; text++) {
        if (!quote && text[0] == '/' && text[1] == '/')
            break;
        if (quote && *text == '\\' && text[1])
            text++;
        else if (quote ? *text == quote : (*text == '"' || *text == '\''))
            quote = quote ? 0 : *text;
        if (!g_ascii_isspace(*text))
            last = *text;
    }
    return !quote && last == ';';
}

static void close_comment(Scanner *s)
{
    Open *open = &s->open;
    if (!open->text)
        return;
    if (is_objective(open->text->str)) {
        AnnotComment comment = {open->line, open->column,
                                htol_arena_strndup(s->arena, open->text->str, open->text->len), open->group};
        g_array_append_val(s->found->comments, comment);
    }
    g_string_free(open->text, TRUE);
    open->text = NULL;
}

/* The text from `begin` to the scanner, with blanks for backslashes of lines that go on. To be freed. */
static char *text_from(const Scanner *s, gsize begin)
{
    char *text = g_strndup(s->bytes + begin, s->at - begin);
    for (gsize at = begin; at < begin + strlen(text); at++)
        if (splice_length(s, at) > 0)
            text[at - begin] = ' ';
    return text;
}

static gboolean is_first_on_line(const Scanner *s, gsize mark, guint32 column)
{
    gsize begin = mark - (column - 1);
    while (begin < mark && g_ascii_isspace(s->bytes[begin]))
        begin++;
    return begin == mark;
}

/* Adds a line to the open comment: what stands before its mark is white space. */
static void go_on(Scanner *s, gsize mark, const char *text)
{
    Open *open = &s->open;
    g_string_append_len(open->text, s->bytes + open->end, mark - open->end);
    g_string_append_printf(open->text, "   %s", text);
}

/* The scanner stands behind a comment that began with `//!` at `mark`, on line `line` in column `column`. */
static void take_objective(Scanner *s, gsize mark, guint32 line, guint32 column)
{
    Open *open = &s->open;
    g_autofree char *text = text_from(s, mark + 3);
    gboolean begins = begins_declaration(text);
    gboolean below = open->text && line == open->last + 1 && is_first_on_line(s, mark, column);
    if (begins || !below)
        close_comment(s);
    if (open->text)
        go_on(s, mark, text);
    else if (begins)
        *open = (Open){g_string_new(text), line, column + 3, 0, 0, s->group};
    open->last = s->line;
    open->end = s->at;
    if (is_ended(text))
        close_comment(s);
}

/* ---- tokens ---- */

static void scan_line_comment(Scanner *s)
{
    gsize mark = s->at;
    guint32 line = s->line, column = (guint32)(mark - s->line_begin) + 1;
    while (!at_line_end(s))
        advance(s);
    gsize end = s->at;
    if (s->at > mark && s->bytes[s->at - 1] == '\r')
        s->at--;
    if (byte_at(s, mark + 2) == '!')
        take_objective(s, mark, line, column);
    s->at = end;
}

static void scan_block_comment(Scanner *s)
{
    s->at += 2;
    while (s->at < s->size && !(s->bytes[s->at] == '*' && byte_at(s, s->at + 1) == '/'))
        advance(s);
    s->at = MIN(s->at + 2, s->size);
}

/* Up to the quote that closes it; one that is not closed ends with its line. */
static void scan_literal(Scanner *s)
{
    char quote = s->bytes[s->at++];
    while (!at_line_end(s) && s->bytes[s->at] != quote) {
        if (s->bytes[s->at] == '\\' && splice_length(s, s->at) == 0 && byte_at(s, s->at + 1) != '\n')
            s->at++;
        advance(s);
    }
    if (!at_line_end(s))
        s->at++;
}

/* A name or a number, in which ' may separate digits. */
static void scan_word(Scanner *s)
{
    gboolean number = g_ascii_isdigit(s->bytes[s->at]);
    while (is_word_byte(byte_at(s, s->at)) ||
           (number && byte_at(s, s->at) == '\'' && g_ascii_isalnum(byte_at(s, s->at + 1))))
        s->at++;
}

static void scan_token(Scanner *s)
{
    char c = s->bytes[s->at];
    gboolean fresh = s->fresh;
    s->fresh = FALSE;
    if (c == '#' && fresh) {
        s->at++;
        scan_directive(s);
        return;
    }
    if (!s->directive)
        group_at(s, s->group)->has_code = TRUE;
    if (c == '"' || c == '\'')
        scan_literal(s);
    else if (is_word_byte(c))
        scan_word(s);
    else
        s->at++;
}

static void scan(Scanner *s)
{
    char c = s->bytes[s->at];
    if (c == '\n') {
        s->fresh = TRUE;
        s->directive = FALSE;
        advance(s);
    } else if (g_ascii_isspace(c) || splice_length(s, s->at) > 0) {
        advance(s);
    } else if (c == '/' && byte_at(s, s->at + 1) == '/') {
        scan_line_comment(s);
    } else if (c == '/' && byte_at(s, s->at + 1) == '*') {
        scan_block_comment(s);
    } else {
        scan_token(s);
    }
}

AnnotComments *annot_comments_find(HtolArena *arena, const char *bytes, gsize size)
{
    AnnotComments *found = g_new(AnnotComments, 1);
    found->comments = g_array_new(FALSE, FALSE, sizeof(AnnotComment));
    found->groups = g_array_new(FALSE, FALSE, sizeof(AnnotGroup));
    AnnotGroup whole = {.first = 1, .last = G_MAXUINT32};
    g_array_append_val(found->groups, whole);
    Scanner s = {.arena = arena, .bytes = bytes, .size = size, .line = 1, .fresh = TRUE, .found = found};
    while (s.at < s.size)
        scan(&s);
    close_comment(&s);
    while (s.group > 0)
        close_group(&s, s.line + 1);
    return found;
}

void annot_comments_free(AnnotComments *comments)
{
    g_array_unref(comments->comments);
    g_array_unref(comments->groups);
    g_free(comments);
}
