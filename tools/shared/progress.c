/* Writes the line that says what is done; see progress.h. It uses no escapes, which not all terminals know. */
#include "tools/shared/progress.h"

#include <unistd.h>

static CommandProgress *shown; /* whose line stands there: a terminal has one */

static void put_line(CommandProgress *progress, const char *doing, guint done, guint of)
{
    g_autofree char *count = of > 0 ? g_strdup_printf(" (%u of %u)", done, of) : g_strdup_printf(" (%u)", done);
    int length = fprintf(progress->out, "\r%s%s", doing, done + of > 0 ? count : "") - 1;
    int rest = MAX((int)progress->length - length, 0);
    fprintf(progress->out, "%*s", rest, "");
    fflush(progress->out);
    progress->length = MAX(length, 0) + rest;
    shown = progress;
}

static void tell_progress(gpointer user, const char *doing, guint done, guint of)
{
    CommandProgress *progress = user;
    gint64 now = progress->out ? progress->clock() : 0;
    if (!progress->out || now < progress->next)
        return;
    progress->next = now + COMMAND_PROGRESS_AGAIN;
    put_line(progress, doing, done, of);
}

void command_progress_begin(CommandProgress *progress, FILE *out, CommandClock clock)
{
    *progress = (CommandProgress){{tell_progress, progress}, out, clock, clock() + COMMAND_PROGRESS_FIRST, 0};
}

FILE *command_progress_stream(gboolean quiet)
{
    return !quiet && isatty(STDERR_FILENO) ? stderr : NULL;
}

void command_progress_clear(void)
{
    if (!shown)
        return;
    fprintf(shown->out, "\r%*s\r", (int)shown->length, "");
    fflush(shown->out);
    shown->length = 0;
    shown = NULL;
}
