/* Looks at the processor time that a question takes; see watch.h. */
#include "prune/formula/watch.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { LEAST_MS = 10 };

static struct {
    guint seconds;
    gint64 taken; /* milliseconds, when it was looked at last */
} watch;

gint64 prune_processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (gint64)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void look(int number)
{
    (void)number;
    gint64 taken = prune_processor_time();
    if (taken - watch.taken < LEAST_MS)
        kill(getpid(), SIGKILL);
    watch.taken = taken;
    alarm(watch.seconds);
}

void prune_watch_begin(guint seconds)
{
    const struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART};
    watch.seconds = seconds;
    watch.taken = prune_processor_time();
    sigaction(SIGALRM, &action, NULL);
    alarm(seconds);
}

void prune_watch_end(void)
{
    alarm(0);
}
