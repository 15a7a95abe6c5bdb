/* Directories of inputs; see corpus.h. */
#include "fuzz/corpus.h"

#include <ftw.h>
#include <glib/gstdio.h>

#include "fuzz/target.h"
#include "htol/base/sorted.h"
#include "report/inputs/files.h"

GPtrArray *fuzz_corpus_files(const char *directory)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) files = g_dir_open(directory, 0, NULL);
    for (const char *name = files ? g_dir_read_name(files) : NULL; name; name = g_dir_read_name(files)) {
        g_autofree char *path = g_build_filename(directory, name, NULL);
        if (*name != '.' && g_file_test(path, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add(paths, g_steal_pointer(&path));
    }
    g_ptr_array_sort(paths, htol_compare_texts);
    return paths;
}

char *fuzz_corpus_add(const char *directory, const char *bytes, gsize size, GError **error)
{
    g_autofree char *name = report_file_hash(bytes, size), *path = g_build_filename(directory, name, NULL);
    g_mkdir_with_parents(directory, 0777);
    if (!g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_set_contents(path, bytes, (gssize)size, error))
        return NULL;
    return g_steal_pointer(&name);
}

char *fuzz_corpus_copy(const char *directory, const char *path, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize size;
    return g_file_get_contents(path, &bytes, &size, error) ? fuzz_corpus_add(directory, bytes, size, error) : NULL;
}

char *fuzz_corpus_name(const char *path)
{
    g_autofree char *bytes = NULL;
    gsize size;
    return g_file_get_contents(path, &bytes, &size, NULL) ? report_file_hash(bytes, size) : NULL;
}

gboolean fuzz_corpus_is_ours(const char *path)
{
    g_autofree char *file = g_path_get_basename(path), *name = fuzz_corpus_name(path);
    return g_strcmp0(file, name) == 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    return g_remove(path);
}

void fuzz_remove(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
