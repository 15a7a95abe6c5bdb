/* Makes control groups of the kernel's controller `pids`; see bound.h. */
#include "mutate/bound.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Where groups with this controller are made: by the first version of control groups, or by the second. */
static const char *const places[] = {"/sys/fs/cgroup/pids", "/sys/fs/cgroup"};

enum { TRIES = 100, WAIT = 5 }; /* to remove a group whose processes are just ending; milliseconds between two */

static gboolean write_file(const char *group, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(group, name, NULL);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    gboolean written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return written;
}

char *mutate_bound_new(guint processes)
{
    g_autofree char *most = g_strdup_printf("%u", processes);
    for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *group = g_strdup_printf("%s/hlcov-mutate-%d", places[i], getpid());
        rmdir(group); /* a keeper that had our number was killed */
        if (mkdir(group, 0755) != 0)
            continue;
        if (write_file(group, "pids.max", most))
            return g_steal_pointer(&group);
        rmdir(group);
    }
    return NULL;
}

void mutate_bound_join(const char *bound)
{
    if (bound)
        write_file(bound, "cgroup.procs", "0");
}

void mutate_bound_end(char *bound)
{
    g_autofree char *owned = bound;
    const struct timespec wait = {0, WAIT * 1000000};
    for (guint i = 0; owned && rmdir(owned) != 0 && i < TRIES; i++)
        nanosleep(&wait, NULL);
}
