/* Prints through a pager; see pager.h. */
#include "tools/shared/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/shared/output.h"

gboolean pager_has_colour(void)
{
    const char *refused = g_getenv("NO_COLOR"), *terminal = g_getenv("TERM");
    return isatty(STDOUT_FILENO) && (!refused || !*refused) && g_strcmp0(terminal, "dumb") != 0;
}

/* The command of the pager; NULL: there is none. */
static const char *pager_command(void)
{
    const char *command = g_getenv("HLCOV_PAGER");
    if (!command)
        command = g_getenv("PAGER");
    if (!command)
        command = "less";
    return *command && strcmp(command, "cat") != 0 ? command : NULL;
}

static gboolean write_plain(const char *text, GError **error)
{
    fputs(text, stdout);
    return command_flush(error);
}

/* Starts the pager; what it reads is *input. It quits at once if all fits, and keeps colours, unless LESS says
 * otherwise. */
static gboolean start_pager(const char *command, GPid *pid, int *input)
{
    const char *argv[] = {"sh", "-c", command, NULL};
    g_auto(GStrv) environment = g_environ_setenv(g_get_environ(), "LESS", "FRX", FALSE);
    return g_spawn_async_with_pipes(NULL, (char **)argv, environment, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
                                    NULL, NULL, pid, input, NULL, NULL, NULL);
}

static void feed_pager(int input, const char *text)
{
    gsize left = strlen(text);
    while (left > 0) {
        gssize done = write(input, text, left);
        if (done < 0 && errno != EINTR)
            return;
        text += MAX(done, 0);
        left -= (gsize)MAX(done, 0);
    }
}

/* 127: the shell did not find it, so nothing was shown. */
static gboolean page(const char *command, const char *text)
{
    GPid pid;
    int input, status = 0;
    if (!start_pager(command, &pid, &input))
        return FALSE;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    feed_pager(input, text);
    close(input);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    signal(SIGPIPE, before);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 127;
}

gboolean pager_print(const char *text, GError **error)
{
    const char *command = isatty(STDOUT_FILENO) ? pager_command() : NULL;
    if (command && page(command, text))
        return TRUE;
    return write_plain(text, error);
}
