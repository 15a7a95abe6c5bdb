/* A scanner for the bytes of C files; see pieces.h. What a comment says is no business of it. */
#include "htol/lang/pieces.h"

#include <string.h>

/* ---- bytes ---- */

static char byte_at(const HtolPieces *text, gsize at)
{
    return at < text->size ? text->bytes[at] : 0;
}

/* The length of a backslash and the end of its line, or 0. */
static gsize splice_length(const HtolPieces *text, gsize at)
{
    if (byte_at(text, at) != '\\')
        return 0;
    if (byte_at(text, at + 1) == '\n')
        return 2;
    return byte_at(text, at + 1) == '\r' && byte_at(text, at + 2) == '\n' ? 3 : 0;
}

static void begin_line(HtolPieces *text)
{
    text->line++;
    text->line_begin = text->at;
}

/* One byte further, or a whole splice. */
static void advance(HtolPieces *text)
{
    gsize splice = splice_length(text, text->at);
    text->at += MAX(splice, 1);
    if (splice > 0 || text->bytes[text->at - 1] == '\n')
        begin_line(text);
}

static gboolean is_word_byte(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80);
}

/* Whether the line's own end is here, which nothing takes back. */
static gboolean at_line_end(const HtolPieces *text)
{
    return text->at >= text->size || text->bytes[text->at] == '\n';
}

char *htol_pieces_word(const HtolPieces *text, gsize at)
{
    gsize length = 0;
    while (is_word_byte(byte_at(text, at + length)))
        length++;
    return g_strndup(text->bytes + at, length);
}

gsize htol_pieces_skip_blanks(const HtolPieces *text, gsize at)
{
    while (byte_at(text, at) == ' ' || byte_at(text, at) == '\t')
        at++;
    return at;
}

char *htol_pieces_copy(const HtolPieces *text, gsize begin, gsize end)
{
    char *copy = g_strndup(text->bytes + begin, end - begin);
    gsize length = strlen(copy);
    for (gsize at = 0; at < length; at++)
        if (splice_length(text, begin + at) > 0)
            copy[at] = ' ';
    return copy;
}

/* ---- comments ---- */

const char *htol_pieces_skip_name(const char *at)
{
    if (!g_ascii_isalpha(*at) && *at != '_')
        return at;
    while (g_ascii_isalnum(*at) || *at == '_')
        at++;
    return at;
}

const char *htol_pieces_skip_space(const char *at)
{
    while (g_ascii_isspace(*at))
        at++;
    return at;
}

const char *htol_comment_behind(const char *comment, const char *word)
{
    const char *at = htol_pieces_skip_space(comment);
    gsize length = strlen(word);
    return strncmp(at, word, length) == 0 && g_ascii_isspace(at[length]) ? htol_pieces_skip_space(at + length) : NULL;
}

gboolean htol_comment_begins(const char *comment)
{
    static const char *const words[] = {"label", "hyper", "partition", "pure"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        const char *name = htol_comment_behind(comment, words[i]);
        if (name && htol_pieces_skip_name(name) > name)
            return TRUE;
    }
    return htol_comment_behind(comment, "justify") != NULL;
}

/* ---- pieces ---- */

/* Returns where its text ends: a carriage return before the end of the line is no part of it. */
static gsize scan_line_comment(HtolPieces *text)
{
    gsize begin = text->at;
    while (!at_line_end(text))
        advance(text);
    return text->at > begin && text->bytes[text->at - 1] == '\r' ? text->at - 1 : text->at;
}

static void scan_block_comment(HtolPieces *text)
{
    text->at += 2;
    while (text->at < text->size && !(text->bytes[text->at] == '*' && byte_at(text, text->at + 1) == '/'))
        advance(text);
    text->at = MIN(text->at + 2, text->size);
}

/* Up to the quote that closes it; one that is not closed ends with its line. */
static void scan_literal(HtolPieces *text)
{
    char quote = text->bytes[text->at++];
    while (!at_line_end(text) && text->bytes[text->at] != quote) {
        gboolean escape = text->bytes[text->at] == '\\' && splice_length(text, text->at) == 0 &&
                          text->at + 1 < text->size && text->bytes[text->at + 1] != '\n';
        text->at += escape;
        advance(text);
    }
    if (!at_line_end(text))
        text->at++;
}

/* A name or a number, in which ' may separate digits. */
static void scan_word(HtolPieces *text)
{
    gboolean number = g_ascii_isdigit(text->bytes[text->at]);
    while (is_word_byte(byte_at(text, text->at)) ||
           (number && byte_at(text, text->at) == '\'' && g_ascii_isalnum(byte_at(text, text->at + 1))))
        text->at++;
}

static void scan_token(HtolPieces *text)
{
    char c = text->bytes[text->at];
    if (c == '"' || c == '\'')
        scan_literal(text);
    else if (is_word_byte(c))
        scan_word(text);
    else
        text->at++;
}

static void skip_white(HtolPieces *text)
{
    while (text->at < text->size && text->bytes[text->at] != '\n' &&
           (g_ascii_isspace(text->bytes[text->at]) || splice_length(text, text->at) > 0))
        advance(text);
}

static gboolean is_first_on_line(const HtolPieces *text)
{
    gsize begin = text->line_begin;
    while (begin < text->at && g_ascii_isspace(text->bytes[begin]))
        begin++;
    return begin == text->at;
}

static HtolPieceKind kind_at(const HtolPieces *text)
{
    char c = byte_at(text, text->at), next = byte_at(text, text->at + 1);
    if (text->at >= text->size)
        return HTOL_PIECE_END;
    if (c == '\n')
        return HTOL_PIECE_NEWLINE;
    if (c == '/' && next == '/')
        return HTOL_PIECE_LINE_COMMENT;
    if (c == '/' && next == '*')
        return HTOL_PIECE_BLOCK_COMMENT;
    return c == '#' && text->fresh ? HTOL_PIECE_HASH : HTOL_PIECE_TOKEN;
}

/* Moves behind the piece; returns where its bytes end. */
static gsize scan(HtolPieces *text, HtolPieceKind kind)
{
    switch (kind) {
    case HTOL_PIECE_END: break;
    case HTOL_PIECE_NEWLINE: advance(text); break;
    case HTOL_PIECE_LINE_COMMENT: return scan_line_comment(text);
    case HTOL_PIECE_BLOCK_COMMENT: scan_block_comment(text); break;
    case HTOL_PIECE_HASH: text->at++; break;
    case HTOL_PIECE_TOKEN: scan_token(text); break;
    }
    return text->at;
}

HtolPieces htol_pieces(const char *bytes, gsize size)
{
    return (HtolPieces){.bytes = bytes, .size = size, .line = 1, .fresh = TRUE};
}

HtolPiece htol_pieces_next(HtolPieces *text)
{
    skip_white(text);
    HtolPieceKind kind = kind_at(text);
    HtolPiece piece = {.kind = kind,
                       .begin = text->at,
                       .line = text->line,
                       .column = (guint32)(text->at - text->line_begin) + 1,
                       .first = text->fresh && is_first_on_line(text),
                       .fresh = text->fresh,
                       .directive = text->directive};
    piece.end = scan(text, kind);
    piece.last = kind == HTOL_PIECE_NEWLINE ? piece.line : text->line;
    if (kind == HTOL_PIECE_HASH || kind == HTOL_PIECE_TOKEN)
        text->fresh = FALSE;
    else if (kind == HTOL_PIECE_NEWLINE)
        text->fresh = TRUE;
    text->directive = kind == HTOL_PIECE_HASH || (text->directive && kind != HTOL_PIECE_NEWLINE);
    return piece;
}
