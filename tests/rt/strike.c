/* Kills a program so many microseconds after it was forked: strike MICROSECONDS COMMAND... It waits by asking
 * the clock, for timers may be no finer than a tick of the kernel. */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int main(int argc, char **argv)
{
    long end = now() + (argc > 2 ? atol(argv[1]) : 0);
    pid_t child = argc > 2 ? fork() : -1;

    if (child < 0)
        return 77;
    if (child == 0) {
        execv(argv[2], argv + 2);
        _exit(77);
    }
    while (now() < end)
        continue;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return 0;
}
