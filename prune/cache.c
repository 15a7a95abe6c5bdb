/* Files of answers; see cache.h. An entry is a line with the SHA-256 of the rest, a line with the patience, and the
 * answer. The first two digits of the key are a directory, and each of these has its share of the bound, so that no
 * more than one must be looked through when an entry is written. */
#include "prune/cache.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include <glib/gstdio.h>

enum { DIRECTORIES = 256, BYTES_OF_BLOCK = 512, SUM_LENGTH = 64 };

const PrunePatience prune_endless = {G_MAXUINT, G_MAXUINT};

/* Returns a hash of this program; if it cannot be read, one by which nothing is found. To be freed. */
static char *program_hash(void)
{
    g_autoptr(GMappedFile) program = g_mapped_file_new("/proc/self/exe", FALSE, NULL);
    if (!program)
        return g_uuid_string_random();
    const guchar *bytes = (const guchar *)g_mapped_file_get_contents(program);
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, g_mapped_file_get_length(program));
}

PruneCache prune_cache_open(const char *directory, guint64 most)
{
    return (PruneCache){g_strdup(directory), most, program_hash()};
}

void prune_cache_clear(PruneCache *cache)
{
    g_free(cache->directory);
    g_free(cache->program);
}

/* Returns the path of the entry, which belongs to this program's bytes; to be freed. */
static char *path_of(const PruneCache *cache, const char *key)
{
    return g_strdup_printf("%s/%.2s/%s-%.16s", cache->directory, key, key + 2, cache->program);
}

/* ---- finding ---- */

static const char *undamaged(const char *text)
{
    g_autofree char *sum = NULL;
    if (strlen(text) <= SUM_LENGTH || text[SUM_LENGTH] != '\n')
        return NULL;
    sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text + SUM_LENGTH + 1, -1);
    return strncmp(sum, text, SUM_LENGTH) == 0 ? text + SUM_LENGTH + 1 : NULL;
}

/* Reads a number that `end` ends, and moves *at behind that; FALSE: there is none. */
static gboolean take_number(const char **at, char end, guint *number)
{
    char *behind;
    guint64 value = g_ascii_strtoull(*at, &behind, 10);
    if (behind == *at || *behind != end || value > G_MAXUINT)
        return FALSE;
    *number = (guint)value;
    *at = behind + 1;
    return TRUE;
}

char *prune_cache_find(const PruneCache *cache, const char *key, PrunePatience patience)
{
    g_autofree char *path = path_of(cache, key);
    g_autofree char *text = NULL;
    PrunePatience had;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return NULL;
    const char *body = undamaged(text);
    if (!body || !take_number(&body, ' ', &had.timeout) || !take_number(&body, '\n', &had.budget) ||
        had.timeout < patience.timeout || had.budget < patience.budget)
        return NULL;
    g_utime(path, NULL);
    return g_strdup(body);
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
static void trim(const PruneCache *cache, const char *directory)
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

void prune_cache_keep(const PruneCache *cache, const char *key, PrunePatience patience, const char *answer)
{
    g_autofree char *path = path_of(cache, key);
    g_autofree char *directory = g_path_get_dirname(path);
    g_autofree char *body = g_strdup_printf("%u %u\n%s", patience.timeout, patience.budget, answer);
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, body, -1);
    g_autofree char *text = g_strdup_printf("%s\n%s", sum, body);
    if (g_mkdir_with_parents(directory, 0777) == 0 && g_file_set_contents(path, text, -1, NULL))
        trim(cache, directory);
}
