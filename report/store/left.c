/* Finds files of writers that were killed; see left.h. */
#include "report/store/left.h"

#include <string.h>

#include "htol/base/layout.h"
#include "htol/base/sorted.h"
#include "report/read/walk.h"

/* As mkstemp makes it: a point, and characters that it draws. */
enum { DRAWN = 6 };

/* Whether it is the name of a file of ours, or of a new shard, and of its draft. */
static gboolean is_draft(const char *name)
{
    static const char *const suffixes[] = {REPORT_TABLE_SUFFIX, REPORT_SHARD_SUFFIX, REPORT_PROOFS_SUFFIX, ".json",
                                           "new"};
    const char *point = strrchr(name, '.');
    if (!point || strlen(point + 1) != DRAWN)
        return FALSE;
    g_autofree char *stem = g_strndup(name, (gsize)(point - name));
    for (gsize i = 0; i < G_N_ELEMENTS(suffixes); i++)
        if (g_str_has_suffix(stem, suffixes[i]))
            return TRUE;
    return FALSE;
}

static void find_in(const char *directory, const char *name, GPtrArray *paths)
{
    g_autofree char *below = g_build_filename(directory, name, NULL);
    GDir *entries = g_dir_open(below, 0, NULL);
    for (const char *entry = entries ? g_dir_read_name(entries) : NULL; entry; entry = g_dir_read_name(entries))
        if (is_draft(entry))
            g_ptr_array_add(paths, g_build_filename(directory, name, entry, NULL));
    if (entries)
        g_dir_close(entries);
}

void report_left_find(const char *directory, GPtrArray *paths)
{
    static const char *const names[] = {"",
                                        REPORT_TABLES_DIRECTORY,
                                        REPORT_STRONG_DIRECTORY,
                                        HTOL_UNMEASURED_DIRECTORY,
                                        REPORT_PROOFS_DIRECTORY,
                                        HTOL_SHARDS_DIRECTORY,
                                        "recipes"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        find_in(directory, names[i], paths);
    g_ptr_array_sort(paths, htol_compare_texts);
}
