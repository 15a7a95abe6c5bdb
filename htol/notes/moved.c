/* Puts one directory in place of another one where paths begin; see moved.h. */
#include "htol/notes/moved.h"

#include <string.h>

/* Whether such a path begins there. */
static gboolean begins_inside(HtolMoved moved, const char *text)
{
    gsize length = strlen(moved.from);
    return length > 0 && strncmp(text, moved.from, length) == 0 && (text[length] == '/' || strchr("\",", text[length]));
}

char *htol_moved_path(HtolMoved moved, const char *path)
{
    return begins_inside(moved, path) ? g_strconcat(moved.to, path + strlen(moved.from), NULL) : g_strdup(path);
}

/* Whether a path may begin there, in the word. */
static gboolean may_begin(const char *word, const char *at)
{
    gsize name = 1;
    if (at == word || strchr("=,", at[-1]))
        return TRUE;
    while (g_ascii_isalpha(word[name]))
        name++;
    return word[0] == '-' && word + name == at;
}

char *htol_moved_word(HtolMoved moved, const char *word)
{
    GString *out = g_string_new(NULL);
    for (const char *at = word; *at;) {
        if (!may_begin(word, at) || !begins_inside(moved, at)) {
            g_string_append_c(out, *at++);
            continue;
        }
        g_string_append(out, moved.to);
        at += strlen(moved.from);
    }
    return g_string_free(out, FALSE);
}
