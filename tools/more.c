/* Finds hlcov-more and becomes it; see more.h. */
#include "tools/more.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"

/* As for the kernel: a file is missing too if a directory above it is none. */
static gboolean is_missing(int cause)
{
    return cause == ENOENT || cause == ENOTDIR;
}

/* The program at `place`, seen from the directory of this one. Returns FALSE if it is not there, TRUE, after a message,
 * if it cannot be run. */
static gboolean become(const char *directory, const char *place, char **words)
{
    g_autofree char *path = g_build_filename(directory, place, "hlcov-more", NULL);
    execv(path, words);
    int cause = errno;
    if (!is_missing(cause))
        command_error("%s: cannot be run: %s", path, g_strerror(cause));
    return !is_missing(cause);
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
    g_autoptr(GError) error = NULL;
    g_autofree char *own = g_file_read_link("/proc/self/exe", &error);
    if (!own) {
        command_error("%s", error->message);
        return COMMAND_FAILED;
    }
    g_autofree char *directory = g_path_get_dirname(own);
    g_autofree char **words = whole_words(argc, argv);
    if (!become(directory, "", words) && !become(directory, MORE_PLACE, words))
        command_error("hlcov-more, which this command needs, is neither in %s nor in %s/" MORE_PLACE, directory,
                      directory);
    return COMMAND_FAILED;
}
