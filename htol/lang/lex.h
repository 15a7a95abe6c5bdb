/* Tokens of scripts, hyperlabels and guards, and the stretches between them that are not tokens: C texts, names of
 * files and functions. Private to what parses and prints; it reports no faults. */
#ifndef HTOL_LEX_H
#define HTOL_LEX_H

#include "htol/lang/expr.h"

/* How an operator is written, and how strongly it binds (binary ones; more is stronger). */
const char *htol_op_text(HtolOp op);
guint htol_op_strength(HtolOp op);

/* A place in a text that is read from left to right. */
typedef struct {
    const char *at, *end;
    guint32 line, column;
} HtolCursor;

/* What a token is; MARK is an operator or a bracket, END the end of the text. */
typedef enum { HTOL_TOKEN_END, HTOL_TOKEN_NAME, HTOL_TOKEN_NUMBER, HTOL_TOKEN_MARK } HtolTokenKind;

/* One token, which points into the text. */
typedef struct {
    HtolTokenKind kind;
    HtolCursor start; /* its text: length bytes from start.at */
    gsize length;
    guint32 primes; /* of a NAME: at its end, part of its length */
} HtolToken;

/* The next token after white space and comments; the cursor moves behind it. What begins none is a MARK. */
HtolToken htol_lex(HtolCursor *cursor);
gboolean htol_token_is(const HtolToken *token, const char *text);

/* The value of a NUMBER: C's integer and floating constants. What is wrong with it, or NULL. */
const char *htol_token_value(const HtolToken *token, gboolean negative, HtolValue *value);

/* Move the cursor: behind white space and comments, or by `bytes`, which must be there; lines and columns are counted.
 */
void htol_skip_space(HtolCursor *cursor);
void htol_advance(HtolCursor *cursor, gsize bytes);

/* How many bytes from `text` can be a name of a file that is not quoted. */
gsize htol_plain_file_length(const char *text, gsize length);

/* Whether compilers would take it for a name, with $, with letters of any language, with \u00e4. */
gboolean htol_is_c_name(const char *name);
/* Whether it can be a hash of a function: hexadecimal digits. */
gboolean htol_is_hash(const char *text);

/* Appends C text up to one of the characters of `ends` outside of brackets and literals, to what begins a declaration
 * there, or to the end of all; the cursor moves there. Comments and stretches of white space become one
 * blank. Returns what is wrong, or NULL; the cursor is at what is wrong. */
const char *htol_lex_c(HtolCursor *cursor, const char *ends, GString *out);

#endif
