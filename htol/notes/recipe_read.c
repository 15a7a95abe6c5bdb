/* Reads how units were compiled; see recipe.h. It is written in recipe.c. */
#include <jansson.h>
#include <string.h>

#include "htol/notes/recipe.h"

GQuark htol_recipe_error_quark(void)
{
    return g_quark_from_static_string("htol-recipe-error");
}

static const char *text_of(HtolArena *arena, json_t *json)
{
    const char *value = json_string_value(json);
    g_autofree char *bytes = value ? g_convert(value, -1, "ISO-8859-1", "UTF-8", NULL, NULL, NULL) : NULL;
    return bytes ? htol_arena_strndup(arena, bytes, strlen(bytes)) : NULL;
}

static const char *const *words_of(HtolArena *arena, json_t *list)
{
    gsize n = json_array_size(list);
    const char **words = htol_arena_new0(arena, const char *, n + 1);
    for (gsize i = 0; i < n; i++)
        if (!(words[i] = text_of(arena, json_array_get(list, i))))
            return NULL;
    return json_is_array(list) ? words : NULL;
}

static gboolean read_recipe(HtolArena *arena, json_t *json, HtolRecipe *recipe)
{
    const char *what;
    int version;
    json_t *directory, *source, *options, *words;
    if (json_unpack(json, "{s:s, s:i, s:o, s:o, s:o, s:o}", "hlcov", &what, "version", &version, "directory",
                    &directory, "source", &source, "options", &options, "words", &words) != 0 ||
        strcmp(what, "recipe") != 0 || version != HTOL_RECIPE_VERSION)
        return FALSE;
    *recipe = (HtolRecipe){text_of(arena, directory), text_of(arena, source), words_of(arena, options),
                           words_of(arena, words)};
    return recipe->directory && recipe->source && recipe->options && recipe->words && *recipe->words;
}

HtolRecipe *htol_recipe_read(HtolArena *arena, const char *text, GError **error)
{
    json_t *json = json_loads(text, 0, NULL);
    HtolRecipe *recipe = htol_arena_new0(arena, HtolRecipe, 1);
    gboolean good = json && read_recipe(arena, json, recipe);
    json_decref(json);
    if (!good)
        g_set_error(error, HTOL_RECIPE_ERROR, 0, "it does not say how a unit was compiled");
    return good ? recipe : NULL;
}
