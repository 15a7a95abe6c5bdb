/* A program that meets a fault between its first slot and the others, or goes where it can do little: the
 * argument says which. What the plain program cannot do on this machine ends with status 77. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 16

static void need(int result)
{
    if (result != 0)
        exit(77);
}

static void segmentation(void)
{
    volatile int *volatile nowhere = NULL;

    *nowhere = 0;
}

static void plain_fork(void)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        HIT(10);
        exit(3);
    }
    waitpid(child, &status, 0);
    printf("child: %d\n", WEXITSTATUS(status));
    HIT(11);
}

static void fork_and_exec(void)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        HIT(12);
        execl("/bin/true", "true", (char *)NULL);
        _exit(77);
    }
    waitpid(child, &status, 0);
    HIT(13);
    need(status);
}

/* The pipe tells when the daemon is done: it closes it by its death. */
static void become_daemon(void)
{
    int ends[2];
    char byte;

    need(pipe(ends));
    if (fork() > 0) {
        close(ends[1]);
        if (read(ends[0], &byte, 1) == 0)
            HIT(14);
        return;
    }
    need(daemon(0, 0));
    HIT(15);
    raise(SIGKILL);
}

static void new_root(void)
{
    need(chroot("/proc"));
    need(chdir("/"));
    HIT(16);
}

static void drop_rights(void)
{
    need(setgid(65534));
    need(setuid(65534));
    HIT(17);
}

static void lock_in(void)
{
    need(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT));
    HIT(18);
    syscall(SYS_exit, 5);
}

static void lock_in_and_fail(void)
{
    need(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT));
    HIT(19);
    syscall(SYS_getpid);
}

static void limit(int resource)
{
    struct rlimit none = {0, 0};

    need(setrlimit(resource, &none));
}

static void no_files(void)
{
    limit(RLIMIT_NOFILE);
    limit(RLIMIT_FSIZE);
    HIT(20);
}

static void no_files_and_exec(void)
{
    limit(RLIMIT_FSIZE);
    HIT(21);
    need(execl("/proc/self/exe", "self", "", (char *)NULL));
}

static void close_all(void)
{
    for (int fd = 3; fd < 1000; fd++)
        close(fd);
    HIT(22);
    printf("the next: %d\n", open("/dev/null", O_RDONLY));
}

static void handled(int number)
{
    HIT(23);
    _exit(number);
}

static void segmentation_handled(void)
{
    signal(SIGSEGV, handled);
    segmentation();
}

/* Slots 1000 + number, + 16, ...: neighbours belong to different threads. */
static void *set_many(void *number)
{
    for (size_t slot = 1000 + (size_t)number; slot < 9000; slot += THREADS)
        HIT(slot);
    HIT(24);
    return NULL;
}

static void threads(void)
{
    pthread_t thread[THREADS];

    for (size_t i = 0; i < THREADS; i++)
        need(pthread_create(thread + i, NULL, set_many, (void *)i));
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } faults[] = {{"segv", segmentation},
                  {"segv-handled", segmentation_handled},
                  {"fork", plain_fork},
                  {"fork-exec", fork_and_exec},
                  {"daemon", become_daemon},
                  {"chroot", new_root},
                  {"setuid", drop_rights},
                  {"seccomp", lock_in},
                  {"seccomp-killed", lock_in_and_fail},
                  {"limits", no_files},
                  {"limit-exec", no_files_and_exec},
                  {"close", close_all},
                  {"threads", threads}};
    const char *name = argc > 1 ? argv[1] : "";

    HIT(0);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strcmp(name, faults[i].name) == 0)
            faults[i].run();
    HIT(1);
    return 7;
}
