/* Finds hlcov-more and becomes it; see more.h. */
#include "tools/shared/more.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/shared/commands.h"

/* As for the kernel: a file is missing too if a directory above it is none. */
static gboolean is_missing(int cause)
{
    return cause == ENOENT || cause == ENOTDIR;
}

/* Calls `use` for each place where hlcov-more may lie, seen from the directory of this program, until one does not
 * fail; it sets errno if it does. FALSE: all did, after a message. */
static gboolean try_places(gboolean (*use)(const char *path, char **words), char **words)
{
    static const char *const places[] = {"", MORE_PLACE};
    g_autoptr(GError) error = NULL;
    g_autofree char *own = g_file_read_link("/proc/self/exe", &error);
    if (!own) {
        command_error("%s", error->message);
        return FALSE;
    }
    g_autofree char *directory = g_path_get_dirname(own);
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path = g_build_filename(directory, places[i], "hlcov-more", NULL);
        if (use(path, words))
            return TRUE;
        if (is_missing(errno))
            continue;
        command_error("%s: cannot be run: %s", path, g_strerror(errno));
        return FALSE;
    }
    command_error("hlcov-more, which this command needs, is neither in %s nor in %s/" MORE_PLACE, directory, directory);
    return FALSE;
}

static gboolean become_more(const char *path, char **words)
{
    execv(path, words);
    return FALSE;
}

static gboolean wait_for(const char *path, char **words)
{
    pid_t process;
    errno = posix_spawn(&process, path, NULL, NULL, words, environ);
    if (errno)
        return FALSE;
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
        continue;
    return TRUE;
}

/* The words of the command behind what this program was called as. */
static char **whole_words(int argc, char **argv)
{
    char **words = g_new0(char *, argc + 2);
    words[0] = program_invocation_name;
    memcpy(words + 1, argv, argc * sizeof *argv);
    return words;
}

int more_become(int argc, char **argv)
{
    g_autofree char **words = whole_words(argc, argv);
    try_places(become_more, words);
    return COMMAND_FAILED;
}

gboolean more_complete(const char *path)
{
    char *words[] = {program_invocation_name, (char *)MORE_COMPLETE, (char *)path, NULL};
    return try_places(wait_for, words);
}
