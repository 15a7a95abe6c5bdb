/* What makes the words of a plan, and finds its files; see plan.h. */
#include "fuzz/plan.h"

#include <stdarg.h>

void fuzz_add_word(GPtrArray *words, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(words, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

void fuzz_add_files(const char *directory, const char *prefix, GPtrArray *paths)
{
    g_autoptr(GDir) files = g_dir_open(directory, 0, NULL);
    for (const char *name = files ? g_dir_read_name(files) : NULL; name; name = g_dir_read_name(files)) {
        g_autofree char *path = g_build_filename(directory, name, NULL);
        if (g_str_has_prefix(name, prefix) && g_file_test(path, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add(paths, g_steal_pointer(&path));
    }
}
