/* Text from outside (paths, names, source) made fit to be shown. Escaping for a format is done where it is
 * written. */
#include "report/renderers.h"

gboolean report_is_hidden(gunichar character)
{
    switch (g_unichar_type(character)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR: return TRUE;
    default: return FALSE;
    }
}

char *report_squeezed(const char *text, gsize length)
{
    g_autofree char *copy = g_strndup(text, length);
    g_auto(GStrv) parts = g_strsplit_set(copy, " \t\r\n\v\f", -1);
    GString *out = g_string_new(NULL);
    for (char **part = parts; *part; part++)
        if (**part)
            g_string_append_printf(out, "%s%s", out->len ? " " : "", *part);
    return g_string_free(out, FALSE);
}

char *report_plain(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *plain = g_string_new(NULL);
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        g_string_append_unichar(plain, report_is_hidden(character) ? 0xFFFD : character);
    }
    return g_string_free(plain, FALSE);
}
