/* A program whose processes and threads record slots and end in every way: the argument says which. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *self;

static void *last_act(void *unused)
{
    HIT(10);
    kill(getpid(), SIGKILL);
    return unused;
}

static void child_is_killed(void)
{
    int status;

    if (fork() == 0) {
        HIT(20);
        raise(SIGKILL);
    }
    wait(&status);
    printf("child: %d\n", status);
    HIT(21);
}

static void thread_kills(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, last_act, NULL);
    pthread_join(thread, NULL);
}

static void other_image(void)
{
    HIT(30);
    execl(self, self, "exit", (char *)NULL);
}

static void vfork_and_exec(void)
{
    int status;

    if (vfork() == 0)
        execl(self, self, "exit", (char *)NULL);
    wait(&status);
    HIT(31);
}

static void elsewhere(void)
{
    if (chdir("/") == 0 && clearenv() == 0)
        HIT(40);
    for (int fd = 3; fd < 100; fd++)
        close(fd);
    HIT(41);
}

static void overflow(int depth)
{
    volatile char room[4096];

    room[0] = (char)depth;
    HIT(50);
    overflow(depth + room[0] % 2);
    room[1] = 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } ends[] = {{"fork", child_is_killed}, {"thread", thread_kills}, {"exec", other_image},
                {"vfork", vfork_and_exec}, {"elsewhere", elsewhere},  {"abort", abort}};
    const char *name = argc > 1 ? argv[1] : "";

    self = argv[0];
    HIT(0);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strcmp(name, ends[i].name) == 0)
            ends[i].run();
    if (strcmp(name, "overflow") == 0)
        overflow(0);
    if (strcmp(name, "_exit") == 0)
        _exit(9);
    if (strcmp(name, "quick_exit") == 0)
        quick_exit(8);
    HIT(1);
    return 7;
}
