/* Response files of compiler command lines: reads them and splits their text into words. Does not interpret
 * words. */
#include "annot/launch/response.h"

enum { MAX_FILES = 2000 };

/* Moves *at behind one word and returns it without its quotes. */
static char *next_word(const char **at)
{
    GString *word = g_string_new(NULL);
    char quote = 0;
    const char *p = *at;
    for (; *p && (quote || !g_ascii_isspace(*p)); p++) {
        if (*p == '\\' && p[1])
            g_string_append_c(word, *++p);
        else if (quote ? *p == quote : *p == '\'' || *p == '"')
            quote = quote ? 0 : *p;
        else
            g_string_append_c(word, *p);
    }
    *at = p;
    return g_string_free(word, FALSE);
}

static gboolean expand(const char *word, GPtrArray *words, guint *files);

static gboolean expand_text(const char *text, GPtrArray *words, guint *files)
{
    for (;;) {
        while (g_ascii_isspace(*text))
            text++;
        if (!*text)
            return TRUE;
        g_autofree char *word = next_word(&text);
        if (!expand(word, words, files))
            return FALSE;
    }
}

static gboolean expand(const char *word, GPtrArray *words, guint *files)
{
    g_autofree char *text = NULL;
    if (word[0] != '@' || !g_file_get_contents(word + 1, &text, NULL, NULL)) {
        g_ptr_array_add(words, g_strdup(word));
        return TRUE;
    }
    if (++*files > MAX_FILES)
        return FALSE;
    return expand_text(text, words, files);
}

char **annot_response_expand(char *const *argv)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    guint files = 0;
    for (; *argv; argv++)
        if (!expand(*argv, words, &files))
            return NULL;
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_steal(words, NULL);
}
