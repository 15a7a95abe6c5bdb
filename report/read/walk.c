/* Walks over data directories; see walk.h. */
#include "report/read/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "htol/base/layout.h"
#include "htol/base/sorted.h"
#include "report/inputs/inputs.h"

ReportKind report_kind_of_bytes(const char *path)
{
    static const struct {
        ReportKind kind;
        char magic[4];
    } magics[] = {{REPORT_DATA_FILE, {(char)0x89, 'H', 'L', 'B'}},
                  {REPORT_TABLE_FILE, {(char)0x89, 'H', 'L', 'T'}},
                  {REPORT_SHARD_FILE, {(char)0x89, 'H', 'L', 'P'}},
                  {REPORT_ELF_FILE, "\177ELF"}};
    char start[4] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    gsize got = file ? fread(start, 1, sizeof start, file) : 0;
    if (file)
        fclose(file);
    for (gsize i = 0; i < G_N_ELEMENTS(magics); i++)
        if (got == sizeof start && memcmp(start, magics[i].magic, sizeof start) == 0)
            return magics[i].kind;
    return REPORT_OTHER_FILE;
}

ReportKind report_kind_of(const char *path, const struct stat *status)
{
    if (S_ISDIR(status->st_mode))
        return REPORT_DIRECTORY;
    if (g_str_has_suffix(path, REPORT_DATA_SUFFIX))
        return REPORT_DATA_FILE;
    if (g_str_has_suffix(path, REPORT_TABLE_SUFFIX))
        return REPORT_TABLE_FILE;
    if (g_str_has_suffix(path, REPORT_SHARD_SUFFIX))
        return REPORT_SHARD_FILE;
    return S_ISREG(status->st_mode) ? report_kind_of_bytes(path) : REPORT_OTHER_FILE;
}

/* Adds the paths of what in a directory ends in `suffix`. Returns 0, or what errno is for what went wrong. */
static int list_into(GPtrArray *found, const char *path, const char *suffix)
{
    DIR *directory = opendir(path);
    if (!directory)
        return errno;
    errno = 0;
    for (struct dirent *entry = readdir(directory); entry; errno = 0, entry = readdir(directory))
        if (g_str_has_suffix(entry->d_name, suffix) && entry->d_name[0] != '.')
            g_ptr_array_add(found, g_build_filename(path, entry->d_name, NULL));
    int cause = errno;
    closedir(directory);
    return cause;
}

/* Those paths, sorted; none if the directory is not there and that is `tolerated`. */
static GPtrArray *list_if(const char *path, const char *suffix, gboolean tolerated, GError **error)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    int cause = list_into(found, path, suffix);
    if (cause && !(cause == ENOENT && tolerated)) {
        g_set_error(error, REPORT_ERROR, 0, "%s: cannot be read: %s", path, g_strerror(cause));
        return NULL;
    }
    g_ptr_array_sort(found, htol_compare_texts);
    return g_steal_pointer(&found);
}

static GPtrArray *list(const char *path, const char *suffix, GError **error)
{
    return list_if(path, suffix, FALSE, error);
}

/* What is in a directory below that one, if it is there. */
static GPtrArray *list_below(const char *path, const char *name, const char *suffix, GError **error)
{
    g_autofree char *below = g_build_filename(path, name, NULL);
    return list_if(below, suffix, TRUE, error);
}

static gboolean walk_tables_in(const char *directory, const char *name, const ReportWalk *walk, GError **error)
{
    g_autoptr(GPtrArray) tables = list_below(directory, name, REPORT_TABLE_SUFFIX, error);
    for (guint i = 0; tables && i < tables->len; i++)
        walk->table(walk->user, tables->pdata[i]);
    return tables != NULL;
}

gboolean report_walk_tables(const char *directory, const ReportWalk *walk, GError **error)
{
    return walk_tables_in(directory, REPORT_TABLES_DIRECTORY, walk, error) &&
           walk_tables_in(directory, HTOL_UNMEASURED_DIRECTORY, walk, error);
}

gboolean report_walk_strong(const char *directory, const ReportWalk *walk, GError **error)
{
    return walk_tables_in(directory, REPORT_STRONG_DIRECTORY, walk, error);
}

gboolean report_walk_proofs(const char *directory, const ReportWalk *walk, GError **error)
{
    g_autoptr(GPtrArray) proofs = list_below(directory, REPORT_PROOFS_DIRECTORY, REPORT_PROOFS_SUFFIX, error);
    for (guint i = 0; proofs && i < proofs->len; i++)
        walk->proofs(walk->user, proofs->pdata[i]);
    return proofs != NULL;
}

static gboolean walk_files(const char *directory, const ReportWalk *walk, GError **error)
{
    g_autoptr(GPtrArray) data = list(directory, REPORT_DATA_SUFFIX, error);
    g_autoptr(GPtrArray) shards = data ? list(directory, REPORT_SHARD_SUFFIX, error) : NULL;
    if (!shards)
        return FALSE;
    for (guint i = 0; i < data->len; i++)
        walk->data(walk->user, data->pdata[i], FALSE);
    for (guint i = 0; i < shards->len; i++)
        walk->shard(walk->user, shards->pdata[i]);
    return TRUE;
}

/* Files of tests may be sealed meanwhile, into shards that are read afterwards. */
static gboolean walk_live(const char *directory, const ReportWalk *walk, GError **error)
{
    g_autoptr(GPtrArray) tests = list_below(directory, HTOL_LIVE_DIRECTORY, "", error);
    for (guint i = 0; tests && i < tests->len; i++) {
        g_autoptr(GPtrArray) files = list(tests->pdata[i], REPORT_DATA_SUFFIX, NULL);
        for (guint k = 0; files && k < files->len; k++)
            walk->data(walk->user, files->pdata[k], TRUE);
    }
    return tests != NULL;
}

/* If one of the list is gone, what it held is in one that the list did not have. */
static gboolean walk_sealed(const char *directory, const ReportWalk *walk, GError **error)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gboolean again;
    do {
        g_autoptr(GPtrArray) shards = list_below(directory, HTOL_SHARDS_DIRECTORY, REPORT_SHARD_SUFFIX, error);
        if (!shards)
            return FALSE;
        again = FALSE;
        for (guint i = 0; i < shards->len; i++)
            if (g_hash_table_add(known, g_strdup(shards->pdata[i])))
                again |= !walk->shard(walk->user, shards->pdata[i]);
    } while (again);
    return TRUE;
}

gboolean report_walk_data(const char *directory, const ReportWalk *walk, GError **error)
{
    return walk_files(directory, walk, error) && walk_live(directory, walk, error) &&
           walk_sealed(directory, walk, error);
}
