/* Writes small differences; see changes.h. */
#include "report/html/parts/changes.h"

#include <string.h>

#include "report/html/parts/html.h"

enum { LONGEST_CONTEXT = 24 }; /* bytes of what is common, at either side */

static gboolean is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/* Bytes that both begin with, without half a word or half a character. */
static gsize common_prefix(const char *before, const char *after)
{
    gsize n = 0;
    while (before[n] && before[n] == after[n])
        n++;
    while (n > 0 && ((is_word(before[n - 1]) && (is_word(before[n]) || is_word(after[n]))) ||
                     ((guchar)before[n] & 0xc0) == 0x80 || ((guchar)after[n] & 0xc0) == 0x80))
        n--;
    return n;
}

static gsize common_suffix(const char *before, gsize before_size, const char *after, gsize after_size)
{
    gsize n = 0;
    while (n < before_size && n < after_size && before[before_size - 1 - n] == after[after_size - 1 - n])
        n++;
    while (n > 0 && ((is_word(before[before_size - n]) && ((n < before_size && is_word(before[before_size - n - 1])) ||
                                                           (n < after_size && is_word(after[after_size - n - 1])))) ||
                     ((guchar)before[before_size - n] & 0xc0) == 0x80))
        n--;
    return n;
}

/* The end of what stands before a change. */
static void put_before(FILE *out, const char *text, gsize size)
{
    gsize skip = size > LONGEST_CONTEXT ? size - LONGEST_CONTEXT : 0;
    while (skip < size && ((guchar)text[skip] & 0xc0) == 0x80)
        skip++;
    fputs(skip > 0 ? "… " : "", out);
    report_html_text(out, text + skip, size - skip);
}

static void put_behind(FILE *out, const char *text, gsize size)
{
    gsize shown = MIN(size, LONGEST_CONTEXT);
    while (shown < size && shown > 0 && ((guchar)text[shown] & 0xc0) == 0x80)
        shown--;
    report_html_text(out, text, shown);
    fputs(shown < size ? " …" : "", out);
}

void report_html_change(FILE *out, const char *before, const char *after)
{
    gsize prefix = common_prefix(before, after);
    gsize before_size = strlen(before) - prefix, after_size = strlen(after) - prefix;
    gsize suffix = common_suffix(before + prefix, before_size, after + prefix, after_size);
    fputs("<code>", out);
    put_before(out, before, prefix);
    if (before_size > suffix) {
        fputs("<del>", out);
        report_html_text(out, before + prefix, before_size - suffix);
        fputs("</del>", out);
    }
    fputs(before_size > suffix && after_size > suffix ? "→" : "", out);
    if (after_size > suffix) {
        fputs("<ins>", out);
        report_html_text(out, after + prefix, after_size - suffix);
        fputs("</ins>", out);
    }
    put_behind(out, before + prefix + before_size - suffix, suffix);
    fputs(*after ? "</code>" : "</code> deleted", out);
}
