/* Descendants of a process; see family.h. */
#include "mutate/family.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OTHERS = 500, MOST_ENDED = 20000 }; /* processes that others may start meanwhile; that are killed at a time */

typedef struct {
    pid_t process, parent;
} Member;

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

MutateFamily *mutate_family_new(void)
{
    MutateFamily *family = g_new0(MutateFamily, 1);
    g_autoptr(GArray) all = all_processes(G_MAXUINT - 1);
    family->before = all->len;
    family->seen = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return family;
}

/* Returns the descendants (pid_t), parents before their children, among the first `most` of all processes; *cut (may be
 * NULL): there are more. */
static GArray *descendants(pid_t ancestor, guint most, gboolean *cut)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(pid_t));
    g_autoptr(GArray) all = all_processes(most);
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    g_hash_table_add(known, GINT_TO_POINTER(ancestor));
    if (cut)
        *cut = all->len > most;
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

/* What /proc says is: pages of the address space, those in memory, those of these that are of files. */
static guint64 memory_of(pid_t process)
{
    char text[256], *next = text;
    read_proc(process, "statm", text, sizeof text);
    strtoul(next, &next, 10);
    guint64 resident = strtoul(next, &next, 10), shared = strtoul(next, &next, 10);
    return shared > resident ? 0 : (resident - shared) * (guint64)sysconf(_SC_PAGESIZE);
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
    gboolean cut;
    g_autoptr(GArray) found = descendants(ancestor, family->before + 2 * most + OTHERS, &cut);
    family->processes = cut ? G_MAXUINT : found->len;
    family->memory = 0;
    for (guint i = 0; i < found->len && found->len <= most; i++) {
        pid_t process = g_array_index(found, pid_t, i);
        family->memory += memory_of(process);
        count_written(family, process);
    }
}

/* Returns the processor time that the process itself has used; 0 if it has more threads than one, which add up. */
static gint64 time_of(pid_t process)
{
    enum { USER = 10, SYSTEM, THREADS = 16 }; /* fields, from that of the parent on */
    char text[512];
    read_proc(process, "stat", text, sizeof text);
    char *next = strrchr(text, ')');
    g_auto(GStrv) fields = g_strsplit(next && strlen(next) > 4 ? next + 4 : "", " ", THREADS + 2);
    if (g_strv_length(fields) <= THREADS || strtol(fields[THREADS], NULL, 10) != 1)
        return 0;
    gint64 ticks = g_ascii_strtoll(fields[USER], NULL, 10) + g_ascii_strtoll(fields[SYSTEM], NULL, 10);
    return ticks * G_USEC_PER_SEC / sysconf(_SC_CLK_TCK);
}

gint64 mutate_family_busiest(pid_t ancestor)
{
    gint64 most = 0;
    g_autoptr(GArray) found = descendants(ancestor, MOST_ENDED, NULL);
    for (guint i = 0; i < found->len; i++)
        most = MAX(most, time_of(g_array_index(found, pid_t, i)));
    return most;
}

/* ---- their end ---- */

gboolean mutate_family_end(pid_t ancestor)
{
    g_autoptr(GArray) found = descendants(ancestor, MOST_ENDED, NULL);
    for (guint i = 0; i < found->len; i++)
        kill(g_array_index(found, pid_t, i), SIGKILL);
    return found->len > 0;
}
