/* Notes shards that began and ended; see part_notes.h. */
#include "tools/shared/part_notes.h"

#include <string.h>

/* As a shell takes it: without quotes where it needs none. */
static char *quoted(const char *word)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
    return *word && strspn(word, PLAIN) == strlen(word) ? g_strdup(word) : g_shell_quote(word);
}

void part_notes_option(GString *work, const char *name, const char *value)
{
    if (!value)
        return;
    g_autofree char *word = quoted(value);
    g_string_append_printf(work, " --%s=%s", name, word);
}

void part_notes_flag(GString *work, const char *name, gboolean is_given)
{
    if (is_given)
        g_string_append_printf(work, " --%s", name);
}

void part_notes_options(GString *work, const char *name, char **values)
{
    for (; values && *values; values++)
        part_notes_option(work, name, *values);
}

void part_notes_words(GString *work, char **words)
{
    for (; words && *words; words++) {
        g_autofree char *word = quoted(*words);
        g_string_append_printf(work, " %s", word);
    }
}

static gboolean append_note(const char *directory, const char *work, HtolPart part, gboolean ended, GError **error)
{
    g_autofree char *path = htol_parts_path(directory);
    if (part.parts == 0)
        return TRUE;
    g_mkdir_with_parents(directory, 0777);
    return htol_parts_append(path, &(HtolPartNote){work, part, ended}, error);
}

gboolean part_notes_begin(const char *directory, const char *work, HtolPart part, GError **error)
{
    return append_note(directory, work, part, FALSE, error);
}

gboolean part_notes_end(const char *directory, const char *work, HtolPart part, GError **error)
{
    return append_note(directory, work, part, TRUE, error);
}
