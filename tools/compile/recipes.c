/* Finds recipes; see recipes.h. */
#include "tools/compile/recipes.h"

#include <string.h>

#include <glib/gstdio.h>

#include "htol/files/data.h"
#include "tools/compile/harness_build.h"

static void free_row(gpointer data)
{
    RecipesRow *row = data;
    g_free(row->source);
    htol_arena_free(row->arena);
    g_free(row);
}

static RecipesRow *read_row(const char *path)
{
    g_autofree char *text = NULL;
    GStatBuf info;
    if (g_stat(path, &info) != 0 || !g_file_get_contents(path, &text, NULL, NULL))
        return NULL;
    RecipesRow *row = g_new0(RecipesRow, 1);
    row->arena = htol_arena_new();
    row->recipe = htol_recipe_read(row->arena, text, NULL);
    row->time = info.st_mtime;
    if (row->recipe)
        row->source = g_canonicalize_filename(row->recipe->source, row->recipe->directory);
    if (row->recipe && g_file_test(row->source, G_FILE_TEST_IS_REGULAR))
        return row;
    free_row(row);
    return NULL;
}

static gint compare_rows(gconstpointer left, gconstpointer right)
{
    const RecipesRow *one = *(const RecipesRow *const *)left, *other = *(const RecipesRow *const *)right;
    int order = strcmp(one->source, other->source);
    return order != 0 ? order : one->time > other->time ? -1 : one->time < other->time;
}

/* Rows are sorted: the first of each source is its last recipe. */
static void drop_older(GPtrArray *rows)
{
    for (guint i = 1; i < rows->len;)
        if (strcmp(((RecipesRow *)rows->pdata[i])->source, ((RecipesRow *)rows->pdata[i - 1])->source) == 0)
            g_ptr_array_remove_index(rows, i);
        else
            i++;
}

GPtrArray *recipes_of(const char *data_dir)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func(free_row);
    g_autofree char *directory = g_build_filename(data_dir, "recipes", NULL);
    g_autoptr(GDir) dir = g_dir_open(directory, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(directory, name, NULL);
        RecipesRow *row = read_row(path);
        if (row && harness_is(row->source))
            free_row(row);
        else if (row)
            g_ptr_array_add(rows, row);
    }
    g_ptr_array_sort(rows, compare_rows);
    drop_older(rows);
    return rows;
}

const RecipesRow *recipes_find(const GPtrArray *recipes, const char *source)
{
    for (guint i = 0; i < recipes->len; i++)
        if (strcmp(((const RecipesRow *)recipes->pdata[i])->source, source) == 0)
            return recipes->pdata[i];
    return NULL;
}
