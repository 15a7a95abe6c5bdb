/* Escaping for HTML: text and names of pages; numbers. It writes no markup of its own. */
#include <string.h>

#include "htol/base/digits.h"
#include "report/html/parts/html.h"
#include "report/out/renderers.h"

#define UNKNOWN "\xef\xbf\xbd"  /* U+FFFD */
#define MAX_NAME 200            /* of 255 bytes that file systems allow */
#define PAGE_SUFFIX ".src.html" /* no other page ends so */

/* Controls have pictures of their own, from U+2400 on. */
static void put_control(FILE *out, guchar c)
{
    guint picture = c == 0x7f ? 0x21 : c;
    fprintf(out, "\xe2\x90%c", (int)(0x80 + picture));
}

/* Of a character that does not stand for itself, below 0x80. An ampersand begins a name only before a letter, a digit
 * or a #, and what follows may be written later. */
static void put_ascii(FILE *out, const char *text, gsize size)
{
    guchar c = *text;
    if (c == '&')
        fputs(size == 1 || g_ascii_isalnum(text[1]) || text[1] == '#' ? "&amp;" : "&", out);
    else if (c == '<')
        fputs("&lt;", out);
    else if (c == '"')
        fputs("&quot;", out);
    else
        put_control(out, c);
}

static gboolean stands_for_itself(guchar c)
{
    static const gboolean flags[] = {['\t'] = TRUE,         [' ' ... '!'] = TRUE, ['#' ... '%'] = TRUE,
                                     ['\'' ... ';'] = TRUE, ['=' ... '~'] = TRUE, [G_MAXUINT8] = FALSE};
    return flags[c];
}

/* Returns how many bytes were used. */
static gsize put_character(FILE *out, const char *text, gsize size)
{
    gunichar character = g_utf8_get_char_validated(text, size);
    if (character == (gunichar)-1 || character == (gunichar)-2) {
        fputs(UNKNOWN, out);
        return 1;
    }
    gsize length = (guchar)g_utf8_skip[(guchar)*text];
    if (htol_is_hidden(character))
        fputs(UNKNOWN, out);
    else
        fwrite(text, 1, length, out);
    return length;
}

/* What does not stand for itself; returns how many bytes were used. */
static gsize put_special(FILE *out, const char *text, gsize size)
{
    if ((guchar)*text >= 0x80)
        return put_character(out, text, size);
    put_ascii(out, text, size);
    return 1;
}

void report_html_text(FILE *out, const char *text, gsize size)
{
    for (gsize at = 0, from = 0; at < size; from = at) {
        while (at < size && stands_for_itself(text[at]))
            at++;
        fwrite(text + from, 1, at - from, out);
        if (at < size)
            at += put_special(out, text + at, size - at);
    }
}

void report_html_number(FILE *out, const char *text, guint number)
{
    char room[HTOL_DIGITS];
    fputs(text, out);
    fputs(htol_digits(number, room), out);
}

void report_html_string(FILE *out, const char *text)
{
    report_html_text(out, text, strlen(text));
}

void report_html_sentence(FILE *out, const char *sentence)
{
    gboolean in_code = FALSE;
    for (const char *at = sentence, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "`");
        report_html_text(out, at, end - at);
        if (*end)
            fputs(in_code ? "</code>" : "<code>", out);
        in_code ^= *end != 0;
    }
    fputs(in_code ? "</code>" : "", out);
}

/* Letters, digits and most punctuation stand for themselves, + for a slash, =xx for any other byte: no two
 * paths share a name. A leading dot would hide the page. */
static char *encode_path(const char *path)
{
    GString *name = g_string_new(NULL);
    for (const char *at = path; *at; at++) {
        if (g_ascii_isalnum(*at) || *at == '-' || *at == '_' || (*at == '.' && at > path))
            g_string_append_c(name, *at);
        else if (*at == '/')
            g_string_append_c(name, '+');
        else
            g_string_append_printf(name, "=%02x", (guchar)*at);
    }
    return g_string_free(name, FALSE);
}

char *report_html_page_name(const char *path)
{
    g_autofree char *name = encode_path(path);
    if (strlen(name) <= MAX_NAME)
        return g_strconcat(name, PAGE_SUFFIX, NULL);
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, path, -1);
    return g_strdup_printf("%.100s==%.32s" PAGE_SUFFIX, name, hash);
}

char *report_html_part_name(const char *path, guint part)
{
    g_autofree char *page = report_html_page_name(path);
    if (part == 0)
        return g_steal_pointer(&page);
    return g_strdup_printf("%.*s.%u.html", (int)(strlen(page) - strlen(".html")), page, part + 1);
}
