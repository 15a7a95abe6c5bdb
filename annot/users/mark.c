/* Finds the marks of labels.h; see mark.h. A mark is ((void)sizeof(hlcov_ltest_label(0, ARGUMENTS))). */
#include "annot/users/mark.h"

#include <string.h>

#define PREFIX "hlcov_ltest_"

/* The arguments of a mark. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotMark *mark;
    GArray *extents; /* AnnotExtent */
} Reader;

/* ---- arguments ---- */

static gboolean fault(Reader *reader, guint32 at, const char *message)
{
    reader->mark->fault = message;
    reader->mark->fault_at = at;
    return FALSE;
}

static AnnotExtent nth_argument(const Reader *reader, guint i)
{
    return g_array_index(reader->extents, AnnotExtent, i);
}

static gboolean is_string(const Reader *reader, guint i)
{
    return i < reader->extents->len && reader->text->bytes[nth_argument(reader, i).begin] == '"';
}

static const char *keep_text(const Reader *reader, const char *text)
{
    return htol_arena_strndup(reader->arena, text, strlen(text));
}

/* Reads argument `i` as an expression; it must be UTF-8, as the table holds text. */
static gboolean read_c(Reader *reader, guint i, AnnotMarkText *c)
{
    g_autofree char *folded = annot_text_folded(reader->text, nth_argument(reader, i), G_MAXSIZE);
    *c = (AnnotMarkText){nth_argument(reader, i).begin, keep_text(reader, folded)};
    if (!*folded)
        return fault(reader, c->at, "expected an expression");
    return g_utf8_validate(folded, -1, NULL) || fault(reader, c->at, "the expression is not text in UTF-8");
}

/* Reads argument `i` as an integer constant of C, with any suffix. */
static gboolean read_number(Reader *reader, guint i, guint64 *number)
{
    g_autofree char *text = annot_text_folded(reader->text, nth_argument(reader, i), G_MAXSIZE);
    char *end = text;
    *number = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, &end, 0) : 0;
    gsize digits = end - text;
    if (digits > 0 && *number < G_MAXUINT64 && strspn(end, "uUlL") == strlen(end))
        return TRUE;
    return fault(reader, nth_argument(reader, i).begin, "expected a number");
}

static gboolean read_string(Reader *reader, guint i, const char **string)
{
    AnnotExtent at = nth_argument(reader, i);
    if (!is_string(reader, i) || annot_text_token_end(reader->text, at.begin) != at.end)
        return fault(reader, at.begin, "expected a string");
    g_autofree char *quoted = g_strndup(reader->text->bytes + at.begin + 1, at.end - at.begin - 2);
    g_autofree char *plain = g_strcompress(quoted);
    g_autofree char *text = g_utf8_make_valid(plain, -1);
    *string = keep_text(reader, text);
    return TRUE;
}

static gboolean read_name(Reader *reader, guint i, char letter)
{
    guint64 number;
    if (!read_number(reader, i, &number))
        return FALSE;
    reader->mark->name = htol_arena_printf(reader->arena, "%c%" G_GUINT64_FORMAT, letter, number);
    return TRUE;
}

/* ---- kinds of marks ---- */

/* Reads COND [, ID [, TAG]]. */
static gboolean read_label(Reader *reader)
{
    guint count = reader->extents->len;
    if (count > 3)
        return fault(reader, nth_argument(reader, 3).begin, "pc_label has three arguments at most");
    return (count < 2 || read_name(reader, 1, 'l')) && (count < 3 || read_string(reader, 2, &reader->mark->tag)) &&
           read_c(reader, 0, &reader->mark->predicate);
}

/* Reads COND [, TAG]; a tag that is no string is ignored. */
static gboolean read_unnumbered(Reader *reader)
{
    if (reader->extents->len > 2)
        return fault(reader, nth_argument(reader, 2).begin, "pathcrawler_label has two arguments at most");
    if (is_string(reader, 1) && !read_string(reader, 1, &reader->mark->tag))
        return FALSE;
    return read_c(reader, 0, &reader->mark->predicate);
}

static gboolean is_identifier(const char *name)
{
    if (!g_ascii_isalpha(*name) && *name != '_')
        return FALSE;
    while (g_ascii_isalnum(*name) || *name == '_')
        name++;
    return *name == 0;
}

static gboolean read_binding(Reader *reader, guint i, AnnotMarkBinding *binding)
{
    if (!read_string(reader, i, &binding->name))
        return FALSE;
    if (!is_identifier(binding->name))
        return fault(reader, nth_argument(reader, i).begin, "expected the name of a metavariable");
    return read_c(reader, i + 1, &binding->value);
}

static gboolean read_pairs(Reader *reader, guint first)
{
    AnnotMark *mark = reader->mark;
    mark->n_bindings = (reader->extents->len - first) / 2;
    mark->bindings = htol_arena_new0(reader->arena, AnnotMarkBinding, mark->n_bindings);
    for (guint i = 0; i < mark->n_bindings; i++)
        if (!read_binding(reader, first + 2 * i, &mark->bindings[i]))
            return FALSE;
    return TRUE;
}

/* Reads COND, ID, TAG, [PAIR,] N, then N times NAME, VALUE. Old versions of LTest write no PAIR; N, the number of
 * bindings, always stands before the first name. */
static gboolean read_bindings(Reader *reader)
{
    static const char shape[] = "pc_label_bindings has a condition, a number, a string, the number of the pair, how "
                                "many bindings there are, and a name and a value of each";
    guint first = is_string(reader, 4) ? 4 : 5;
    guint64 count = 0;
    if (reader->extents->len < 4)
        return fault(reader, reader->mark->at.begin, shape);
    first = MIN(first, reader->extents->len);
    if (!read_name(reader, 1, 'l') || !read_string(reader, 2, &reader->mark->tag) ||
        !read_number(reader, first - 1, &count))
        return FALSE;
    if (count > reader->extents->len || first + 2 * count != reader->extents->len)
        return fault(reader, nth_argument(reader, first - 1).begin, shape);
    return read_pairs(reader, first) && read_c(reader, 0, &reader->mark->predicate);
}

/* Reads COND, ID, STEP, STEPS, VARIABLE, 0. */
static gboolean read_step(Reader *reader)
{
    guint64 step, steps;
    AnnotMark *mark = reader->mark;
    if (reader->extents->len < 5 || reader->extents->len > 6)
        return fault(reader, mark->at.begin,
                     "pc_label_sequence has a condition, a number, a step, how many steps there are, a string and 0");
    if (!read_name(reader, 1, 's') || !read_number(reader, 2, &step) || !read_number(reader, 3, &steps) ||
        !read_string(reader, 4, &mark->variable) || !read_c(reader, 0, &mark->predicate))
        return FALSE;
    if (steps > ANNOT_MOST_STEPS)
        return fault(reader, nth_argument(reader, 3).begin, "a sequence has 64 steps at most");
    G_STATIC_ASSERT(ANNOT_MOST_STEPS == 64);
    if (step < 1 || step > steps)
        return fault(reader, nth_argument(reader, 2).begin, "the sequence has no such step");
    mark->step = (guint32)step;
    mark->steps = (guint32)steps;
    mark->tag = htol_arena_printf(reader->arena, "sequence of %u steps, variable %s", mark->steps, mark->variable);
    return TRUE;
}

/* Reads COND, VARIABLE. */
static gboolean read_kill(Reader *reader)
{
    AnnotMark *mark = reader->mark;
    if (reader->extents->len != 2)
        return fault(reader, mark->at.begin, "pc_label_sequence_condition has a condition and a string");
    if (!read_string(reader, 1, &mark->variable) || !read_c(reader, 0, &mark->predicate))
        return FALSE;
    mark->name = mark->variable;
    return TRUE;
}

static const struct {
    const char *name;
    AnnotMarkKind kind;
    gboolean (*read)(Reader *reader);
} kinds[] = {
    {PREFIX "label", ANNOT_MARK_LABEL, read_label},
    {PREFIX "unnumbered", ANNOT_MARK_LABEL, read_unnumbered},
    {PREFIX "bindings", ANNOT_MARK_LABEL, read_bindings},
    {PREFIX "sequence", ANNOT_MARK_STEP, read_step},
    {PREFIX "sequence_condition", ANNOT_MARK_KILL, read_kill},
};

/* ---- marks ---- */

/* Moves *at to the beginning of the token before it, if that is `token`; returns whether it is. */
static gboolean step_back(const AnnotText *text, guint32 *at, const char *token)
{
    guint32 end = annot_text_previous_end(text, *at), length = (guint32)strlen(token);
    if (end < length || memcmp(text->bytes + end - length, token, length) != 0)
        return FALSE;
    *at = end - length;
    return TRUE;
}

/* Moves *at behind the next token if that is `token`; returns whether it is. */
static gboolean step_over(const AnnotText *text, guint32 *at, char token)
{
    guint32 next = annot_text_skip(text, *at);
    if (next >= text->size || text->bytes[next] != token)
        return FALSE;
    *at = next + 1;
    return TRUE;
}

/* Sets *at to the extent of the mark whose function's name is at `name`, and *call to that of its arguments, up to the
 * closing parenthesis; FALSE: it is no mark. */
static gboolean find_extent(const AnnotText *text, AnnotExtent name, AnnotExtent *at, AnnotExtent *call)
{
    static const char *const before[] = {"(", "sizeof", ")", "void", "(", "("};
    at->begin = name.begin;
    at->end = call->begin = name.end;
    for (guint i = 0; i < G_N_ELEMENTS(before); i++)
        if (!step_back(text, &at->begin, before[i]))
            return FALSE;
    if (!step_over(text, &call->begin, '('))
        return FALSE;
    call->end = at->end = annot_text_find(text, call->begin, ')');
    for (guint open = 3; open > 0; open--)
        if (!step_over(text, &at->end, ')'))
            return FALSE;
    return TRUE;
}

/* Returns the extents of the mark's arguments (AnnotExtent, to be freed) without the first one, 0, which is ours. */
static GArray *split_arguments(const AnnotText *text, AnnotExtent call)
{
    GArray *extents = g_array_new(FALSE, FALSE, sizeof(AnnotExtent));
    guint32 comma = annot_text_find(text, call.begin, ',');
    while (comma < call.end) {
        AnnotExtent extent = {annot_text_skip(text, comma + 1), 0};
        comma = annot_text_find(text, extent.begin, ',');
        extent.end = annot_text_previous_end(text, MIN(comma, call.end));
        extent.begin = MIN(extent.begin, extent.end);
        g_array_append_val(extents, extent);
    }
    return extents;
}

static gboolean is_word(const AnnotText *text, guint32 at, guint32 end, const char *word)
{
    return end - at == strlen(word) && memcmp(text->bytes + at, word, end - at) == 0;
}

/* Whether a statement may begin behind a token that ends at `end`. */
static gboolean may_begin_behind(const AnnotText *text, guint32 end)
{
    guint32 begin = end;
    while (begin > 0 && g_ascii_isalpha(text->bytes[begin - 1]))
        begin--;
    return (end > 0 && strchr(";{}:)", text->bytes[end - 1])) || is_word(text, begin, end, "else") ||
           is_word(text, begin, end, "do");
}

static gboolean is_statement(const AnnotText *text, AnnotExtent at)
{
    guint32 next = annot_text_skip(text, at.end);
    return next < text->size && text->bytes[next] == ';' &&
           may_begin_behind(text, annot_text_previous_end(text, at.begin));
}

static void read_mark(Reader *reader, guint kind, AnnotExtent name, GArray *marks)
{
    AnnotExtent call;
    AnnotMark mark = {.kind = kinds[kind].kind, .tag = ""};
    if (!find_extent(reader->text, name, &mark.at, &call))
        return;
    mark.stmt = is_statement(reader->text, mark.at) ? annot_text_skip(reader->text, mark.at.end) : mark.at.begin;
    reader->mark = &mark;
    reader->extents = split_arguments(reader->text, call);
    if (reader->extents->len == 0)
        fault(reader, mark.at.begin, "it has no arguments");
    else
        kinds[kind].read(reader);
    reader->mark = NULL;
    g_array_unref(reader->extents);
    g_array_append_val(marks, mark);
}

GArray *annot_marks_find(HtolArena *arena, const AnnotText *text)
{
    GArray *marks = g_array_new(FALSE, FALSE, sizeof(AnnotMark));
    Reader reader = {.arena = arena, .text = text};
    if (!memmem(text->bytes, text->size, PREFIX, strlen(PREFIX)))
        return marks;
    guint32 end;
    for (guint32 at = annot_text_skip(text, 0); at < text->size; at = annot_text_skip(text, end)) {
        end = annot_text_token_end(text, at);
        for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
            if (is_word(text, at, end, kinds[i].name))
                read_mark(&reader, i, (AnnotExtent){at, end}, marks);
    }
    return marks;
}

/* ---- the text without them ---- */

static void erase(const AnnotText *text, const AnnotMark *mark, char *copy)
{
    static const char nothing[] = "((void)0)";
    guint32 end;
    for (guint32 at = mark->at.begin; at < mark->at.end; at = annot_text_skip(text, end)) {
        end = annot_text_token_end(text, at);
        memset(copy + at, ' ', end - at);
    }
    if (mark->stmt == mark->at.begin)
        memcpy(copy + mark->at.begin, nothing, strlen(nothing));
}

const char *annot_marks_erase(HtolArena *arena, const AnnotText *text, const GArray *marks)
{
    if (marks->len == 0)
        return text->bytes;
    char *copy = htol_arena_strndup(arena, text->bytes, text->size);
    for (guint i = 0; i < marks->len; i++)
        erase(text, &g_array_index(marks, AnnotMark, i), copy);
    return copy;
}
