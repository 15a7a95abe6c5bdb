/* Reads tables of strong builds; see strong.h. */
#include "mutate/strong.h"

#include <glib/gstdio.h>

#include "mutate/run.h"
#include "report/read/walk.h"

typedef struct {
    char *path;
    gint64 time; /* when it was written, in nanoseconds */
} File;

static void clear_file(gpointer file)
{
    g_free(((File *)file)->path);
}

static gint compare_files(gconstpointer one, gconstpointer other)
{
    gint64 first = ((const File *)one)->time, second = ((const File *)other)->time;
    return first == second  ? g_strcmp0(((const File *)one)->path, ((const File *)other)->path)
           : first < second ? 1
                            : -1;
}

/* Returns the files (File), the newest first. */
static GArray *find_files(const char *directory)
{
    g_autofree char *place = g_build_filename(directory, "strong", NULL);
    g_autoptr(GDir) stream = g_dir_open(place, 0, NULL);
    GArray *files = g_array_new(FALSE, FALSE, sizeof(File));
    g_array_set_clear_func(files, clear_file);
    for (const char *name = stream ? g_dir_read_name(stream) : NULL; name; name = g_dir_read_name(stream)) {
        struct stat status;
        File file = {g_build_filename(place, name, NULL), 0};
        if (g_str_has_suffix(name, REPORT_TABLE_SUFFIX) && g_stat(file.path, &status) == 0) {
            file.time = (gint64)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
            g_array_append_val(files, file);
        } else
            g_free(file.path);
    }
    g_array_sort(files, compare_files);
    return files;
}

static void add_functions(HtolArena *arena, MutateStrong *strong, const HtolTable *table)
{
    for (guint32 i = 0; i < table->n_functions; i++) {
        const HtolFunction *function = &table->functions[i];
        if (g_hash_table_contains(strong->functions, function->row.hash))
            continue;
        MutateStrongFunction *found = htol_arena_new0(arena, MutateStrongFunction, 1);
        *found = (MutateStrongFunction){function, function->n_files > 0 ? function->files[0].path : table->row.path};
        g_hash_table_insert(strong->functions, (gpointer)function->row.hash, found);
    }
}

static gboolean read_file(HtolArena *arena, MutateStrong *strong, const char *path)
{
    g_autofree char *bytes = NULL;
    gsize size;
    HtolTable *table = NULL;
    if (g_file_get_contents(path, &bytes, &size, NULL))
        table = htol_table_read(arena, (const guint8 *)bytes, size, NULL, NULL);
    if (table)
        add_functions(arena, strong, table);
    return table != NULL;
}

MutateStrong *mutate_strong_read(HtolArena *arena, const char *directory, GError **error)
{
    g_autoptr(GArray) files = find_files(directory);
    if (files->len == 0) {
        g_set_error(error, MUTATE_ERROR, 0,
                    "%s: there is no strong build: when the tests have run, build again with 'hlcov cc --strong' in "
                    "place of 'hlcov cc'",
                    directory);
        return NULL;
    }
    MutateStrong *strong = g_new0(MutateStrong, 1);
    strong->functions = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < files->len; i++)
        strong->n_damaged += !read_file(arena, strong, g_array_index(files, File, i).path);
    return strong;
}

void mutate_strong_free(MutateStrong *strong)
{
    g_hash_table_unref(strong->functions);
    g_free(strong);
}
