/* Brings labels' texts to the preprocessor and back, a line for each; see expand.h. */
#include "annot/users/expand.h"

#include <string.h>

/* The name, which no program has, at the beginning of each text's line. */
#define MARK "hlcov_label_text_"

static gboolean is_name_start(char c)
{
    return g_ascii_isalpha(c) || c == '_';
}

/* Whether the fragment is not expanded yet, and has a name, so that there is something to expand. */
static gboolean is_to_expand(const AnnotFragment *fragment)
{
    for (const char *at = fragment->text; *at && !fragment->is_expanded; at++)
        if (is_name_start(*at))
            return TRUE;
    return FALSE;
}

static GString *marked(AnnotFragment *const *fragments, guint n)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
        if (is_to_expand(fragments[i]))
            g_string_append_printf(text, MARK "%u %s ;\n", i, fragments[i]->text);
    return text;
}

static char *without_blanks(const char *text)
{
    GString *out = g_string_new(NULL);
    for (; *text; text++)
        if (!g_ascii_isspace(*text))
            g_string_append_c(out, *text);
    return g_string_free(out, FALSE);
}

/* Whether the texts differ in white space at most, which a preprocessor may change. */
static gboolean is_same(const char *one, const char *other)
{
    g_autofree char *left = without_blanks(one), *right = without_blanks(other);
    return strcmp(left, right) == 0;
}

/* Takes the expansion, up to the semicolon that keeps a macro's name from looking for arguments in the next line. */
static void take_expansion(HtolArena *arena, AnnotFragment *fragment, char *expansion)
{
    char *end = strrchr(expansion, ';');
    if (!end)
        return;
    *end = '\0';
    g_strstrip(expansion);
    if (is_same(fragment->text, expansion))
        return;
    fragment->text = htol_arena_strndup(arena, expansion, strlen(expansion));
    fragment->source = "";
}

/* Takes a line of what was preprocessed; one without the mark comes from the source or from the preprocessor. */
static void take_line(HtolArena *arena, char *line, AnnotFragment *const *fragments, guint n)
{
    char *behind;
    if (!g_str_has_prefix(line, MARK))
        return;
    guint64 index = g_ascii_strtoull(line + strlen(MARK), &behind, 10);
    if (index < n)
        take_expansion(arena, fragments[index], behind);
}

void annot_expand(HtolArena *arena, const AnnotExpander *expander, AnnotFragment *const *fragments, guint n)
{
    g_autoptr(GString) text = marked(fragments, n), out = g_string_new(NULL);
    if (text->len == 0 || !expander->preprocess || !expander->preprocess(expander->data, text->str, out))
        return;
    char *line = out->str;
    for (char *end = strchr(line, '\n'); end; line = end + 1, end = strchr(line, '\n')) {
        *end = '\0';
        take_line(arena, line, fragments, n);
    }
}
