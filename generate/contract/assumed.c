/* Finds preconditions; see assumed.h. */
#include "generate/contract/assumed.h"

#include <string.h>

/* Lines above the name of a function that may belong to it: its type, attributes, comments. */
enum { MOST_ABOVE = 40 };

/* What stands behind `//! assume`; NULL if the line is no such comment. */
static const char *behind_assume(const char *line)
{
    static const char word[] = "assume";
    line += strspn(line, " \t");
    if (!g_str_has_prefix(line, "//!"))
        return NULL;
    line += strlen("//!");
    line += strspn(line, " \t");
    if (!g_str_has_prefix(line, word) || !strchr(" \t(", line[strlen(word)]))
        return NULL;
    return line + strlen(word);
}

static gboolean is_comment(const char *line)
{
    line += strspn(line, " \t");
    return line[0] == '/' || line[0] == '*';
}

/* Whether the line ends what stands above the function: a declaration, another function, a directive. */
static gboolean is_end(const char *line)
{
    return !is_comment(line) && (strpbrk(line, ";}") || line[strspn(line, " \t")] == '#');
}

static void append_assumed(const char *text, GString *all)
{
    text += strspn(text, " \t");
    g_string_append_printf(all, "%s(%.*s)", all->len > 0 ? " && " : "", (int)strcspn(text, ";\r"), text);
}

const char *generate_assumed(HtolArena *arena, const char *source, guint line)
{
    g_auto(GStrv) lines = g_strsplit(source, "\n", (gint)line + 1);
    guint n = g_strv_length(lines), top = MIN(line, n) - MIN(MIN(line, n), 1);
    g_autoptr(GString) all = g_string_new(NULL);
    guint first = top;
    while (first > 0 && top - first < MOST_ABOVE && !is_end(lines[first - 1]))
        first--;
    for (guint i = first; i < top; i++)
        if (behind_assume(lines[i]))
            append_assumed(behind_assume(lines[i]), all);
    return all->len > 0 ? htol_arena_strndup(arena, all->str, all->len) : NULL;
}
