/* Recipes: what is written is read as it was, whatever bytes it has, and is JSON. Who keeps them is not tested here. */
#include "htol/notes/recipe.h"

static void assert_words(const char *const *found, const char *const *wanted)
{
    g_assert_cmpuint(g_strv_length((char **)found), ==, g_strv_length((char **)wanted));
    for (; *wanted; wanted++)
        g_assert_cmpstr(*found++, ==, *wanted);
}

static void assert_kept(const HtolRecipe *recipe)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GError) error = NULL;
    g_autofree char *text = htol_recipe_write(recipe);
    HtolRecipe *found = htol_recipe_read(arena, text, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(found->directory, ==, recipe->directory);
    g_assert_cmpstr(found->source, ==, recipe->source);
    assert_words(found->options, recipe->options);
    assert_words(found->words, recipe->words);
}

static void test_words(void)
{
    const char *none[] = {NULL}, *words[] = {"gcc", "-c", "", "-DA=\"a\\b\"", "\303\244/a b.c", NULL};
    assert_kept(&(HtolRecipe){"/tmp", "a.c", none, words});
    assert_kept(&(HtolRecipe){"", "", words, words});
}

static void test_bytes(void)
{
    char all[256];
    for (guint i = 0; i < 255; i++)
        all[i] = (char)(i + 1);
    all[255] = '\0';
    const char *words[] = {all, NULL};
    assert_kept(&(HtolRecipe){all, all, words, words});
}

static void test_text(void)
{
    const char *options[] = {"--criteria=all", "-q", NULL}, *words[] = {"cc", NULL};
    g_autofree char *text = htol_recipe_write(&(HtolRecipe){"/t\n", "\377.c", options, words});
    g_assert_cmpstr(text, ==,
                    "{\n \"hlcov\": \"recipe\",\n \"version\": 1,\n"
                    " \"directory\": \"/t\\u000a\",\n \"source\": \"\\u00ff.c\",\n"
                    " \"options\": [\"--criteria=all\", \"-q\"],\n \"words\": [\"cc\"]\n}\n");
}

static void test_damage(void)
{
    static const char *const texts[] = {"", "{}", "[]", "{\"hlcov\": \"recipe\", \"version\": 1}"};
    g_autoptr(HtolArena) arena = htol_arena_new();
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(htol_recipe_read(arena, texts[i], &error));
        g_assert_nonnull(error);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/recipe/words", test_words);
    g_test_add_func("/recipe/bytes", test_bytes);
    g_test_add_func("/recipe/text", test_text);
    g_test_add_func("/recipe/damage", test_damage);
    return g_test_run();
}
