/* Keeps functions from changing the machine; see machine.h. What would (files, processes) fails and ends the input;
 * waiting takes no time. Direct system calls are not caught. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "generate/inside/machine.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

enum { MOST_FILES = 64, STANDARD_FILES = 3, FAR = 65536, MOST_MEMORY = 1 << 30 };

static int has_opened;

/* ---- limits ---- */

static void limit(int resource, rlim_t most)
{
    struct rlimit limits = {most, most};
    setrlimit(resource, &limits);
}

static void silence(void)
{
    int null = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR, 0);
    for (int i = 0; i < STANDARD_FILES; i++)
        syscall(SYS_dup3, null, i, 0);
    syscall(SYS_close, null);
}

void hlcov_limit(void)
{
    silence();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 1 << 20);
    limit(RLIMIT_NOFILE, MOST_FILES);
    limit(RLIMIT_STACK, 8 << 20);
#if !defined __SANITIZE_ADDRESS__ && !__has_feature(address_sanitizer)
    limit(RLIMIT_AS, (rlim_t)4 * MOST_MEMORY);
#endif
}

/* ---- descriptors ---- */

static void close_range_of(unsigned int first, unsigned int last)
{
    if (first <= last && syscall(SYS_close_range, first, last, 0) != 0)
        for (unsigned int i = first; i <= last && i < FAR; i++)
            syscall(SYS_close, i);
}

/* As far away as may be: a number that functions come upon is seldom one of those before the last. */
int hlcov_keep_alone(int file)
{
    struct rlimit limits;
    int moved = -1;
    if (getrlimit(RLIMIT_NOFILE, &limits) == 0) {
        limits.rlim_cur = limits.rlim_max < FAR ? limits.rlim_max : FAR;
        setrlimit(RLIMIT_NOFILE, &limits);
        moved = fcntl(file, F_DUPFD, (int)limits.rlim_cur - 7);
    }
    file = moved < 0 ? file : moved;
    close_range_of(STANDARD_FILES, (unsigned int)file - 1);
    close_range_of((unsigned int)file + 1, ~0u);
    return file;
}

void hlcov_close_opened(int file)
{
    if (has_opened)
        close_range_of(STANDARD_FILES, (unsigned int)file - 1);
    has_opened = 0;
}

/* ---- what libc does ---- */

void hlcov_exit(int status)
{
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

int hlcov_fork(void)
{
    return (int)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

void hlcov_kill(int process)
{
    syscall(SYS_kill, process, SIGKILL);
}

/* The kernel reads a set of signals there before it refuses to do something unknown with it. */
static int is_word_readable(unsigned long address)
{
    return syscall(SYS_rt_sigprocmask, -1, address & ~7ul, NULL, 8) == 0 || errno != EFAULT;
}

int hlcov_is_readable(const void *address, unsigned long size)
{
    int before = errno;
    int is =
        is_word_readable((unsigned long)address) && (size < 2 || is_word_readable((unsigned long)address + size - 1));
    errno = before;
    return is;
}

/* ---- in place of libc's ---- */

static int forbid(void)
{
    if (hlcov_may_leave())
        hlcov_leave(HLCOV_EXITED, HLCOV_FORBIDDEN);
    errno = EPERM;
    return -1;
}

#define FORBID(type, name, parameters)                                                                                 \
    type name parameters                                                                                               \
    {                                                                                                                  \
        return (type)(long)forbid();                                                                                   \
    }

void hlcov_end(void)
{
    if (hlcov_may_leave())
        hlcov_leave(HLCOV_EXITED, HLCOV_UNFIT);
    abort();
}

FORBID(int, unlink, (const char *path __attribute__((unused))))
FORBID(int, remove, (const char *path __attribute__((unused))))
FORBID(int, rmdir, (const char *path __attribute__((unused))))
FORBID(int, rename, (const char *from __attribute__((unused)), const char *to __attribute__((unused))))
FORBID(int, link, (const char *from __attribute__((unused)), const char *to __attribute__((unused))))
FORBID(int, symlink, (const char *from __attribute__((unused)), const char *to __attribute__((unused))))
FORBID(int, mkdir, (const char *path __attribute__((unused)), mode_t mode __attribute__((unused))))
FORBID(int, chmod, (const char *path __attribute__((unused)), mode_t mode __attribute__((unused))))
FORBID(int, truncate, (const char *path __attribute__((unused)), off_t size __attribute__((unused))))
FORBID(int, system, (const char *command __attribute__((unused))))
FORBID(int, execve,
       (const char *path __attribute__((unused)), char *const words[] __attribute__((unused)),
        char *const environment[] __attribute__((unused))))
FORBID(int, execv, (const char *path __attribute__((unused)), char *const words[] __attribute__((unused))))
FORBID(int, execvp, (const char *path __attribute__((unused)), char *const words[] __attribute__((unused))))
FORBID(int, kill, (pid_t process __attribute__((unused)), int number __attribute__((unused))))
FORBID(pid_t, fork, (void))
FORBID(int, socket,
       (int domain __attribute__((unused)), int type __attribute__((unused)), int protocol __attribute__((unused))))
FORBID(int, close_range,
       (unsigned int first __attribute__((unused)), unsigned int last __attribute__((unused)),
        int flags __attribute__((unused))))
FORBID(int, creat, (const char *path __attribute__((unused)), mode_t mode __attribute__((unused))))

FILE *popen(const char *command, const char *mode)
{
    (void)command;
    (void)mode;
    forbid();
    return NULL;
}

static int open_really(int directory, const char *path, int flags)
{
    has_opened = 1;
    return (int)syscall(SYS_openat, directory, path, flags, 0);
}

static int open_at(int directory, const char *path, int flags)
{
    if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC))
        return forbid();
    return open_really(directory, path, flags);
}

int open(const char *path, int flags, ...)
{
    return open_at(AT_FDCWD, path, flags);
}

int open64(const char *path, int flags, ...)
{
    return open_at(AT_FDCWD, path, flags);
}

int openat(int directory, const char *path, int flags, ...)
{
    return open_at(directory, path, flags);
}

/* A stream for reading alone; what is opened to be written is not. */
static FILE *open_stream(const char *path, const char *mode)
{
    int file = strpbrk(mode, "wa+") ? forbid() : open_really(AT_FDCWD, path, O_RDONLY);
    return file < 0 ? NULL : fdopen(file, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return open_stream(path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    return open_stream(path, mode);
}

/* Functions may not; tests of them that are tried read from elsewhere. */
FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    int file =
        hlcov_may_leave() || strcmp(mode, "r") != 0 ? forbid() : (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0);
    if (file < 0)
        return NULL;
    dup2(file, fileno(stream));
    close(file);
    clearerr(stream);
    return stream;
}

/* 0, 1 and 2 stay as they are for the inputs that follow. */
static int is_kept(int file)
{
    return hlcov_may_leave() && file >= 0 && file < STANDARD_FILES;
}

int close(int file)
{
    return is_kept(file) ? 0 : (int)syscall(SYS_close, file);
}

int dup2(int from, int to)
{
    if (is_kept(to) || from == to)
        return to;
    has_opened = 1;
    return (int)syscall(SYS_dup3, from, to, 0);
}

int dup3(int from, int to, int flags)
{
    has_opened = 1;
    return is_kept(to) ? to : (int)syscall(SYS_dup3, from, to, flags);
}

unsigned int sleep(unsigned int seconds)
{
    (void)seconds;
    return 0;
}

int usleep(unsigned int microseconds)
{
    (void)microseconds;
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    (void)wanted;
    (void)left;
    return 0;
}

void exit(int status)
{
    if (hlcov_may_leave())
        hlcov_leave(HLCOV_EXITED, status & 255);
    fflush(NULL);
    hlcov_exit(status);
}

void _exit(int status)
{
    if (hlcov_may_leave())
        hlcov_leave(HLCOV_EXITED, status & 255);
    hlcov_exit(status);
}

void _Exit(int status)
{
    _exit(status);
}
