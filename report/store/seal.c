/* Seals the files of tests, and keeps shards few; see seal.h. What a shard holds is htol's. */
#include "report/store/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "htol/base/layout.h"
#include "report/inputs/error.h"
#include "report/inputs/files.h"
#include "report/read/walk.h"
#include "report/store/gather.h"

/* So many shards of one level become one of the next. A file that is being made takes no longer than that many
 * seconds. */
enum { SHARDS_OF_LEVEL = 64, LEVELS = 9, MAKING = 600, TRIES = 100 };

struct ReportSeal {
    char *directory, *test, *path; /* of the test's files */
    ReportComplete *complete;
    int lock; /* the directory of the files, locked; -1 if it cannot be had */
};

/* Live files --------------------------------------------------------------------------------------------- */

/* A directory in a data directory that is a link is none of ours: nothing is written or removed there. */
static gboolean is_link(const char *path)
{
    return g_file_test(path, G_FILE_TEST_IS_SYMLINK);
}

/* Whether the directory of a test's files, or that above it, is one. */
static gboolean is_linked(const char *directory)
{
    g_autofree char *above = g_path_get_dirname(directory);
    return is_link(directory) || is_link(above);
}

/* A file of a test. */
typedef struct {
    char *path;
    int fd;        /* locked, if it is ours */
    gboolean ours; /* nobody else has it mapped, nor will: it has a name now that nobody looks for */
} Live;

static void free_live(gpointer data)
{
    Live *live = data;
    close(live->fd);
    g_free(live->path);
    g_free(live);
}

/* Programs look for <build-id>.hlb. Under the lock the file gets another name; who opened it before sees that it
 * cannot be locked, or is locked by us no more and gone. */
static void take(Live *live)
{
    if (flock(live->fd, LOCK_EX | LOCK_NB) != 0)
        return;
    g_autofree char *stem = g_strndup(live->path, strlen(live->path) - strlen(REPORT_DATA_SUFFIX));
    g_autofree char *taken = g_strdup_printf("%s.%08x%08x" REPORT_DATA_SUFFIX, stem, g_random_int(), g_random_int());
    if (g_rename(live->path, taken) != 0)
        return;
    g_free(live->path);
    live->path = g_steal_pointer(&taken);
    live->ours = TRUE;
}

static Live *open_live(char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) {
        g_free(path);
        return NULL;
    }
    Live *live = g_new0(Live, 1);
    *live = (Live){path, fd, FALSE};
    take(live);
    return live;
}

static gboolean is_abandoned(const char *path)
{
    GStatBuf status;
    return g_stat(path, &status) == 0 && status.st_mtime + MAKING < time(NULL);
}

static GPtrArray *open_files(const char *directory)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(free_live);
    GDir *entries = is_linked(directory) ? NULL : g_dir_open(directory, 0, NULL);
    for (const char *name = entries ? g_dir_read_name(entries) : NULL; name; name = g_dir_read_name(entries)) {
        char *path = g_build_filename(directory, name, NULL);
        gboolean is_data = g_str_has_suffix(name, REPORT_DATA_SUFFIX);
        if (!is_data && g_str_has_suffix(name, ".tmp") && is_abandoned(path))
            g_unlink(path);
        Live *live = is_data ? open_live(path) : NULL;
        if (live)
            g_ptr_array_add(files, live);
        if (!is_data)
            g_free(path);
    }
    if (entries)
        g_dir_close(entries);
    return files;
}

/* What is gathered from one file. */
typedef struct {
    ReportGather *gather;
    const char *path;
    GError **error;
    gboolean good;
} Gathering;

static void fail(void *user, const char *message)
{
    Gathering *gathering = user;
    gathering->good = FALSE;
    if (gathering->error && !*gathering->error)
        g_set_error(gathering->error, REPORT_ERROR, 0, "%s: %s", gathering->path, message);
}

static void gather_data(void *user, const HtolData *data)
{
    Gathering *gathering = user;
    if (!report_gather_data(gathering->gather, data))
        fail(gathering, "it has too many slots");
}

static gboolean gather_live(ReportGather *gather, const Live *live, ReportComplete *complete, GError **error)
{
    Gathering gathering = {gather, live->path, error, TRUE};
    const ReportRecordedVisitor visitor = {&gathering, complete, gather_data, fail, NULL};
    g_autoptr(GError) wrong = NULL;
    if (report_recorded_read(live->path, &visitor, &wrong))
        return gathering.good;
    if (wrong->code != ENOENT) /* else another runner of the test has taken it, and seals it */
        fail(&gathering, wrong->message);
    return FALSE;
}

/* Gathers the files, and drops those from the list that must stay: damaged ones, and those of others. */
static void gather_files(ReportGather *gather, GPtrArray *files, ReportComplete *complete, GError **error)
{
    for (guint i = files->len; i-- > 0;) {
        Live *live = files->pdata[i];
        if (!gather_live(gather, live, complete, error) || !live->ours)
            g_ptr_array_remove_index_fast(files, i);
    }
}

/* Shards ------------------------------------------------------------------------------------------------- */

/* Gives the file a name that tells its bytes: one that is there already holds the same. */
static gboolean publish(const char *temporary, const char *directory, guint level, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize size;
    if (!g_file_get_contents(temporary, &bytes, &size, error))
        return FALSE;
    g_autofree char *hash = report_file_hash(bytes, size);
    g_autofree char *name = g_strdup_printf("%u-%s" REPORT_SHARD_SUFFIX, level, hash);
    g_autofree char *path = g_build_filename(directory, name, NULL);
    if (g_rename(temporary, path) == 0)
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "%s: cannot be written: %s", path, g_strerror(errno));
    return FALSE;
}

static FILE *open_temporary(const char *directory, char **path, GError **error)
{
    *path = g_build_filename(directory, "new.XXXXXX", NULL);
    if (g_mkdir_with_parents(directory, 0777) != 0) {
        g_set_error(error, REPORT_ERROR, 0, "%s: cannot be made: %s", directory, g_strerror(errno));
        return NULL;
    }
    errno = ELOOP;
    int fd = is_link(directory) ? -1 : g_mkstemp_full(*path, O_RDWR | O_CLOEXEC, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (file)
        return file;
    g_set_error(error, REPORT_ERROR, 0, "%s: cannot be written: %s", *path, g_strerror(errno));
    if (fd >= 0) {
        g_unlink(*path);
        close(fd);
    }
    return NULL;
}

static gboolean write_shard(ReportGather *gather, const char *data_directory, guint level, GError **error)
{
    g_autofree char *directory = g_build_filename(data_directory, HTOL_SHARDS_DIRECTORY, NULL), *temporary = NULL;
    FILE *out = open_temporary(directory, &temporary, error);
    if (!out)
        return FALSE;
    gboolean good = report_gather_write(gather, out, error);
    if (good && (fflush(out) != 0 || ferror(out))) {
        g_set_error(error, REPORT_ERROR, 0, "%s: cannot be written: %s", temporary, g_strerror(errno));
        good = FALSE;
    }
    fclose(out);
    good = good && publish(temporary, directory, level, error);
    if (!good)
        g_unlink(temporary);
    return good;
}

/* A journal goes last: a data file without it says nothing. */
static void remove_files(const GPtrArray *files)
{
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((Live *)files->pdata[i])->path;
        g_autofree char *journal = report_recorded_journal(path);
        g_unlink(path);
        g_unlink(journal);
    }
}

/* The test ----------------------------------------------------------------------------------------------- */

/* Locks a directory for us alone; -1 if others have it. */
static int lock_directory(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Makes the directory of a test's files and shares its lock. Who seals what an earlier runner of that name has left
 * holds it alone for a moment, and may remove the directory then: the lock on that would keep nobody away. */
static int make_locked(const char *path)
{
    for (guint tries = 0; tries < TRIES; tries++) {
        struct stat status;
        g_mkdir_with_parents(path, 0777);
        int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
        if (fd >= 0 && flock(fd, LOCK_SH) == 0 && fstat(fd, &status) == 0 && status.st_nlink > 0)
            return fd;
        if (fd >= 0)
            close(fd);
    }
    return -1;
}

ReportSeal *report_seal_new(const char *directory, const char *test, ReportComplete *complete)
{
    ReportSeal *seal = g_new0(ReportSeal, 1);
    seal->directory = g_strdup(directory);
    seal->test = g_strdup(test);
    seal->path = htol_live_dir(directory, test);
    seal->complete = complete;
    seal->lock = make_locked(seal->path);
    return seal;
}

void report_seal_free(ReportSeal *seal)
{
    if (seal->lock >= 0)
        close(seal->lock);
    g_free(seal->directory);
    g_free(seal->test);
    g_free(seal->path);
    g_free(seal);
}

gboolean report_seal_end(ReportSeal *seal, const HtolEnding *ending, GError **error)
{
    g_autoptr(ReportGather) gather = report_gather_new(REPORT_GATHER_MEMORY);
    g_autoptr(GPtrArray) files = open_files(seal->path);
    g_autoptr(GError) damage = NULL;
    report_gather_ending(gather, seal->test, ending);
    gather_files(gather, files, seal->complete, &damage);
    if (!damage && is_linked(seal->path))
        g_set_error(&damage, REPORT_ERROR, 0, "%s: it is a link, or below one, which is not followed", seal->path);
    if (!write_shard(gather, seal->directory, 0, error))
        return FALSE;
    remove_files(files);
    g_rmdir(seal->path);
    if (!damage)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&damage));
    return FALSE;
}

/* The rest ----------------------------------------------------------------------------------------------- */

/* Drops those that others have mapped. */
static void keep_ours(GPtrArray *files)
{
    for (guint i = files->len; i-- > 0;)
        if (!((Live *)files->pdata[i])->ours)
            g_ptr_array_remove_index_fast(files, i);
}

/* A test whose runner is gone, or one or many of a process that named them itself. */
static void seal_orphan(const char *data_directory, const char *path, ReportComplete *complete)
{
    int lock = lock_directory(path);
    if (lock < 0)
        return;
    g_autoptr(ReportGather) gather = report_gather_new(REPORT_GATHER_MEMORY);
    g_autoptr(GPtrArray) files = open_files(path);
    keep_ours(files);
    gather_files(gather, files, complete, NULL);
    if (files->len > 0 && write_shard(gather, data_directory, 0, NULL))
        remove_files(files);
    g_rmdir(path);
    close(lock);
}

static void seal_orphans(const char *data_directory, ReportComplete *complete)
{
    g_autofree char *live = g_build_filename(data_directory, HTOL_LIVE_DIRECTORY, NULL);
    GDir *entries = is_link(live) ? NULL : g_dir_open(live, 0, NULL);
    if (!entries)
        return;
    for (const char *name = g_dir_read_name(entries); name; name = g_dir_read_name(entries)) {
        g_autofree char *path = g_build_filename(live, name, NULL);
        seal_orphan(data_directory, path, complete);
    }
    g_dir_close(entries);
}

/* -1: the file is no shard, or of a level that is not merged. */
static int level_of(const char *name)
{
    int level = name[0] - '0';
    return level >= 0 && level < LEVELS && name[1] == '-' && g_str_has_suffix(name, REPORT_SHARD_SUFFIX) ? level : -1;
}

/* How many there are of each level. */
static void count_shards(const char *directory, guint counts[LEVELS])
{
    GDir *entries = g_dir_open(directory, 0, NULL);
    memset(counts, 0, LEVELS * sizeof *counts);
    for (const char *name = entries ? g_dir_read_name(entries) : NULL; name; name = g_dir_read_name(entries))
        if (level_of(name) >= 0)
            counts[level_of(name)]++;
    if (entries)
        g_dir_close(entries);
}

static GPtrArray *shards_of_level(const char *directory, int level)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    GDir *entries = g_dir_open(directory, 0, NULL);
    for (const char *name = entries ? g_dir_read_name(entries) : NULL; name; name = g_dir_read_name(entries))
        if (level_of(name) == level)
            g_ptr_array_add(paths, g_build_filename(directory, name, NULL));
    if (entries)
        g_dir_close(entries);
    return paths;
}

/* A shard is merged whole or not at all: one that is damaged stays for the report to name. */
static void merge_level(const char *data_directory, const GPtrArray *paths, guint level)
{
    g_autoptr(ReportGather) gather = report_gather_new(REPORT_GATHER_MEMORY);
    g_autoptr(GPtrArray) merged = g_ptr_array_new();
    for (guint i = 0; i < paths->len; i++)
        if (report_gather_shard(gather, paths->pdata[i]))
            g_ptr_array_add(merged, paths->pdata[i]);
    if (merged->len < 2 || !write_shard(gather, data_directory, level + 1, NULL))
        return;
    for (guint i = 0; i < merged->len; i++)
        g_unlink(merged->pdata[i]);
}

static void merge_levels(const char *data_directory)
{
    g_autofree char *directory = g_build_filename(data_directory, HTOL_SHARDS_DIRECTORY, NULL);
    guint counts[LEVELS];
    int lock = lock_directory(directory);
    if (lock < 0)
        return;
    count_shards(directory, counts);
    for (int level = 0; level < LEVELS; level++) {
        if (counts[level] < SHARDS_OF_LEVEL)
            continue;
        g_autoptr(GPtrArray) paths = shards_of_level(directory, level);
        merge_level(data_directory, paths, level);
        count_shards(directory, counts);
    }
    close(lock);
}

void report_seal_rest(const char *directory, ReportComplete *complete)
{
    seal_orphans(directory, complete);
    merge_levels(directory);
}
