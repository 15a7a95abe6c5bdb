/* Makes text from outside fit to be shown; see plain.h. */
#include "htol/base/plain.h"

#include <string.h>

#define MORE " ..."

gboolean htol_is_hidden(gunichar character)
{
    switch (g_unichar_type(character)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR: return TRUE;
    default: return FALSE;
    }
}

char *htol_squeezed(const char *text, gsize length)
{
    g_autofree char *copy = g_strndup(text, length);
    g_auto(GStrv) parts = g_strsplit_set(copy, " \t\r\n\v\f", -1);
    GString *out = g_string_new(NULL);
    for (char **part = parts; *part; part++)
        if (**part)
            g_string_append_printf(out, "%s%s", out->len ? " " : "", *part);
    return g_string_free(out, FALSE);
}

char *htol_plain(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *plain = g_string_new(NULL);
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        g_string_append_unichar(plain, htol_is_hidden(character) ? 0xFFFD : character);
    }
    return g_string_free(plain, FALSE);
}

char *htol_plain_lines(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        char *plain = htol_plain(*line);
        g_free(*line);
        *line = plain;
    }
    return g_strjoinv("\n", lines);
}

char *htol_cut(const char *text, guint most)
{
    if (g_utf8_strlen(text, -1) <= (glong)most)
        return g_strdup(text);
    g_autofree char *fits = g_utf8_substring(text, 0, (glong)most - (glong)strlen(MORE));
    const char *half = g_utf8_offset_to_pointer(fits, most / 2);
    char *blank = strrchr(half, ' ');
    if (blank)
        *blank = '\0';
    return g_strconcat(g_strchomp(fits), MORE, NULL);
}
