/* Finds hooks; see hooks.h. */
#include "generate/contract/hooks.h"

#include <string.h>

GenerateHooks *generate_hooks_new(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error))
        return NULL;
    GenerateHooks *hooks = g_new0(GenerateHooks, 1);
    *hooks = (GenerateHooks){g_canonicalize_filename(path, NULL), g_steal_pointer(&text)};
    return hooks;
}

void generate_hooks_free(GenerateHooks *hooks)
{
    g_free(hooks->path);
    g_free(hooks->text);
    g_free(hooks);
}

/* Whether the text, apart from comments, names the function with its parameters. */
static gboolean has_function(const char *text, const char *kind, const char *name)
{
    g_autofree char *pattern = g_strdup_printf("/\\*.*?\\*/|//[^\\n]*|\\b(%s_%s)\\s*\\(", kind, name);
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_DOTALL | G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(regex, text, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *found = g_match_info_fetch(match, 1);
        if (found && *found)
            return TRUE;
    }
    return FALSE;
}

guint generate_hooks_of(const GenerateHooks *hooks, const char *function)
{
    static const char *const kinds[] = {"init", "assume", "oracle"};
    guint bits = 0;
    for (guint i = 0; hooks && i < G_N_ELEMENTS(kinds); i++)
        bits |= has_function(hooks->text, kinds[i], function) ? 1u << i : 0;
    return bits;
}
