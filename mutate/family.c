/* Descendants of a process; see family.h. */
#include "mutate/family.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    pid_t process, parent;
} Member;

MutateFamily *mutate_family_new(void)
{
    MutateFamily *family = g_new0(MutateFamily, 1);
    family->seen = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return family;
}

void mutate_family_free(MutateFamily *family)
{
    g_hash_table_unref(family->seen);
    g_free(family);
}

/* ---- /proc ---- */

/* Reads what /proc says of the process into `text`; "" if it is gone. */
static void read_proc(pid_t process, const char *what, char *text, gsize size)
{
    char path[64];
    g_snprintf(path, sizeof path, "/proc/%d/%s", process, what);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd >= 0 ? read(fd, text, size - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[MAX(length, 0)] = '\0';
}

/* What follows the name, which may hold anything, and the state; 0 if it is gone. */
static pid_t parent_of(pid_t process)
{
    char text[512];
    read_proc(process, "stat", text, sizeof text);
    const char *end = strrchr(text, ')');
    return end && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0;
}

/* Stops when there are more than `most`: a command that forks without end would be followed without end. */
static GArray *all_processes(guint most)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Member));
    DIR *stream = opendir("/proc");
    for (struct dirent *entry; stream && all->len <= most && (entry = readdir(stream));) {
        Member member = {(pid_t)strtol(entry->d_name, NULL, 10), 0};
        if (member.process > 0 && (member.parent = parent_of(member.process)) > 0)
            g_array_append_val(all, member);
    }
    if (stream)
        closedir(stream);
    return all;
}

/* Returns the descendants (pid_t), parents before their children; some of them if there are more than `most`, and
 * `ancestor` is the first process of a namespace: then all others descend from it. */
static GArray *descendants(pid_t ancestor, guint most)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(pid_t));
    g_autoptr(GArray) all = all_processes(ancestor == 1 ? most + 1 : G_MAXUINT - 1);
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    g_hash_table_add(known, GINT_TO_POINTER(ancestor));
    for (guint before = 1, after = 0; before != after; after = g_hash_table_size(known)) {
        before = g_hash_table_size(known);
        for (guint i = 0; i < all->len; i++) {
            const Member *member = &g_array_index(all, Member, i);
            if (g_hash_table_contains(known, GINT_TO_POINTER(member->parent)) &&
                g_hash_table_add(known, GINT_TO_POINTER(member->process)))
                g_array_append_val(found, member->process);
        }
    }
    return found;
}

/* ---- what they take ---- */

static guint64 memory_of(pid_t process)
{
    char text[256];
    unsigned long size, resident = 0, shared = 0;
    read_proc(process, "statm", text, sizeof text);
    if (sscanf(text, "%lu %lu %lu", &size, &resident, &shared) != 3 || shared > resident)
        return 0;
    return (guint64)(resident - shared) * (guint64)sysconf(_SC_PAGESIZE);
}

static guint64 written_by(pid_t process)
{
    char text[512];
    read_proc(process, "io", text, sizeof text);
    const char *found = strstr(text, "wchar: ");
    return found ? g_ascii_strtoull(found + strlen("wchar: "), NULL, 10) : 0;
}

static void count_written(MutateFamily *family, pid_t process)
{
    guint64 *before = g_hash_table_lookup(family->seen, GINT_TO_POINTER(process)), now = written_by(process);
    if (!before) {
        before = g_new0(guint64, 1);
        g_hash_table_insert(family->seen, GINT_TO_POINTER(process), before);
    }
    if (now > *before)
        family->written += now - *before;
    *before = now;
}

void mutate_family_look(MutateFamily *family, pid_t ancestor, guint most)
{
    g_autoptr(GArray) found = descendants(ancestor, most);
    family->processes = found->len;
    family->memory = 0;
    for (guint i = 0; i < found->len && found->len <= most; i++) {
        pid_t process = g_array_index(found, pid_t, i);
        family->memory += memory_of(process);
        count_written(family, process);
    }
}

/* ---- their end ---- */

static void signal_all(const GArray *processes, int number)
{
    for (guint i = 0; i < processes->len; i++)
        kill(g_array_index(processes, pid_t, i), number);
}

/* What is stopped forks no more. */
gboolean mutate_family_end(pid_t ancestor)
{
    g_autoptr(GArray) found = descendants(ancestor, G_MAXUINT - 2);
    guint before = 0;
    for (guint round = 0; found->len != before && round < 100; round++) {
        before = found->len;
        signal_all(found, SIGSTOP);
        g_array_unref(found);
        found = descendants(ancestor, G_MAXUINT - 2);
    }
    signal_all(found, SIGKILL);
    return found->len > 0;
}
