/* Locks by files in the data directory; see lock.h. */
#include "mutate/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "mutate/run.h"

enum { TRIES = 20, PAUSE = 100000 };

static int lock_file(const char *path, int how, GError **error)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0) {
        g_set_error(error, MUTATE_ERROR, 0, "%s: cannot be written: %s", path, g_strerror(errno));
        return -1;
    }
    for (guint i = 0; i < TRIES; i++) {
        if (flock(fd, how | LOCK_NB) == 0)
            return fd;
        g_usleep(PAUSE);
    }
    g_set_error(error, MUTATE_ERROR, 0,
                "%s: another hlcov mutate tries these mutants; wait for it, or give each its part by --shard=K/N",
                path);
    close(fd);
    return -1;
}

/* Parts are apart from each other, all of them from the whole. */
gboolean mutate_lock(MutateLock *lock, const char *directory, HtolPart shard, GError **error)
{
    g_autofree char *all = g_build_filename(directory, "mutate.lock", NULL);
    g_autofree char *name = g_strdup_printf("mutate-%u-of-%u.lock", shard.part, shard.parts),
                    *part = g_build_filename(directory, name, NULL);
    *lock = (MutateLock){-1, -1};
    lock->all = lock_file(all, shard.parts > 0 ? LOCK_SH : LOCK_EX, error);
    if (lock->all >= 0 && shard.parts > 0)
        lock->part = lock_file(part, LOCK_EX, error);
    if (lock->all >= 0 && (shard.parts == 0 || lock->part >= 0))
        return TRUE;
    mutate_unlock(lock);
    return FALSE;
}

void mutate_unlock(MutateLock *lock)
{
    if (lock->part >= 0)
        close(lock->part);
    if (lock->all >= 0)
        close(lock->all);
    *lock = (MutateLock){-1, -1};
}
