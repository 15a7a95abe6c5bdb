/* Makes and removes temporary directories; see scratch.h. */
#include "mutate/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mutate/run.h"

#define PREFIX "hlcov-mutate-"

enum { MOST_OPEN = 16, MOST_TRIED = 5 };

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)place;
    if (kind == FTW_DP || kind == FTW_D || kind == FTW_DNR)
        rmdir(path);
    else
        unlink(path);
    return 0;
}

static int open_up(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)place;
    if (S_ISDIR(status->st_mode) && kind != FTW_SL && (status->st_mode & S_IRWXU) != S_IRWXU)
        chmod(path, S_IRWXU);
    return 0;
}

/* Tests may leave directories in which nothing can be removed. */
void mutate_remove(const char *path)
{
    nftw(path, open_up, MOST_OPEN, FTW_PHYS);
    nftw(path, remove_one, MOST_OPEN, FTW_PHYS | FTW_DEPTH);
}

/* Whether the open file is still the one of that name: whoever had its lock may have removed it. */
static gboolean is_there(int fd, const char *file)
{
    struct stat opened, named;
    return fstat(fd, &opened) == 0 && lstat(file, &named) == 0 && opened.st_ino == named.st_ino;
}

static int lock_of(const char *path)
{
    g_autofree char *file = g_build_filename(path, "used", NULL);
    int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && is_there(fd, file))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static gboolean is_ours(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

/* Removes a directory that nobody uses, and whose lock is held. It gets another name before: whoever made it a moment
 * ago, and has not locked it yet, must not find it again, to put something into it that would be removed. */
static void remove_locked(const char *temporary, const char *path)
{
    g_autofree char *aside = g_build_filename(temporary, PREFIX "old-XXXXXX", NULL);
    if (mkdtemp(aside) && rename(path, aside) == 0)
        mutate_remove(aside);
    else
        rmdir(aside);
}

static void remove_unused(const char *temporary)
{
    g_autoptr(GDir) stream = g_dir_open(temporary, 0, NULL);
    for (const char *name = stream ? g_dir_read_name(stream) : NULL; name; name = g_dir_read_name(stream)) {
        g_autofree char *path = g_build_filename(temporary, name, NULL);
        int lock = g_str_has_prefix(name, PREFIX) && is_ours(path) ? lock_of(path) : -1;
        if (lock < 0)
            continue;
        remove_locked(temporary, path);
        close(lock);
    }
}

/* Somebody who starts at the same time may take it for unused, before it is locked: then another one is made. */
static gboolean make_locked(MutateScratch *scratch, const char *temporary)
{
    scratch->path = g_build_filename(temporary, PREFIX "XXXXXX", NULL);
    scratch->lock = mkdtemp(scratch->path) ? lock_of(scratch->path) : -1;
    return scratch->lock >= 0;
}

gboolean mutate_scratch_make(MutateScratch *scratch, const char *temporary, GError **error)
{
    remove_unused(temporary);
    for (guint i = 0; i < MOST_TRIED; i++) {
        g_free(scratch->path);
        if (make_locked(scratch, temporary))
            return TRUE;
    }
    g_set_error(error, MUTATE_ERROR, 0, "%s: cannot be made: %s; set TMPDIR to another directory", scratch->path,
                g_strerror(errno));
    g_clear_pointer(&scratch->path, g_free);
    return FALSE;
}

void mutate_scratch_clear(MutateScratch *scratch)
{
    if (!scratch->path)
        return;
    mutate_remove(scratch->path);
    close(scratch->lock);
    g_clear_pointer(&scratch->path, g_free);
}
