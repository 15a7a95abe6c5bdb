/* Removes data files and shards; see reset.h. It reads none of them. */
#include "report/reset.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

#include "htol/layout.h"
#include "report/inputs.h"
#include "report/walk.h"

typedef struct {
    guint removed;
    GError **error; /* the first failure */
} Reset;

static gboolean fail(Reset *reset, const char *path, const char *what, int cause)
{
    if (reset->error && !*reset->error)
        g_set_error(reset->error, REPORT_ERROR, 0, "%s: cannot be %s: %s", path, what, g_strerror(cause));
    return FALSE;
}

static gboolean remove_file(Reset *reset, const char *path)
{
    if (unlink(path) != 0)
        return errno == ENOENT || fail(reset, path, "removed", errno);
    reset->removed++;
    return TRUE;
}

typedef gboolean (*Visit)(Reset *reset, const char *path);

/* A missing directory has no entries; those that begin with a dot are none of ours. */
static gboolean for_entries(Reset *reset, const char *directory, Visit visit)
{
    gboolean good = TRUE;
    DIR *stream = opendir(directory);
    if (!stream)
        return errno == ENOENT || fail(reset, directory, "read", errno);
    for (struct dirent *entry = readdir(stream); entry; entry = readdir(stream)) {
        g_autofree char *path = g_build_filename(directory, entry->d_name, NULL);
        if (entry->d_name[0] != '.')
            good &= visit(reset, path);
    }
    closedir(stream);
    return good;
}

static gboolean visit_data(Reset *reset, const char *path)
{
    return !g_str_has_suffix(path, REPORT_DATA_SUFFIX) || remove_file(reset, path);
}

static gboolean visit_shard(Reset *reset, const char *path)
{
    return !g_str_has_suffix(path, REPORT_SHARD_SUFFIX) || remove_file(reset, path);
}

/* The directory of a running test. It stays: programs may be about to make files there. */
static gboolean visit_test(Reset *reset, const char *path)
{
    return for_entries(reset, path, visit_data);
}

gboolean report_reset(const char *directory, guint *removed, GError **error)
{
    Reset reset = {0, error};
    g_autofree char *live = g_build_filename(directory, HTOL_LIVE_DIRECTORY, NULL);
    g_autofree char *shards = g_build_filename(directory, HTOL_SHARDS_DIRECTORY, NULL);
    gboolean good = g_file_test(directory, G_FILE_TEST_IS_DIR) || fail(&reset, directory, "read", ENOTDIR);
    good = good && for_entries(&reset, directory, visit_data);
    good &= for_entries(&reset, live, visit_test);
    good &= for_entries(&reset, shards, visit_shard);
    *removed = reset.removed;
    return good;
}
