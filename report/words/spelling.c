/* Finds the spelling of expressions in the source; see spelling.h. */
#include "report/words/spelling.h"

#include <string.h>

#include "report/model/file_lines.h"

static gboolean is_balanced(const char *text, gsize length)
{
    int depth = 0;
    for (gsize i = 0; i < length && depth >= 0; i++)
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
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

/* The text of a line of the source between two columns; NULL if it is no whole expression there. */
static char *source_text(const ReportFile *file, guint32 number, guint32 column, guint32 end_column)
{
    gsize length;
    const char *line = report_file_line(file, number, &length);
    if (!line || column == 0 || end_column <= column || end_column - 1 > length)
        return NULL;
    gsize end = end_of_use(line, length, end_column - 1);
    if (!is_balanced(line + column - 1, end - (column - 1)))
        return NULL;
    g_autofree char *text = g_strndup(line + column - 1, end - (column - 1));
    return g_utf8_make_valid(g_strstrip(text), -1);
}

/* Whether another condition of the decision comes out of the same use of a macro: then the source does not tell them
 * apart. */
static gboolean shares_place(const HtolFunction *function, const HtolRowDecision *row, const HtolRowCondition *of)
{
    for (guint32 i = 0; i < row->conditions; i++) {
        const HtolRowCondition *other = &function->conditions[row->first_condition + i];
        if (other != of && other->line == of->line && other->column == of->column)
            return TRUE;
    }
    return FALSE;
}

char *report_spelling(const ReportFile *file, const ReportFunction *function, guint32 decision, guint32 condition)
{
    const HtolRowDecision *row = &function->function->decisions[decision];
    char *text = NULL;
    if (condition == 0) {
        if (row->file == 0 && row->line == row->end_line)
            text = source_text(file, row->line, row->column, row->end_column);
        return text ? text : g_utf8_make_valid(row->text, -1);
    }
    const HtolRowCondition *of = &function->function->conditions[row->first_condition + condition - 1];
    if (of->file == 0 && of->line == of->end_line && !shares_place(function->function, row, of))
        text = source_text(file, of->line, of->column, of->end_column);
    return text ? text : g_utf8_make_valid(of->text, -1);
}

gboolean report_is_expanded(const ReportFile *file, const ReportFunction *function, guint32 decision)
{
    const HtolRowDecision *row = &function->function->decisions[decision];
    for (guint32 i = 1; i <= row->conditions; i++) {
        g_autofree char *text = report_spelling(file, function, decision, i);
        if (strcmp(text, function->function->conditions[row->first_condition + i - 1].text) != 0)
            return TRUE;
    }
    return FALSE;
}

guint32 report_end_of_use(const ReportFile *file, guint32 line, guint32 end_column)
{
    gsize length;
    const char *text = report_file_line(file, line, &length);
    return text && end_column - 1 <= length ? (guint32)end_of_use(text, length, end_column - 1) + 1 : end_column;
}
