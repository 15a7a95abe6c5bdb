/* Who stands still is killed, who works or has ended is not. */
#include "prune/formula/watch.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 1 };

static void wait_forever(void)
{
    prune_watch_begin(SECONDS);
    for (;;)
        pause();
}

static void work_on(void)
{
    time_t end = time(NULL) + 3 * SECONDS;
    prune_watch_begin(SECONDS);
    while (time(NULL) < end)
        ;
    prune_watch_end();
}

static void wait_afterwards(void)
{
    prune_watch_begin(SECONDS);
    prune_watch_end();
    sleep(2 * SECONDS);
}

/* How a process ends that does it. */
static int end_of(void (*act)(void))
{
    int status = 0;
    pid_t process = fork();
    if (process == 0) {
        act();
        _exit(0);
    }
    g_assert_cmpint(waitpid(process, &status, 0), ==, process);
    return status;
}

static void test_watch(void)
{
    int still = end_of(wait_forever);
    g_assert_true(WIFSIGNALED(still) && WTERMSIG(still) == SIGKILL);
    g_assert_cmpint(end_of(work_on), ==, 0);
    g_assert_cmpint(end_of(wait_afterwards), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/watch", test_watch);
    return g_test_run();
}
