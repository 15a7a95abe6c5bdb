/* Writes how units were compiled; see recipe.h. It is read in recipe_read.c. */
#include "htol/notes/recipe.h"

char *htol_recipe_path(const char *dir, const guint8 id[HTOL_ID_SIZE])
{
    g_autofree char *text = htol_id_text(id);
    return g_strdup_printf("%s/recipes/%s.json", dir, text);
}

/* By hand, for what compiles need not load a library for. Words are bytes, JSON has characters: bytes become the
 * characters of those numbers. */
static void put_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text; text++)
        if (g_ascii_isprint(*text) && *text != '"' && *text != '\\')
            g_string_append_c(out, *text);
        else
            g_string_append_printf(out, "\\u%04x", (guint8)*text);
    g_string_append_c(out, '"');
}

static void put_text(GString *out, const char *name, const char *text)
{
    g_string_append_printf(out, ",\n \"%s\": ", name);
    put_string(out, text);
}

static void put_words(GString *out, const char *name, const char *const *words)
{
    g_string_append_printf(out, ",\n \"%s\": [", name);
    for (guint i = 0; words[i]; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        put_string(out, words[i]);
    }
    g_string_append_c(out, ']');
}

char *htol_recipe_write(const HtolRecipe *recipe)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "{\n \"hlcov\": \"recipe\",\n \"version\": %d", HTOL_RECIPE_VERSION);
    put_text(out, "directory", recipe->directory);
    put_text(out, "source", recipe->source);
    put_words(out, "options", recipe->options);
    put_words(out, "words", recipe->words);
    g_string_append(out, "\n}\n");
    return g_string_free(out, FALSE);
}
