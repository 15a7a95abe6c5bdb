/* Cuts a user's text into tokens and C texts; see lex.h. It does not know their order. */
#include "htol/lang/lex.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- operators ---- */

static const struct {
    const char *text;
    guint strength;
} operators[] = {
    [HTOL_OP_NOT] = {"!", 0},  [HTOL_OP_COMPLEMENT] = {"~", 0}, [HTOL_OP_MINUS] = {"-", 0}, [HTOL_OP_MUL] = {"*", 10},
    [HTOL_OP_DIV] = {"/", 10}, [HTOL_OP_REM] = {"%", 10},       [HTOL_OP_ADD] = {"+", 9},   [HTOL_OP_SUB] = {"-", 9},
    [HTOL_OP_LT] = {"<", 8},   [HTOL_OP_LE] = {"<=", 8},        [HTOL_OP_GT] = {">", 8},    [HTOL_OP_GE] = {">=", 8},
    [HTOL_OP_EQ] = {"==", 7},  [HTOL_OP_NE] = {"!=", 7},        [HTOL_OP_BAND] = {"&", 6},  [HTOL_OP_XOR] = {"^", 5},
    [HTOL_OP_BOR] = {"|", 4},  [HTOL_OP_AND] = {"&&", 3},       [HTOL_OP_OR] = {"||", 2},
};

const char *htol_op_text(HtolOp op)
{
    return operators[op].text;
}

guint htol_op_strength(HtolOp op)
{
    return operators[op].strength;
}

/* ---- moving ---- */

void htol_advance(HtolCursor *cursor, gsize bytes)
{
    for (; bytes > 0; bytes--, cursor->at++) {
        gboolean newline = *cursor->at == '\n';
        cursor->line += newline;
        cursor->column = newline ? 1 : cursor->column + 1;
    }
}

static gsize bytes_left(const HtolCursor *cursor)
{
    return cursor->end - cursor->at;
}

/* The byte so far ahead, or 0 behind the end. */
static char byte_ahead(const HtolCursor *cursor, gsize bytes)
{
    return bytes < bytes_left(cursor) ? cursor->at[bytes] : 0;
}

static gboolean begins_with(const HtolCursor *cursor, const char *text)
{
    return bytes_left(cursor) >= strlen(text) && memcmp(cursor->at, text, strlen(text)) == 0;
}

static gsize line_length(const HtolCursor *cursor)
{
    const char *newline = memchr(cursor->at, '\n', bytes_left(cursor));
    return newline ? (gsize)(newline - cursor->at) : bytes_left(cursor);
}

void htol_skip_space(HtolCursor *cursor)
{
    for (;;) {
        if (begins_with(cursor, "//"))
            htol_advance(cursor, line_length(cursor));
        else if (cursor->at < cursor->end && g_ascii_isspace(*cursor->at))
            htol_advance(cursor, 1);
        else
            return;
    }
}

/* ---- tokens ---- */

static gboolean is_letter(char c)
{
    return g_ascii_isalpha(c) || c == '_';
}

static gboolean is_letter_or_digit(char c)
{
    return is_letter(c) || g_ascii_isdigit(c);
}

static gsize name_length(const HtolCursor *cursor)
{
    gsize length = 0;
    while (is_letter_or_digit(byte_ahead(cursor, length)))
        length++;
    return length;
}

/* C's preprocessing number: a sign may follow an exponent's letter, which is no e in a hexadecimal integer. */
static gsize number_length(const HtolCursor *cursor)
{
    gboolean hexadecimal = g_ascii_tolower(byte_ahead(cursor, 1)) == 'x';
    gsize length = 1;
    for (;; length++) {
        char c = byte_ahead(cursor, length), before = g_ascii_tolower(byte_ahead(cursor, length - 1));
        gboolean exponent = before == (hexadecimal ? 'p' : 'e');
        if (!is_letter_or_digit(c) && c != '.' && !(exponent && (c == '+' || c == '-')))
            return length;
    }
}

static gsize mark_length(const HtolCursor *cursor)
{
    static const char *const pairs[] = {"->", "&&", "||", "==", "!=", "<=", ">="};
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++)
        if (begins_with(cursor, pairs[i]))
            return 2;
    return g_utf8_next_char(cursor->at) - cursor->at;
}

HtolToken htol_lex(HtolCursor *cursor)
{
    htol_skip_space(cursor);
    HtolToken token = {.kind = HTOL_TOKEN_END, .start = *cursor};
    char first = byte_ahead(cursor, 0);
    if (cursor->at == cursor->end)
        return token;
    if (is_letter(first)) {
        token.kind = HTOL_TOKEN_NAME;
        token.length = name_length(cursor);
        for (; byte_ahead(cursor, token.length) == '\''; token.length++)
            token.primes++;
    } else if (g_ascii_isdigit(first) || (first == '.' && g_ascii_isdigit(byte_ahead(cursor, 1)))) {
        token.kind = HTOL_TOKEN_NUMBER;
        token.length = number_length(cursor);
    } else {
        token.kind = HTOL_TOKEN_MARK;
        token.length = mark_length(cursor);
    }
    htol_advance(cursor, token.length);
    return token;
}

gboolean htol_token_is(const HtolToken *token, const char *text)
{
    return token->length == strlen(text) && memcmp(token->start.at, text, token->length) == 0;
}

/* ---- numbers ---- */

static gboolean one_of(const char *text, const char *const *texts)
{
    for (; *texts; texts++)
        if (g_ascii_strcasecmp(text, *texts) == 0)
            return TRUE;
    return FALSE;
}

static const char *float_value(const char *text, gboolean negative, HtolValue *value)
{
    static const char *const suffixes[] = {"", "f", "l", NULL};
    char *end;
    double number = g_ascii_strtod(text, &end);
    if (end == text || !one_of(end, suffixes))
        return "is not a number";
    if (g_ascii_tolower(*end) == 'f')
        number = (float)number;
    if (!isfinite(number))
        return "is too large";
    *value = (HtolValue){.kind = HTOL_VALUE_FLOAT, .f = negative ? -number : number};
    return NULL;
}

/* As in C a decimal number without u is signed, others are unsigned if they must be. */
static const char *signed_value(guint64 number, gboolean negative, gboolean decimal, HtolValue *value)
{
    guint64 most = (guint64)G_MAXINT64 + (negative && decimal);
    if (number <= most) {
        *value = (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = (gint64)(negative ? -number : number)};
        return NULL;
    }
    if (decimal)
        return "does not fit into 64 bits with a sign: end it with u if none is meant";
    *value = (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = number};
    return NULL;
}

static const char *integer_value(const char *text, gboolean negative, HtolValue *value)
{
    static const char *const unsigned_suffixes[] = {"u", "ul", "ull", "lu", "llu", NULL};
    static const char *const suffixes[] = {"", "l", "ll", NULL};
    gboolean binary = text[0] == '0' && g_ascii_tolower(text[1]) == 'b';
    const char *digits = binary ? text + 2 : text;
    char *end;
    errno = 0;
    guint64 number = g_ascii_strtoull(digits, &end, binary ? 2 : 0);
    if (end == digits)
        return "is not a number";
    if (errno == ERANGE)
        return "does not fit into 64 bits";
    if (one_of(end, suffixes))
        return signed_value(number, negative, g_ascii_isdigit(text[0]) && text[0] != '0', value);
    if (!one_of(end, unsigned_suffixes))
        return "is not a number";
    *value = (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = number};
    return NULL;
}

const char *htol_token_value(const HtolToken *token, gboolean negative, HtolValue *value)
{
    g_autofree char *text = g_strndup(token->start.at, token->length);
    gboolean hexadecimal = text[0] == '0' && g_ascii_tolower(text[1]) == 'x';
    if (strpbrk(text, hexadecimal ? ".pP" : ".eE"))
        return float_value(text, negative, value);
    return integer_value(text, negative, value);
}

/* ---- names of files and functions, C texts ---- */

gsize htol_plain_file_length(const char *text, gsize length)
{
    if (length >= 2 && text[0] == '/' && text[1] == '/')
        return 0;
    gsize plain = 0;
    while (plain < length && !g_ascii_isspace(text[plain]) && !strchr(":;{}@\"", text[plain]))
        plain++;
    return plain;
}

gboolean htol_is_c_name(const char *name)
{
    if (!*name || g_ascii_isdigit(*name) || !g_utf8_validate(name, -1, NULL))
        return FALSE;
    for (; *name; name++)
        if (!is_letter_or_digit(*name) && !strchr("$\\", *name) && !((guchar)*name & 0x80))
            return FALSE;
    return TRUE;
}

gboolean htol_is_hash(const char *text)
{
    return *text && strspn(text, "0123456789abcdef") == strlen(text);
}

/* The length of the literal with its quotes, or 0 if it does not end on its line. */
static gsize literal_length(const HtolCursor *cursor)
{
    for (gsize i = 1; i < bytes_left(cursor) && cursor->at[i] != '\n'; i++) {
        if (cursor->at[i] == '\\')
            i++;
        else if (cursor->at[i] == *cursor->at)
            return i + 1;
    }
    return 0;
}

static gsize block_comment_length(const HtolCursor *cursor)
{
    const char *end = g_strstr_len(cursor->at + 2, bytes_left(cursor) - 2, "*/");
    return end ? (gsize)(end + 2 - cursor->at) : 0;
}

/* White space and comments, TRUE if there were any; stops before a comment that does not end. */
static gboolean skip_c_space(HtolCursor *cursor)
{
    const char *start = cursor->at, *before;
    do {
        before = cursor->at;
        htol_skip_space(cursor);
        if (begins_with(cursor, "/*"))
            htol_advance(cursor, block_comment_length(cursor));
    } while (cursor->at > before);
    return cursor->at > start;
}

static void take_bytes(HtolCursor *cursor, gsize bytes, GString *out)
{
    g_string_append_len(out, cursor->at, bytes);
    htol_advance(cursor, bytes);
}

/* `open`: where the brackets stand that are open. */
static const char *take_character(HtolCursor *cursor, GArray *open, GString *out)
{
    static const char openers[] = "([{", closers[] = ")]}";
    const char *closer = strchr(closers, *cursor->at);
    if (strchr(openers, *cursor->at))
        g_array_append_val(open, *cursor);
    if (closer) {
        if (open->len == 0 || *g_array_index(open, HtolCursor, open->len - 1).at != openers[closer - closers])
            return "closes no bracket that is open";
        g_array_set_size(open, open->len - 1);
    }
    take_bytes(cursor, 1, out);
    return NULL;
}

static const char *take_c(HtolCursor *cursor, GArray *open, GString *out)
{
    if (*cursor->at == '"' || *cursor->at == '\'') {
        gsize length = literal_length(cursor);
        take_bytes(cursor, length, out);
        return length > 0 ? NULL : "begins a literal that does not end on its line";
    }
    if (begins_with(cursor, "/*"))
        return "begins a comment that does not end";
    return take_character(cursor, open, out);
}

/* Two names in a row are no C outside of brackets: the text before lacks its semicolon. */
static gboolean begins_declaration(HtolCursor cursor)
{
    HtolToken first = htol_lex(&cursor), second = htol_lex(&cursor);
    gboolean declares = htol_token_is(&first, "label") || htol_token_is(&first, "hyper") ||
                        htol_token_is(&first, "pure") || htol_token_is(&first, "partition");
    return declares && second.kind == HTOL_TOKEN_NAME;
}

const char *htol_lex_c(HtolCursor *cursor, const char *ends, GString *out)
{
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(HtolCursor));
    skip_c_space(cursor);
    while (cursor->at < cursor->end && !(open->len == 0 && strchr(ends, *cursor->at))) {
        const char *wrong = take_c(cursor, open, out);
        if (wrong)
            return wrong;
        if (!skip_c_space(cursor))
            continue;
        if (open->len == 0 && begins_declaration(*cursor))
            break;
        g_string_append_c(out, ' ');
    }
    if (out->len > 0 && out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    if (open->len == 0)
        return NULL;
    *cursor = g_array_index(open, HtolCursor, open->len - 1);
    return "is never closed";
}
