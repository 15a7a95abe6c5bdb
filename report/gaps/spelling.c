/* Finds the spelling of expressions in the source; see spelling.h. */
#include "report/gaps/spelling.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/model/file_lines.h"

enum { LONGEST_QUOTED = 44 }; /* characters */

#define WORD "_" G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS

static gboolean is_balanced(const char *text)
{
    int depth = 0;
    for (; *text && depth >= 0; text++)
        depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
    return depth == 0;
}

/* Where an expression ends that was said to end there: what comes out of a macro ends behind the macro's name, and its
 * arguments belong to it. */
static gsize end_of_use(const char *line, gsize length, gsize end)
{
    gsize at = end;
    int depth = 0;
    while (at < length && line[at] == ' ')
        at++;
    if (at >= length || line[at] != '(')
        return end;
    for (; at < length; at++) {
        depth += line[at] == '(' ? 1 : line[at] == ')' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return end;
}

/* Cuts operators off the end: an expression that ends in a macro's arguments may be said to end behind it. */
static char *without_operator(char *text)
{
    g_strstrip(text);
    for (gsize length = strlen(text); length > 0 && strchr("&|?:, ", text[length - 1]); length--)
        text[length - 1] = '\0';
    return text;
}

/* Where the word begins in which byte `at` is, or that ends there: an argument of a macro belongs to its name. */
static gsize begin_of_word(const char *line, gsize at)
{
    while (at > 0 && strchr(WORD, line[at - 1]))
        at--;
    return at;
}

/* Whether it can begin an expression: no binary operator does. */
static gboolean begins_expression(const char *text)
{
    gboolean is_and = *text == '&' && (text[1] == '&' || text[1] == ' ');
    return *text != '\0' && !is_and && !strchr("|=<>/%^?:,).]", *text);
}

/* The text of a line of the source between two columns; NULL if it is no whole expression there. */
static char *source_text(const ReportFile *file, guint32 number, guint32 column, guint32 end_column)
{
    gsize length;
    const char *line = report_file_line(file, number, &length);
    if (!line || column == 0 || end_column <= column || end_column - 1 > length)
        return NULL;
    gsize end = end_of_use(line, length, end_column - 1), begin = begin_of_word(line, column - 1);
    g_autofree char *text = without_operator(g_strndup(line + begin, end - begin));
    if (!is_balanced(text) || !begins_expression(text))
        return NULL;
    return g_utf8_make_valid(text, -1);
}

/* Whether another condition of the decision comes out of the same use of a macro, or is an argument of it: then the
 * source does not tell them apart. */
static gboolean shares_place(const ReportFile *file, const HtolFunction *function, const HtolRowDecision *row,
                             const HtolRowCondition *of)
{
    guint32 end = report_end_of_use(file, of->line, of->end_column);
    for (guint32 i = 0; i < row->conditions; i++) {
        const HtolRowCondition *other = &function->conditions[row->first_condition + i];
        if (other != of && other->line == of->line && other->column >= of->column && other->column < end)
            return TRUE;
    }
    return FALSE;
}

/* Parentheses that macros leave ----------------------------------------------------------------------------- */

/* Where the parenthesis at `open` is closed; the length of the text if nowhere. */
static gsize closing(const GString *text, gsize open)
{
    int depth = 0;
    for (gsize i = open; i < text->len; i++) {
        depth += text->str[i] == '(' ? 1 : text->str[i] == ')' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return text->len;
}

/* Whether what stands before makes a call of the parenthesis, or an operand of what is behind it. */
static gboolean follows_word(const GString *text, gsize open)
{
    while (open > 0 && text->str[open - 1] == ' ')
        open--;
    return open > 0 && strchr(WORD ")]", text->str[open - 1]);
}

/* Whether the name in parentheses may be a type, and they a cast: then an operand follows. */
static gboolean may_be_cast(const GString *text, gsize open, gsize close)
{
    const char *behind = text->str + close + 1 + strspn(text->str + close + 1, " ");
    if (g_ascii_isdigit(text->str[open + 1]) || g_str_has_prefix(behind, "->") || g_str_has_prefix(behind, "||"))
        return FALSE;
    return *behind != '\0' && !strchr("/%<>=!|^?:,)].;", *behind);
}

/* Whether the parentheses add nothing: they stand around all, around others, or around a name, a member or a number. */
static gboolean are_idle(const GString *text, gsize open, gsize close)
{
    const char *inner = text->str + open + 1;
    gsize length = close - open - 1;
    if ((*inner == '(' && closing(text, open + 1) + 1 == close) || (open == 0 && close + 1 == text->len))
        return TRUE;
    if (length == 0 || strspn(inner, WORD ".->") < length || follows_word(text, open))
        return FALSE;
    return g_strstr_len(inner, (gssize)length, "->") || !may_be_cast(text, open, close);
}

/* An expression without the parentheses that macros put around their arguments; takes the text, to be freed. */
static char *without_idle(char *said)
{
    GString *text = g_string_new(said);
    g_free(said);
    for (gsize i = 0; i < text->len; i++) {
        gsize close = text->str[i] == '(' ? closing(text, i) : text->len;
        if (close == text->len || !are_idle(text, i, close))
            continue;
        g_string_erase(text, (gssize)close, 1);
        g_string_erase(text, (gssize)i, 1);
        i = (gsize)-1; /* others may be idle now */
    }
    return g_string_free(text, FALSE);
}

char *report_without_idle(const char *text)
{
    return without_idle(g_strdup(text));
}

/* Hints to the compiler ------------------------------------------------------------------------------------- */

/* Whether only the truth of what begins at `begin` and ends before `end` matters: it is all, or an operand of `!`, `&&`
 * or `||`. */
static gboolean is_truth(const GString *text, gsize begin, gsize end)
{
    while (begin > 0 && strchr(" (", text->str[begin - 1]))
        begin--;
    end += strspn(text->str + end, " )");
    return (begin == 0 || strchr("!&|", text->str[begin - 1])) && strchr("&|", text->str[end]);
}

/* Takes off what makes 0 or 1 of the first argument, which stands between `open` and `end`: `(a) != 0`, `!!(a)`. */
static void erase_comparison(GString *text, gsize open, gsize end)
{
    static const char zero[] = " != 0", twice[] = "!!";
    gsize begin = open + 1;
    while (text->str[begin] == '(' && closing(text, begin) + 1 == end)
        begin++, end--;
    if (text->str[begin] == '(' && closing(text, begin) + 1 + strlen(zero) == end &&
        g_str_has_prefix(text->str + end - strlen(zero), zero))
        g_string_erase(text, (gssize)(end - strlen(zero)), (gssize)strlen(zero));
    else if (g_str_has_prefix(text->str + begin, "!!(") && closing(text, begin + strlen(twice)) + 1 == end)
        g_string_erase(text, (gssize)begin, (gssize)strlen(twice));
}

/* The comma before the last argument of the call whose parentheses these are; `open` if there is none. */
static gsize last_comma(const GString *text, gsize open, gsize close)
{
    int depth = 0;
    for (gsize i = close; i > open; i--) {
        depth += text->str[i] == ')' ? 1 : text->str[i] == '(' ? -1 : 0;
        if (depth == 1 && text->str[i] == ',')
            return i;
    }
    return open;
}

/* An expression in which `__builtin_expect(a, 0)` is `a`: macros leave it, and a reader of their use knows nothing of
 * it. Takes the text, to be freed. */
static char *without_hints(char *said)
{
    static const char hint[] = "__builtin_expect(";
    GString *text = g_string_new(said);
    g_free(said);
    for (const char *at; (at = strstr(text->str, hint));) {
        gsize begin = (gsize)(at - text->str), open = begin + strlen(hint) - 1, close = closing(text, open);
        gsize comma = last_comma(text, open, close);
        gboolean asked = is_truth(text, begin, close + 1);
        if (close == text->len || comma == open)
            break;
        g_string_erase(text, (gssize)comma, (gssize)(close - comma));
        if (asked)
            erase_comparison(text, open, comma);
        g_string_erase(text, (gssize)begin, (gssize)(open - begin));
    }
    return without_idle(g_string_free(text, FALSE));
}

/* What holds a decision ------------------------------------------------------------------------------------- */

/* Whether a statement begins where the decision does: then a macro is a statement, and holds the decision. */
static gboolean begins_statement(const HtolFunction *function, const HtolRowDecision *row)
{
    for (guint32 i = 0; i < function->n_statements; i++) {
        const HtolRowStatement *statement = &function->statements[i];
        if (statement->file == row->file && statement->line == row->line && statement->column == row->column)
            return TRUE;
    }
    return FALSE;
}

/* Whether the other decision is a part of this one, as `?:` is in an argument of `unlikely` in `if (unlikely(...))`. */
static gboolean holds(const HtolRowDecision *row, const HtolRowDecision *other)
{
    return strlen(other->text) < strlen(row->text) && strstr(row->text, other->text);
}

/* Whether another decision begins in the same place, and is no part of this one: both come out of a macro. */
static gboolean shares_use(const HtolFunction *function, const HtolRowDecision *row)
{
    for (guint32 i = 0; i < function->n_decisions; i++) {
        const HtolRowDecision *other = &function->decisions[i];
        if (other != row && other->file == row->file && other->line == row->line && other->column == row->column &&
            !holds(row, other))
            return TRUE;
    }
    return FALSE;
}

/* Whether `?` follows in the source, maybe behind parentheses that close: then what stands before is the condition. */
static gboolean is_asked_behind(const ReportFile *file, const HtolRowDecision *row)
{
    gsize length;
    const char *line = report_file_line(file, row->end_line, &length);
    gsize at = line && row->end_column - 1 <= length ? end_of_use(line, length, row->end_column - 1) : 0;
    while (line && at < length && strchr(" \t)", line[at]))
        at++;
    return line && (at == length || line[at] == '?');
}

/* How the source spells the decision's place; NULL if it does not. To be freed. */
static char *decision_text(const ReportFile *file, const HtolRowDecision *row)
{
    if (row->file != 0 || row->line != row->end_line)
        return NULL;
    return source_text(file, row->line, row->column, row->end_column);
}

/* The place of the decision in the source, when that is the use of a macro: a name, maybe with arguments. To be freed;
 * NULL: it is no use, or is not there. */
static char *use_of(const ReportFile *file, const HtolRowDecision *row)
{
    g_autofree char *text = decision_text(file, row);
    gsize name = text ? strspn(text, WORD) : 0;
    if (name == 0 || end_of_use(text, strlen(text), name) != strlen(text))
        return NULL;
    text[name] = '\0';
    return strncmp(row->text, text, name) == 0 ? NULL : g_steal_pointer(&text);
}

char *report_macro_around(const ReportFile *file, const ReportFunction *function, guint32 decision)
{
    const HtolRowDecision *row = &function->function->decisions[decision];
    g_autofree char *name = use_of(file, row);
    if (!name)
        return NULL;
    gboolean inside = shares_use(function->function, row);
    if (row->kind == HTOL_DECISION_CONDITIONAL)
        inside |= !is_asked_behind(file, row);
    else if (row->kind != HTOL_DECISION_VALUE)
        inside |= begins_statement(function->function, row);
    return inside ? g_steal_pointer(&name) : NULL;
}

/* Whether `!` stands before it, an odd number of times: `before` counts the bytes of the text before it. */
static gboolean is_negated(const char *text, gsize before)
{
    gboolean negated = FALSE;
    for (; before > 0 && strchr("!( ", text[before - 1]); before--)
        negated ^= text[before - 1] == '!';
    return negated;
}

/* Whether `&&`, `||` or `,` stands outside of parentheses: then it is no condition, or an argument of a macro with one
 * that stands before it. */
static gboolean has_operator(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
        if (depth == 0 && (*text == ',' || ((*text == '&' || *text == '|') && text[1] == *text)))
            return TRUE;
    }
    return FALSE;
}

/* How the source spells a condition; NULL if it does not: a macro may hold more than it, or a `!` before it. */
static char *condition_text(const ReportFile *file, const HtolRowDecision *row, const HtolRowCondition *of)
{
    gsize length;
    const char *line = report_file_line(file, of->line, &length), *in_row = strstr(row->text, of->text);
    g_autofree char *text = source_text(file, of->line, of->column, of->end_column);
    if (!text || has_operator(text))
        return NULL;
    gsize before = begin_of_word(line, of->column - 1);
    if (in_row && is_negated(row->text, (gsize)(in_row - row->text)) != is_negated(line, before))
        return NULL;
    return without_idle(g_steal_pointer(&text));
}

char *report_compiled(const ReportFunction *function, guint32 decision, guint32 condition)
{
    const HtolRowDecision *row = &function->function->decisions[decision];
    return without_idle(
        g_utf8_make_valid(function->function->conditions[row->first_condition + condition - 1].text, -1));
}

char *report_spelling(const ReportFile *file, const ReportFunction *function, guint32 decision, guint32 condition)
{
    const HtolRowDecision *row = &function->function->decisions[decision];
    g_autofree char *around = report_macro_around(file, function, decision);
    char *text = NULL;
    if (condition == 0) {
        text = around ? NULL : decision_text(file, row);
        return text ? without_idle(text) : without_hints(g_utf8_make_valid(row->text, -1));
    }
    const HtolRowCondition *of = &function->function->conditions[row->first_condition + condition - 1];
    if (!around && of->file == 0 && of->line == of->end_line && !shares_place(file, function->function, row, of))
        text = condition_text(file, row, of);
    return text ? text : without_hints(report_compiled(function, decision, condition));
}

/* Where the colon of a label is, which no constant holds; `length` if there is none. */
static gsize end_of_label(const char *line, gsize at, gsize length)
{
    for (char quote = '\0'; at < length; at++) {
        if (quote && line[at] == '\\')
            at++;
        else if (quote ? line[at] == quote : line[at] == '\'' || line[at] == '"')
            quote = quote ? '\0' : line[at];
        else if (!quote && line[at] == ':')
            return at;
    }
    return length;
}

char *report_case_spelling(const ReportFile *file, const ReportFunction *function, guint32 arm)
{
    const HtolRowArm *row = &function->function->arms[arm];
    gsize length = 0;
    const char *line = row->file == 0 && row->column > 0 ? report_file_line(file, row->line, &length) : NULL;
    if (!line || row->column > length || strncmp(line + row->column - 1, "case", strlen("case")) != 0)
        return g_utf8_make_valid(row->text, -1);
    gsize from = row->column - 1, end = end_of_label(line, from, length);
    g_autofree char *text = g_strndup(line + from, end - from);
    return g_utf8_make_valid(g_strchomp(text), -1);
}

gboolean report_is_expanded(const ReportFile *file, const ReportFunction *function, guint32 decision)
{
    const HtolRowDecision *row = &function->function->decisions[decision];
    g_autofree char *around = report_macro_around(file, function, decision);
    for (guint32 i = 1; !around && i <= row->conditions; i++) {
        g_autofree char *text = report_spelling(file, function, decision, i);
        g_autofree char *compiled = report_compiled(function, decision, i);
        if (strcmp(text, compiled) != 0)
            return TRUE;
    }
    return FALSE;
}

guint32 report_begin_of_use(const ReportFile *file, guint32 line, guint32 column)
{
    gsize length;
    const char *text = report_file_line(file, line, &length);
    return text && column > 0 && column - 1 <= length ? (guint32)begin_of_word(text, column - 1) + 1 : column;
}

guint32 report_end_of_use(const ReportFile *file, guint32 line, guint32 end_column)
{
    gsize length;
    const char *text = report_file_line(file, line, &length);
    return text && end_column - 1 <= length ? (guint32)end_of_use(text, length, end_column - 1) + 1 : end_column;
}

char *report_quoted_place(const ReportFile *file, const ReportFunction *function, guint32 decision, guint32 condition)
{
    g_autofree char *text = report_spelling(file, function, decision, condition);
    g_autofree char *macro = report_macro_around(file, function, decision);
    g_autofree char *quoted = report_quoted(text);
    return macro ? g_strdup_printf("in `%s`, %s", macro, quoted) : g_steal_pointer(&quoted);
}

char *report_quoted(const char *text)
{
    g_autofree char *plain = htol_plain(text), *cut = htol_cut(plain, LONGEST_QUOTED);
    return g_strdup_printf("`%s`", cut);
}
