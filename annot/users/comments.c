/* Finds objectives and groups in the pieces of source files; see comments.h. Where comments begin and end is the
 * business of htol/lang/pieces.c. */
#include "annot/users/comments.h"

#include <string.h>

#include "htol/lang/pieces.h"

enum { MARK = 3 }; /* bytes of `//!` */

/* A comment while further lines may belong to it. */
typedef struct {
    GString *text; /* NULL: none */
    guint32 line, column, last;
    gsize end; /* offset behind it */
    guint group;
} Open;

typedef struct {
    HtolArena *arena;
    const char *path;
    HtolPieces text;
    guint group;
    gboolean elsewhere; /* lines are those of another file, by a #line directive */
    Open open;
    AnnotComments *found;
} Scanner;

/* ---- groups ---- */

static AnnotGroup *group_at(const Scanner *s, guint index)
{
    return &g_array_index(s->found->groups, AnnotGroup, index);
}

/* Begins a group, whose lines begin below the line `directive`. */
static void open_group(Scanner *s, guint32 directive, guint outer, gboolean never)
{
    AnnotGroup group = {.outer = outer, .first = directive + 1, .last = G_MAXUINT32, .never = never};
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

/* Whether `if 0` stands at `at`, and nothing behind it that could make it true. */
static gboolean is_never(const HtolPieces *text, gsize at)
{
    g_autofree char *name = htol_pieces_word(text, at);
    gsize zero = htol_pieces_skip_blanks(text, at + strlen(name));
    g_autofree char *value = htol_pieces_word(text, zero);
    gsize behind = htol_pieces_skip_blanks(text, zero + 1);
    return strcmp(name, "if") == 0 && strcmp(value, "0") == 0 &&
           (behind >= text->size || strchr("\r\n/", text->bytes[behind]));
}

/* Notes whether lines behind `line NUMBER "FILE"`, whose operands stand at `at`, are those of the file itself. */
static void take_line(Scanner *s, gsize at)
{
    const char *text = s->text.bytes + at;
    gsize size = s->text.size - at;
    const char *end = memchr(text, '\n', size), *open = memchr(text, '"', end ? (gsize)(end - text) : size);
    const char *close = open ? memchr(open + 1, '"', (gsize)(text + size - open - 1)) : NULL;
    if (!close || !s->path)
        return;
    g_autofree char *file = g_strndup(open + 1, (gsize)(close - open - 1));
    g_autofree char *name = g_path_get_basename(file), *own = g_path_get_basename(s->path);
    s->elsewhere = strcmp(name, own) != 0;
}

static void take_directive(Scanner *s, const HtolPiece *hash)
{
    gsize at = htol_pieces_skip_blanks(&s->text, hash->end);
    g_autofree char *name = htol_pieces_word(&s->text, at);
    if (strcmp(name, "line") == 0 || (at < s->text.size && g_ascii_isdigit(s->text.bytes[at])))
        take_line(s, at + strlen(name));
    if (g_str_has_prefix(name, "if")) {
        open_group(s, hash->line, s->group, is_never(&s->text, at));
        return;
    }
    gboolean other = g_str_has_prefix(name, "el");
    if ((!other && strcmp(name, "endif") != 0) || s->group == 0)
        return;
    close_group(s, hash->line);
    if (other)
        open_group(s, hash->line, s->group, FALSE);
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

static gboolean is_list_of_names(const char *rest)
{
    for (rest = htol_pieces_skip_space(rest); *rest == ','; rest = htol_pieces_skip_space(rest)) {
        const char *name = htol_pieces_skip_space(rest + 1);
        rest = htol_pieces_skip_name(name);
        if (rest == name)
            return FALSE;
    }
    return *rest == 0 || *rest == ';';
}

static gboolean is_objective(const char *text)
{
    const char *pure = htol_comment_behind(text, "pure");
    return pure ? is_list_of_names(htol_pieces_skip_name(pure)) : strchr(text, ':') != NULL;
}

/* Whether the line's text ends with a semicolon, not counting a comment behind it. */
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

/* Adds a line to the open comment, and the white space before it, so that columns stay what they are. */
static void go_on(Scanner *s, gsize mark, const char *text)
{
    Open *open = &s->open;
    g_string_append_len(open->text, s->text.bytes + open->end, mark - open->end);
    g_string_append_printf(open->text, "   %s", text);
}

/* Whether the comment begins a declaration. One that begins with `justify` does not: it is read by others. */
static gboolean is_declared(const char *text)
{
    return htol_comment_begins(text) && !htol_comment_behind(text, "justify");
}

/* Takes a comment that begins with `//!`: it goes on with the open one, or begins another. */
static void take_objective(Scanner *s, const HtolPiece *comment)
{
    Open *open = &s->open;
    g_autofree char *text = htol_pieces_copy(&s->text, comment->begin + MARK, comment->end);
    gboolean below = open->text && comment->line == open->last + 1 && comment->first;
    if (htol_comment_begins(text) || !below)
        close_comment(s);
    if (open->text)
        go_on(s, comment->begin, text);
    else if (is_declared(text))
        *open = (Open){g_string_new(text), comment->line, comment->column + MARK, 0, 0, s->group};
    open->last = comment->last;
    open->end = comment->end;
    if (is_ended(text))
        close_comment(s);
}

static void take_piece(Scanner *s, const HtolPiece *piece)
{
    gsize size = piece->end - piece->begin;
    if (piece->kind == HTOL_PIECE_HASH)
        take_directive(s, piece);
    else if (piece->kind == HTOL_PIECE_TOKEN && !piece->directive)
        group_at(s, s->group)->has_code = TRUE;
    else if (piece->kind == HTOL_PIECE_LINE_COMMENT && size >= MARK && s->text.bytes[piece->begin + 2] == '!' &&
             !s->elsewhere)
        take_objective(s, piece);
}

AnnotComments *annot_comments_find(HtolArena *arena, const char *path, const char *bytes, gsize size)
{
    AnnotComments *found = g_new(AnnotComments, 1);
    found->comments = g_array_new(FALSE, FALSE, sizeof(AnnotComment));
    found->groups = g_array_new(FALSE, FALSE, sizeof(AnnotGroup));
    AnnotGroup whole = {.first = 1, .last = G_MAXUINT32};
    g_array_append_val(found->groups, whole);
    Scanner s = {.arena = arena, .path = path, .text = htol_pieces(bytes, size), .found = found};
    HtolPiece piece;
    do {
        piece = htol_pieces_next(&s.text);
        take_piece(&s, &piece);
    } while (piece.kind != HTOL_PIECE_END);
    close_comment(&s);
    while (s.group > 0)
        close_group(&s, piece.line + 1);
    return found;
}

void annot_comments_free(AnnotComments *comments)
{
    g_array_unref(comments->comments);
    g_array_unref(comments->groups);
    g_free(comments);
}
