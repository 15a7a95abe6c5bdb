/* Dictionaries out of sources; see literals.h. */
#include "fuzz/literals.h"

#include <string.h>

#include "htol/base/escape.h"

/* Characters behind a backslash. */
enum { LONGEST_ESCAPE = 3 };

/* ---- tokens ---- */

/* What stands behind a comment that begins here; the text itself if none does. */
static const char *behind_comment(const char *text)
{
    const char *end = NULL;
    if (text[0] != '/' || (text[1] != '*' && text[1] != '/'))
        return text;
    end = text[1] == '*' ? strstr(text + 2, "*/") : strchr(text, '\n');
    return end ? end + (text[1] == '*' ? 2 : 0) : text + strlen(text);
}

/* A line that begins with # includes and defines: strings there are mostly paths. */
static gboolean is_include(const char *text)
{
    text += strspn(text, "# \t");
    return g_str_has_prefix(text, "include") || g_str_has_prefix(text, "line");
}

/* Reads one character of a string or character constant; *text is moved behind it. */
static guint8 next_character(const char **text)
{
    guint8 byte = (guint8) * *text;
    (*text)++;
    if (byte != '\\' || htol_escape(text, *text + strnlen(*text, LONGEST_ESCAPE), &byte))
        return byte;
    byte = (guint8) * *text;
    *text += **text ? 1 : 0;
    return byte;
}

/* ---- literals ---- */

static void add_bytes(GHashTable *literals, const guint8 *bytes, gsize size)
{
    if (size > 0 && size <= FUZZ_LONGEST_LITERAL && g_hash_table_size(literals) < FUZZ_MOST_LITERALS)
        g_hash_table_add(literals, g_bytes_new(bytes, size));
}

/* The string or character constant that begins here, behind its quote; returns what stands behind it. */
static const char *add_quoted(GHashTable *literals, const char *text, char quote)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    while (*text && *text != quote && *text != '\n') {
        guint8 byte = next_character(&text);
        g_byte_array_append(bytes, &byte, 1);
    }
    if (bytes->len > 1)
        add_bytes(literals, bytes->data, bytes->len);
    return *text == quote ? text + 1 : text;
}

static void add_number(GHashTable *literals, guint64 number)
{
    guint size = number > G_MAXUINT32 ? 8 : number > G_MAXUINT16 ? 4 : 2;
    guint8 little[8], big[8];
    if (number <= G_MAXUINT8)
        return;
    for (guint i = 0; i < size; i++)
        little[i] = big[size - 1 - i] = (guint8)(number >> 8 * i);
    add_bytes(literals, little, size);
    add_bytes(literals, big, size);
}

static const char *behind_word(const char *text)
{
    while (g_ascii_isalnum(*text) || *text == '_' || *text == '.')
        text++;
    return text;
}

/* A number, or a name, in which digits are none. */
static const char *add_word(GHashTable *literals, const char *text)
{
    const char *end = behind_word(text);
    if (g_ascii_isdigit(*text) && !memchr(text, '.', (gsize)(end - text)))
        add_number(literals, g_ascii_strtoull(text, NULL, 0));
    return end;
}

void fuzz_literals_add(GHashTable *literals, const char *text)
{
    while (*text) {
        const char *behind = behind_comment(text);
        if (behind != text)
            text = behind;
        else if (*text == '#' && is_include(text))
            text += strcspn(text, "\n");
        else if (*text == '"' || *text == '\'')
            text = add_quoted(literals, text + 1, *text);
        else if (g_ascii_isalnum(*text) || *text == '_')
            text = add_word(literals, text);
        else
            text++;
    }
}

GHashTable *fuzz_literals_of(const ReportModel *model)
{
    GHashTable *literals = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    for (guint i = 0; i < model->n_files; i++)
        if (model->files[i]->source)
            fuzz_literals_add(literals, model->files[i]->source);
    return literals;
}

/* ---- the dictionary ---- */

static void put_literal(GBytes *literal, GString *out)
{
    gsize size;
    const guint8 *bytes = g_bytes_get_data(literal, &size);
    g_string_append_c(out, '"');
    for (gsize i = 0; i < size; i++)
        if (g_ascii_isprint((char)bytes[i]) && bytes[i] != '"' && bytes[i] != '\\')
            g_string_append_c(out, (char)bytes[i]);
        else
            g_string_append_printf(out, "\\x%02X", bytes[i]);
    g_string_append(out, "\"\n");
}

static gint compare_literals(gconstpointer left, gconstpointer right)
{
    return g_bytes_compare(left, right);
}

gboolean fuzz_literals_write(GHashTable *literals, const char *path, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    GList *sorted = g_list_sort(g_hash_table_get_keys(literals), compare_literals);
    for (GList *literal = sorted; literal; literal = literal->next)
        put_literal(literal->data, text);
    g_list_free(sorted);
    return g_file_set_contents(path, text->str, (gssize)text->len, error);
}
