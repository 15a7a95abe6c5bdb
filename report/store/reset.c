/* Removes data files and shards; see reset.h. It looks at how they begin, and reads none of them. */
#include "report/store/reset.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "htol/base/layout.h"
#include "htol/notes/parts.h"
#include "htol/notes/trials.h"
#include "report/inputs/inputs.h"
#include "report/read/recorded.h"
#include "report/read/walk.h"

typedef struct {
    GPtrArray *paths; /* char *: what is to be removed */
    gboolean ours;    /* some file is what only hlcov and its programs write */
    GError **error;   /* the first failure */
} Reset;

static gboolean fail(Reset *reset, const char *path, const char *what, int cause)
{
    if (reset->error && !*reset->error)
        g_set_error(reset->error, REPORT_ERROR, 0, "%s: cannot be %s: %s", path, what, g_strerror(cause));
    return FALSE;
}

typedef gboolean (*Visit)(Reset *reset, const char *path);

/* `flags`: O_NOFOLLOW of a directory that nobody has named: it is none of ours if it is a link. */
static DIR *open_directory(const char *path, int flags)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && !stream)
        close(fd);
    return stream;
}

/* A missing directory has no entries; those that begin with a dot are none of ours. */
static gboolean for_entries(Reset *reset, const char *directory, int flags, Visit visit)
{
    gboolean good = TRUE;
    DIR *stream = open_directory(directory, flags);
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

static gboolean take(Reset *reset, const char *path, ReportKind kind)
{
    reset->ours |= report_kind_of_bytes(path) == kind;
    g_ptr_array_add(reset->paths, g_strdup(path));
    return TRUE;
}

/* Whether the file goes without being counted. It does not tell whose directory it is: saved stacks hold nothing else
 * once they were walked, a journal lies beside a data file, and trials and notes of parts are text. */
static gboolean goes_along(const char *path)
{
    g_autofree char *journal = report_recorded_journal(path);
    g_autofree char *directory = g_path_get_dirname(path), *trials = htol_trials_path(directory),
                    *parts = htol_parts_path(directory);
    return g_str_has_suffix(path, HTOL_STACK_SUFFIX) || strcmp(path, journal) == 0 || strcmp(path, trials) == 0 ||
           strcmp(path, parts) == 0;
}

static gboolean visit_data(Reset *reset, const char *path)
{
    if (goes_along(path))
        g_ptr_array_add(reset->paths, g_strdup(path));
    return !g_str_has_suffix(path, REPORT_DATA_SUFFIX) || take(reset, path, REPORT_DATA_FILE);
}

static gboolean visit_shard(Reset *reset, const char *path)
{
    return !g_str_has_suffix(path, REPORT_SHARD_SUFFIX) || take(reset, path, REPORT_SHARD_FILE);
}

static gboolean visit_table(Reset *reset, const char *path)
{
    reset->ours |= report_kind_of_bytes(path) == REPORT_TABLE_FILE;
    return TRUE;
}

/* The directory of a running test. It stays: programs may be about to make files there. */
static gboolean visit_test(Reset *reset, const char *path)
{
    return for_entries(reset, path, O_NOFOLLOW, visit_data);
}

static gboolean find_files(Reset *reset, const char *directory)
{
    g_autofree char *live = g_build_filename(directory, HTOL_LIVE_DIRECTORY, NULL);
    g_autofree char *shards = g_build_filename(directory, HTOL_SHARDS_DIRECTORY, NULL);
    g_autofree char *strong = g_build_filename(directory, REPORT_STRONG_DIRECTORY, NULL);
    g_autofree char *tables = g_build_filename(directory, REPORT_TABLES_DIRECTORY, NULL);
    if (!g_file_test(directory, G_FILE_TEST_IS_DIR))
        return fail(reset, directory, "read", ENOTDIR);
    gboolean good = for_entries(reset, directory, 0, visit_data);
    good &= for_entries(reset, live, O_NOFOLLOW, visit_test);
    good &= for_entries(reset, shards, O_NOFOLLOW, visit_shard);
    good &= for_entries(reset, strong, 0, visit_table);
    return for_entries(reset, tables, 0, visit_table) && good;
}

static gboolean remove_files(Reset *reset, guint *removed)
{
    gboolean good = TRUE;
    for (guint i = 0; i < reset->paths->len; i++) {
        const char *path = reset->paths->pdata[i];
        gboolean gone = unlink(path) == 0;
        *removed += gone && !goes_along(path);
        good &= gone || errno == ENOENT || fail(reset, path, "removed", errno);
    }
    return good;
}

gboolean report_reset(const char *directory, guint *removed, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    Reset reset = {paths, FALSE, error};
    gboolean good = find_files(&reset, directory);
    *removed = 0;
    if (paths->len == 0 || reset.ours)
        return remove_files(&reset, removed) && good;
    if (error && !*error)
        g_set_error(error, REPORT_ERROR, 0,
                    "%s: this is no data directory, for no file in it is what hlcov writes: nothing was removed",
                    directory);
    return FALSE;
}
