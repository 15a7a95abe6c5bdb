/* Files of texts; see cache.h. An entry is a line with the SHA-256 of the rest, and the text. The first two digits of
 * the key are a directory, and each of these has its share of the bound, so that no more than one must be looked
 * through when an entry is written. */
#include "htol/notes/cache.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include <glib/gstdio.h>

enum { DIRECTORIES = 256, BYTES_OF_BLOCK = 512, SUM_LENGTH = 64 };

HtolCache htol_cache_open(const char *directory, guint64 most, char *program)
{
    return (HtolCache){g_strdup(directory), most, program};
}

void htol_cache_clear(HtolCache *cache)
{
    g_free(cache->directory);
    g_free(cache->program);
}

/* Returns the path of the entry, which belongs to this program; to be freed. */
static char *path_of(const HtolCache *cache, const char *key)
{
    return g_strdup_printf("%s/%.2s/%s-%.16s", cache->directory, key, key + 2, cache->program);
}

static char *sum_of(const char *text, gsize size)
{
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, size);
}

/* ---- finding ---- */

static gboolean is_undamaged(const char *entry, gsize size)
{
    if (size <= SUM_LENGTH || entry[SUM_LENGTH] != '\n')
        return FALSE;
    g_autofree char *sum = sum_of(entry + SUM_LENGTH + 1, size - SUM_LENGTH - 1);
    return strncmp(sum, entry, SUM_LENGTH) == 0;
}

char *htol_cache_find(const HtolCache *cache, const char *key, gsize *size)
{
    g_autofree char *path = path_of(cache, key), *entry = NULL;
    gsize bytes;
    if (!g_file_get_contents(path, &entry, &bytes, NULL) || !is_undamaged(entry, bytes))
        return NULL;
    g_utime(path, NULL);
    *size = bytes - SUM_LENGTH - 1;
    char *text = g_malloc(*size + 1);
    memcpy(text, entry + SUM_LENGTH + 1, *size + 1);
    return text;
}

/* ---- keeping ---- */

typedef struct {
    char *path;
    guint64 bytes;
    gint64 used; /* when, in nanoseconds */
} Entry;

static void clear_entry(gpointer entry)
{
    g_free(((Entry *)entry)->path);
}

static int compare_use(gconstpointer left, gconstpointer right)
{
    const Entry *one = left, *other = right;
    return (one->used > other->used) - (one->used < other->used);
}

/* Returns the entries of a directory (Entry, to be freed), those first that were not used for longest. */
static GArray *entries_of(const char *directory)
{
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    g_autoptr(GDir) listing = g_dir_open(directory, 0, NULL);
    const char *name;
    GStatBuf info;
    g_array_set_clear_func(entries, clear_entry);
    while (listing && (name = g_dir_read_name(listing))) {
        Entry entry = {.path = g_build_filename(directory, name, NULL)};
        if (g_lstat(entry.path, &info) == 0) {
            entry.bytes = (guint64)info.st_blocks * BYTES_OF_BLOCK;
            entry.used = (gint64)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
        }
        g_array_append_val(entries, entry);
    }
    g_array_sort(entries, compare_use);
    return entries;
}

/* Removes the oldest entries until some more will fit; other processes may do the same at once. */
static void trim(const HtolCache *cache, const char *directory)
{
    g_autoptr(GArray) entries = entries_of(directory);
    guint64 share = cache->most / DIRECTORIES, bytes = 0;
    for (guint i = 0; i < entries->len; i++)
        bytes += g_array_index(entries, Entry, i).bytes;
    if (bytes <= share)
        return;
    for (guint i = 0; i < entries->len && bytes > share - share / 8; i++) {
        const Entry *entry = &g_array_index(entries, Entry, i);
        g_unlink(entry->path);
        bytes -= entry->bytes;
    }
}

void htol_cache_keep(const HtolCache *cache, const char *key, const char *text, gsize size)
{
    g_autofree char *path = path_of(cache, key), *directory = g_path_get_dirname(path), *sum = sum_of(text, size);
    g_autoptr(GString) entry = g_string_sized_new(SUM_LENGTH + 1 + size);
    g_string_append_printf(entry, "%s\n", sum);
    g_string_append_len(entry, text, (gssize)size);
    if (g_mkdir_with_parents(directory, 0777) == 0 && g_file_set_contents(path, entry->str, (gssize)entry->len, NULL))
        trim(cache, directory);
}
