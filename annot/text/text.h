/* A small lexer over preprocessed text: tokens, white space, line markers. It knows no grammar: what an
 * expression or a statement is, the tree says. */
#ifndef ANNOT_TEXT_H
#define ANNOT_TEXT_H

#include <glib.h>

/* Preprocessed text; bytes[size] is NUL. Offsets below are offsets in it, from 0 to size. */
typedef struct {
    const char *bytes;
    guint32 size;
} AnnotText;

/* A part of the text: its first byte and the byte behind it. */
typedef struct {
    guint32 begin, end;
} AnnotExtent;

/* Returns the first byte at or behind `at` that is not white space, nor in a comment or a line that begins with #. */
guint32 annot_text_skip(const AnnotText *text, guint32 at);

/* Returns the byte behind the token that begins at `at`: a word, number, string or character literal, else one byte. */
guint32 annot_text_token_end(const AnnotText *text, guint32 at);

/* Returns the next byte `wanted` at or behind `at` outside of brackets that open behind `at`; size if there is none. */
guint32 annot_text_find(const AnnotText *text, guint32 at, char wanted);

/* Whether `c` can be part of a word. */
gboolean annot_is_word_byte(char c);

/* Returns the next offset from `at` on where `word` stands as a whole word, also in literals and # lines; size if there
 * is none. */
guint32 annot_text_find_word(const AnnotText *text, guint32 at, const char *word);

/* Whether `word` stands at `at` as a whole word. */
gboolean annot_text_is_word(const AnnotText *text, guint32 at, const char *word);

/* Whether the extent has a token that is among `words`: words, or other tokens of one byte; ended by NULL. */
gboolean annot_text_has_any(const AnnotText *text, AnnotExtent at, const char *const *words);

/* Returns the byte behind the last token before `at`; 0 if there is none. */
guint32 annot_text_previous_end(const AnnotText *text, guint32 at);

/* Whether a pragma about what follows it (not one of `#pragma STDC`) stands between the token before `at` and
 * `at`. */
gboolean annot_text_follows_pragma(const AnnotText *text, guint32 at);

/* Whether a pragma in the extent gives variables to threads: OpenMP, OpenACC. */
gboolean annot_text_has_thread_pragma(const AnnotText *text, AnnotExtent at);

/* Returns where text may be put before the token at `at`: not between a pragma and what it is about. */
guint32 annot_text_before_pragma(const AnnotText *text, guint32 at);

/* Whether attributes of GNU C stand right before the token at `at`. */
gboolean annot_text_follows_attributes(const AnnotText *text, guint32 at);

/* What a line marker says of the line behind it. */
typedef struct {
    guint32 line;
    AnnotExtent name;        /* of the file, with its quotes as in the text; empty: the same file goes on */
    gboolean enters, system; /* its flags 1 and 3 */
} AnnotMarker;

/* Reads `# 12 "file.c" 3` or `#line 12 "file.c"` at the beginning of a line; FALSE if it is something else. */
gboolean annot_text_read_marker(const AnnotText *text, guint32 line, AnnotMarker *marker);

/* Returns a line marker, between two newlines, behind which the compiler counts lines as at `at`: for text that is
 * written twice. NULL if no marker before `at` says which line of which file that is. To be freed. */
char *annot_text_line_marker(const AnnotText *text, guint32 at);

/* Whether `at` lies on a line that begins with #. */
gboolean annot_text_in_directive(const AnnotText *text, guint32 at);

/* Returns the tokens of the extent with one space where there was white space, without # lines; if they have more than
 * `limit` bytes, "..." ends them there. To be freed. */
char *annot_text_folded(const AnnotText *text, AnnotExtent extent, gsize limit);

/* Returns a hash of the tokens of the extent, whatever their spacing: 16 hexadecimal digits. Strings that begin with
 * the path `root` and a slash, as __FILE__ does in builds that name files by absolute paths, count as if they began
 * behind them; `root` may be NULL. To be freed. */
char *annot_text_hash(const AnnotText *text, AnnotExtent extent, const char *root);

#endif
