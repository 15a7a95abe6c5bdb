/* Reads and writes how units were compiled; see recipe.h. */
#include "htol/recipe.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { RECIPE_VERSION = 1 };

GQuark htol_recipe_error_quark(void)
{
    return g_quark_from_static_string("htol-recipe-error");
}

char *htol_recipe_path(const char *dir, const guint8 id[HTOL_ID_SIZE])
{
    g_autofree char *text = htol_id_text(id);
    return g_strdup_printf("%s/recipes/%s.json", dir, text);
}

/* ---- writing ---- */

/* Words are bytes, JSON has characters: bytes above 127 become the characters of those numbers. */
static json_t *string_of(const char *text)
{
    g_autofree char *latin = g_convert(text, -1, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
    return json_string(latin ? latin : "");
}

static json_t *list_of(const char *const *words)
{
    json_t *list = json_array();
    for (; *words; words++)
        json_array_append_new(list, string_of(*words));
    return list;
}

char *htol_recipe_write(const HtolRecipe *recipe)
{
    json_t *json = json_pack("{s:s, s:i, s:o, s:o, s:o, s:o}", "hlcov", "recipe", "version", RECIPE_VERSION,
                             "directory", string_of(recipe->directory), "source", string_of(recipe->source),
                             "options", list_of(recipe->options), "words", list_of(recipe->words));
    char *dumped = json_dumps(json, JSON_INDENT(1)), *text = g_strconcat(dumped, "\n", NULL);
    free(dumped);
    json_decref(json);
    return text;
}

/* ---- reading ---- */

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
        strcmp(what, "recipe") != 0 || version != RECIPE_VERSION)
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
