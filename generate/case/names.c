/* Finds names that are free; see names.h. */
#include "generate/case/names.h"

#include <string.h>

struct GenerateNames {
    GHashTable *taken, *macros; /* words */
    GHashTable *headers;        /* paths that were read */
    gboolean has_bool;
};

/* ---- macros ---- */

static gsize word_length(const char *at)
{
    gsize length = 0;
    while (annot_is_word_byte(at[length]))
        length++;
    return length;
}

/* The name that the line defines as a macro, or "". */
static const char *defined_name(const char *line)
{
    line += strspn(line, " \t");
    if (*line != '#')
        return "";
    line += 1 + strspn(line + 1, " \t");
    if (!g_str_has_prefix(line, "define"))
        return "";
    return line + 6 + strspn(line + 6, " \t");
}

static void add_macros(GenerateNames *names, const char *source)
{
    for (const char *line = source; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *name = defined_name(line);
        if (word_length(name) > 0)
            g_hash_table_add(names->macros, g_strndup(name, word_length(name)));
    }
}

static void read_header(GenerateNames *names, const AnnotText *text, const AnnotMarker *marker)
{
    g_autofree char *quoted = g_strndup(text->bytes + marker->name.begin, marker->name.end - marker->name.begin);
    g_autofree char *source = NULL;
    names->has_bool |= strstr(quoted, "/stdbool.h\"") != NULL;
    if (strlen(quoted) < 3 || !g_hash_table_add(names->headers, g_strdup(quoted)))
        return;
    quoted[strlen(quoted) - 1] = '\0';
    if (g_file_get_contents(quoted + 1, &source, NULL, NULL))
        add_macros(names, source);
}

static void read_headers(GenerateNames *names, const AnnotText *text)
{
    AnnotMarker marker;
    for (const char *line = text->bytes; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (*line == '#' && annot_text_read_marker(text, (guint32)(line - text->bytes), &marker))
            read_header(names, text, &marker);
    }
}

/* ---- names that functions see ---- */

/* Words outside of brackets are names of functions, variables and types; those inside of `enum { }` are names, too. */
static void add_names(GenerateNames *names, const AnnotText *text)
{
    guint depth = 0, in_enum = 0;
    gboolean is_enum = FALSE;
    guint32 end;
    for (guint32 at = annot_text_skip(text, 0); at < text->size; at = annot_text_skip(text, end)) {
        char first = text->bytes[at];
        end = annot_text_token_end(text, at);
        if (strchr("{([", first)) {
            depth++;
            in_enum = in_enum == 0 && is_enum && first == '{' ? depth : in_enum;
        } else if (strchr("})]", first)) {
            in_enum = in_enum == depth ? 0 : in_enum;
            depth -= depth > 0;
        } else if (annot_is_word_byte(first) && (depth == 0 || in_enum == depth)) {
            g_hash_table_add(names->taken, g_strndup(text->bytes + at, end - at));
        }
        is_enum = annot_text_is_word(text, at, "enum") || (is_enum && annot_is_word_byte(first));
    }
}

GenerateNames *generate_names_new(const AnnotText *text, const char *source)
{
    GenerateNames *names = g_new0(GenerateNames, 1);
    names->taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    names->macros = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    names->headers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    add_macros(names, source);
    read_headers(names, text);
    add_names(names, text);
    return names;
}

void generate_names_free(GenerateNames *names)
{
    g_hash_table_unref(names->taken);
    g_hash_table_unref(names->macros);
    g_hash_table_unref(names->headers);
    g_free(names);
}

gboolean generate_names_macro(const GenerateNames *names, const char *name)
{
    return g_hash_table_contains(names->macros, name);
}

gboolean generate_names_has_bool(const GenerateNames *names)
{
    return names->has_bool;
}

/* ---- settling ---- */

/* Behind the literal or comment that begins at `at`; `at` itself if none does. */
static const char *behind_literal(const char *at)
{
    if (g_str_has_prefix(at, "/*")) {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'')
        return at;
    const char *end = at + 1;
    while (*end && *end != *at)
        end += *end == '\\' && end[1] ? 2 : 1;
    return *end ? end + 1 : end;
}

static void append_free(const GenerateNames *names, const char *word, gsize length, GString *out)
{
    g_autoptr(GString) name = g_string_new_len(word, (gssize)length);
    while (g_hash_table_contains(names->taken, name->str) || g_hash_table_contains(names->macros, name->str))
        g_string_append_c(name, '_');
    g_string_append(out, name->str);
}

/* A word that is written otherwise; else NULL. */
static const char *other_word(const GenerateNames *names, const char *word, gsize length)
{
    return names->has_bool && length == strlen("_Bool") && g_str_has_prefix(word, "_Bool") ? "bool" : NULL;
}

/* Writes a word, and returns what stands behind it. */
static const char *settle_word(const GenerateNames *names, const char *at, GString *out)
{
    gboolean is_ours = *at == '$';
    gsize length = word_length(at + is_ours);
    const char *other = is_ours ? NULL : other_word(names, at, length);
    if (is_ours && length > 0)
        append_free(names, at + 1, length, out);
    else if (other)
        g_string_append(out, other);
    else
        g_string_append_len(out, at, MAX(length, 1));
    return at + MAX(is_ours + length, 1);
}

void generate_names_settle(const GenerateNames *names, GString *text)
{
    g_autoptr(GString) settled = g_string_sized_new(text->len);
    for (const char *at = text->str; *at;) {
        const char *behind = behind_literal(at);
        if (behind > at)
            g_string_append_len(settled, at, behind - at);
        else
            behind = settle_word(names, at, settled);
        at = behind;
    }
    g_string_assign(text, settled->str);
}
