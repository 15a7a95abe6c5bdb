/* Where comments, literals and words of C text begin and end. It does not preprocess, knows no more of C than that, and
 * takes any bytes; trigraphs are not looked for. */
#ifndef HTOL_PIECES_H
#define HTOL_PIECES_H

#include <glib.h>

/* What a piece is. */
typedef enum {
    HTOL_PIECE_END,     /* nothing follows; line is the last one */
    HTOL_PIECE_NEWLINE, /* one that ends a line of tokens: none that a backslash takes back, none in a comment */
    HTOL_PIECE_HASH,    /* the # that begins a directive */
    HTOL_PIECE_TOKEN,   /* a literal, a word, a number, or a single byte of anything else */
    HTOL_PIECE_LINE_COMMENT,
    HTOL_PIECE_BLOCK_COMMENT
} HtolPieceKind;

/* One piece of the text, in offsets and lines. */
typedef struct {
    HtolPieceKind kind;
    gsize begin, end;     /* its bytes, from offset begin up to end; a line comment's without the end of its line */
    guint32 line, column; /* where it begins, from 1, columns in bytes */
    guint32 last;         /* the line on which it ends */
    gboolean first;       /* nothing but white space stands before it on its line */
    gboolean fresh;       /* nothing but white space and comments does */
    gboolean directive;   /* it stands in a directive, behind the # */
} HtolPiece;

/* The scanner: the text, and how far it has come. htol_pieces makes one. */
typedef struct {
    const char *bytes;
    gsize size;
    /* the rest is the scanner's own */
    gsize at, line_begin;
    guint32 line;
    gboolean fresh, directive;
} HtolPieces;

/* `bytes` must outlive what is returned. */
HtolPieces htol_pieces(const char *bytes, gsize size);

/* What comes next; white space is skipped. */
HtolPiece htol_pieces_next(HtolPieces *text);

/* The bytes from `begin` to `end`, with blanks for the backslashes of lines that go on. To be freed. */
char *htol_pieces_copy(const HtolPieces *text, gsize begin, gsize end);

/* The word that begins at an offset, maybe an empty one; to be freed. */
char *htol_pieces_word(const HtolPieces *text, gsize at);

/* The offset behind blanks and tabs. */
gsize htol_pieces_skip_blanks(const HtolPieces *text, gsize at);

/* Behind the white space, behind the name of C that begin there, if one does. */
const char *htol_pieces_skip_space(const char *at);
const char *htol_pieces_skip_name(const char *at);

/* Returns what follows `word` and white space if `comment`, the text behind `//!`, begins with these, else NULL. */
const char *htol_comment_behind(const char *comment, const char *word);

/* Whether it begins something of ours, and so ends what lines above it began: `label`, `hyper`, `partition` or `pure`
 * and a name, or `justify`. */
gboolean htol_comment_begins(const char *comment);

#endif
