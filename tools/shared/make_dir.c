/* Looks for make among our ancestors in /proc; see make_dir.h. */
#include "tools/shared/make_dir.h"

#include <string.h>
#include <unistd.h>

#include "htol/files/data.h"

enum { MOST_ANCESTORS = 100 };

/* The parent of a process; `name` (16 bytes) becomes its program's. 0: there is none. A name may hold anything, also
 * brackets: the last one ends it. */
static pid_t parent_of(pid_t process, char *name)
{
    g_autofree char *path = g_strdup_printf("/proc/%ld/stat", (long)process), *stat = NULL;
    if (!g_file_get_contents(path, &stat, NULL, NULL))
        return 0;
    const char *open = strchr(stat, '('), *close = strrchr(stat, ')');
    if (!open || !close || strlen(close) < strlen(") S 1"))
        return 0;
    g_strlcpy(name, open + 1, MIN((gsize)(close - open), 16));
    return (pid_t)g_ascii_strtoll(close + strlen(") S "), NULL, 10);
}

static gboolean is_make(const char *name)
{
    static const char *const names[] = {"make", "gmake", "bmake", "remake", NULL};
    return g_strv_contains(names, name);
}

char *command_make_dir(const char *cwd)
{
    char *found = NULL, name[16];
    pid_t process = getppid();
    for (guint i = 0; i < MOST_ANCESTORS && process > 1; i++) {
        pid_t parent = parent_of(process, name);
        g_autofree char *link = g_strdup_printf("/proc/%ld/cwd", (long)process);
        char *directory = parent > 0 && is_make(name) ? g_file_read_link(link, NULL) : NULL;
        if (directory && (strcmp(directory, cwd) == 0 || htol_path_below(cwd, directory))) {
            g_free(found);
            found = g_steal_pointer(&directory);
        }
        g_free(directory);
        process = parent;
    }
    return found;
}
