/* Folds long lines; see fold.h. */
#include "generate/case/fold.h"

#include <string.h>

enum { MOST_COLUMNS = 120, DEEPER = 4 };

/* Where a line may be broken, the best first: behind a comma or an operator of logic, behind =, in a string. */
typedef enum { BREAK_LIST, BREAK_VALUE, BREAK_STRING, BREAKS } Breaks;

/* Bytes of the escape sequence or character at `at`. */
static gsize unit_length(const char *at)
{
    gsize digits = 0;
    if (*at != '\\')
        return 1;
    while (digits < 3 && g_ascii_isdigit(at[1 + digits]))
        digits++;
    return 1 + MAX(digits, 1);
}

static gboolean is_behind(const char *line, gsize at, const char *end)
{
    gsize length = strlen(end);
    return at >= length && strncmp(line + at - length, end, length) == 0;
}

/* Which kind of break there may be before `at`, outside of literals; BREAKS: none. */
static Breaks break_at(const char *line, gsize at)
{
    static const char *const ends[] = {", ", " && ", " || ", "; ", " ? "};
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
        if (is_behind(line, at, ends[i]))
            return BREAK_LIST;
    return is_behind(line, at, " = ") || is_behind(line, at, " / ") ? BREAK_VALUE : BREAKS;
}

/* Sets the last places where a line of at most `room` bytes may end, for each kind of break; 0: there is none. */
static void find_breaks(const char *line, gsize room, gsize places[BREAKS])
{
    char quote = 0;
    gsize first = strspn(line, " ");
    for (gsize at = first; at <= room && line[at];) {
        Breaks kind = !quote && at > first ? break_at(line, at) : BREAKS;
        if (kind < BREAKS)
            places[kind] = at;
        if (quote == '"' && at + 1 <= room && line[at] != '"' && line[at - 1] != '"')
            places[BREAK_STRING] = at;
        if (!quote && (line[at] == '"' || line[at] == '\''))
            quote = line[at];
        else if (quote == line[at])
            quote = 0;
        at += quote ? unit_length(line + at) : 1;
    }
}

static void append_indent(gsize indent, GString *out)
{
    g_string_append_printf(out, "%*s", (int)indent, "");
}

/* What stands in the next line. */
static char *tail_of(const char *rest, gsize indent, gboolean in_string)
{
    GString *tail = g_string_new(NULL);
    append_indent(indent + DEEPER, tail);
    g_string_append_printf(tail, "%s%s", in_string ? "\"" : "", rest);
    return g_string_free(tail, FALSE);
}

static void fold_code(const char *line, GString *out)
{
    gsize indent = strspn(line, " ");
    g_autofree char *rest = g_strdup(line);
    while (strlen(rest) > MOST_COLUMNS) {
        gsize places[BREAKS] = {0};
        Breaks kind = BREAK_LIST;
        find_breaks(rest, MOST_COLUMNS, places);
        while (kind < BREAKS && places[kind] == 0)
            kind++;
        if (kind == BREAKS)
            break;
        g_autofree char *head = g_strchomp(g_strndup(rest, places[kind]));
        char *tail = tail_of(rest + places[kind], indent, kind == BREAK_STRING);
        g_string_append_printf(out, "%s%s\n", head, kind == BREAK_STRING ? "\"" : "");
        g_free(rest);
        rest = tail;
    }
    g_string_append(out, rest);
}

static void fold_comment(const char *line, GString *out)
{
    gsize indent = strspn(line, " "), column = 0;
    g_auto(GStrv) words = g_strsplit(line + indent, " ", -1);
    append_indent(indent, out);
    column = indent;
    for (char **word = words; *word; word++) {
        if (word > words && column + 1 + strlen(*word) > MOST_COLUMNS) {
            g_string_append_c(out, '\n');
            append_indent(indent, out);
            g_string_append(out, " *");
            column = indent + 2;
        }
        g_string_append_printf(out, "%s%s", word > words ? " " : "", *word);
        column += strlen(*word) + (word > words);
    }
}

void generate_fold(GString *text)
{
    g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
    g_string_truncate(text, 0);
    for (char **line = lines; *line; line++) {
        const char *first = *line + strspn(*line, " ");
        if (strlen(*line) <= MOST_COLUMNS)
            g_string_append(text, *line);
        else if (g_str_has_prefix(first, "/*") || g_str_has_prefix(first, "* "))
            fold_comment(*line, text);
        else
            fold_code(*line, text);
        g_string_append(text, line[1] ? "\n" : "");
    }
}
