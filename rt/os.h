/* What the runtime asks of the operating system: files, memory, the clock, who runs. Here it is Linux; another system
 * has an os.h of its own that keeps these contracts. How signals are handled is not here: crash.c and stack.c, which
 * may be left out, know those of Linux, and maps.c its list of mappings.
 *
 * No function touches errno or calls libc. A `long` result is a descriptor, an address or a size; if os_failed says so,
 * it is an error, one of the three below or another. */
#ifndef RT_OS_H
#define RT_OS_H

#include <asm/shmbuf.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/fs.h>
#include <linux/ipc.h>
#include <linux/mman.h>
#include <linux/random.h>
#include <linux/resource.h>
#include <linux/signal.h>
#include <linux/stat.h>
#include <linux/time.h>
#include <linux/time_types.h>
#include <linux/wait.h>

#include "rt/sys.h"

/* Headers of kernels before 5.14 lack it. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Errors: there is no such file; there is one already; it cannot be used for another reason. */
enum { OS_MISSING = -ENOENT, OS_EXISTS = -EEXIST, OS_UNFIT = -EINVAL };

/* Whether a result of the functions below is an error. */
static inline int os_failed(long result)
{
    return sys_failed(result);
}

/* ---- files: `path` is absolute or relative to the working directory; a final symbolic link is not followed ---- */

/* Opens the file as open(2) does with these flags; programs that are started later do not inherit it. */
static inline long os_open_at(const char *path, int flags, int mode)
{
    return sys_call(SYS_openat, AT_FDCWD, (long)path, O_CLOEXEC | O_NOFOLLOW | flags, mode, 0);
}

/* Opens an existing file for reading and writing; does not wait for the other end of a pipe. */
static inline long os_open(const char *path)
{
    return os_open_at(path, O_RDWR | O_NONBLOCK, 0);
}

/* Opens an existing file for reading. */
static inline long os_open_to_read(const char *path)
{
    return os_open_at(path, O_RDONLY, 0);
}

/* Makes a file that is not there yet, with the permissions `mode` but for the umask. */
static inline long os_create(const char *path, int mode)
{
    return os_open_at(path, O_RDWR | O_CREAT | O_EXCL, mode);
}

/* Opens an existing file: what is written goes to its end. */
static inline long os_open_to_append(const char *path)
{
    return os_open_at(path, O_WRONLY | O_APPEND, 0);
}

/* Closes the descriptor. */
static inline void os_close(long fd)
{
    sys_call(SYS_close, fd, 0, 0, 0, 0);
}

/* Returns the number of bytes read; 0 at the end. */
static inline long os_read(long fd, void *bytes, unsigned long size)
{
    return sys_call(SYS_read, fd, (long)bytes, (long)size, 0, 0);
}

/* Returns the number of bytes written, which may be fewer than `size`. */
static inline long os_write(long fd, const void *bytes, unsigned long size)
{
    return sys_call(SYS_write, fd, (long)bytes, (long)size, 0, 0);
}

/* Returns the size of the file in bytes. */
static inline long os_size(long fd)
{
    return sys_call(SYS_lseek, fd, 0, SEEK_END, 0, 0);
}

/* Returns the size up to which this process may write a file: to write more would raise a signal. 0 if not known. */
static inline unsigned long os_largest_file(void)
{
    struct rlimit64 limit;

    return os_failed(sys_call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (long)&limit, 0)) ? 0 : limit.rlim_cur;
}

/* Gives the file at `from` the name `to`; returns 0 if that is taken or cannot be given. On file systems without hard
 * links the file loses the name `from`. */
static inline int os_publish(const char *from, const char *to)
{
    long linked = sys_call(SYS_linkat, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0);

    if (os_failed(linked) && linked != OS_EXISTS)
        linked = sys_call(SYS_renameat2, AT_FDCWD, (long)from, AT_FDCWD, (long)to, RENAME_NOREPLACE);
    return !os_failed(linked);
}

/* Removes the file, if it is there. */
static inline void os_remove(const char *path)
{
    sys_call(SYS_unlinkat, AT_FDCWD, (long)path, 0, 0, 0);
}

/* Makes a directory, which all may use as far as the umask lets them. */
static inline long os_make_directory(const char *path)
{
    return sys_call(SYS_mkdirat, AT_FDCWD, (long)path, 0777, 0, 0);
}

/* Whether `path` names a symbolic link. */
static inline int os_is_link(const char *path)
{
    char target[1];

    return !os_failed(sys_call(SYS_readlinkat, AT_FDCWD, (long)path, (long)target, sizeof target, 0));
}

/* Takes a shared lock, which a mapping of the file keeps when the descriptor is closed. 0 if another process has the
 * file for itself; 1 also where there are no locks. */
static inline int os_lock_shared(long fd)
{
    return sys_call(SYS_flock, fd, LOCK_SH | LOCK_NB, 0, 0, 0) != -EWOULDBLOCK;
}

/* Whether the file has lost its name. */
static inline int os_is_removed(long fd)
{
    struct statx status;

    status.stx_nlink = 1;
    sys_call(SYS_statx, fd, (long)"", AT_EMPTY_PATH, STATX_NLINK, (long)&status);
    return status.stx_nlink == 0;
}

/* Kinds of files as the kernel numbers them; headers of libc hide its names. */
enum { OS_KIND_OF_FILE = 0170000, OS_REGULAR_FILE = 0100000 };

/* Whether `fd` is a regular file of `size` bytes that `user` owns and nobody else may read or write. */
static inline int os_is_private(long fd, unsigned int user, unsigned long size)
{
    struct statx status;

    return !os_failed(sys_call(SYS_statx, fd, (long)"", AT_EMPTY_PATH, STATX_BASIC_STATS, (long)&status)) &&
           (status.stx_mode & OS_KIND_OF_FILE) == OS_REGULAR_FILE && !(status.stx_mode & 077) &&
           status.stx_uid == user && status.stx_size == size;
}

/* ---- memory: sizes in bytes, whole pages ---- */

/* Maps the file from its beginning, shared by all that map it, to be read and written. */
static inline long os_map_file(long fd, unsigned long size)
{
    return sys_mmap(size, PROT_READ | PROT_WRITE, MAP_SHARED, (int)fd);
}

/* Maps private memory, all 0. */
static inline long os_map_zeros(unsigned long size)
{
    return sys_mmap(size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

/* Moves the mapped pages at `from` over those at `to`, atomically: there is always memory at `to`. */
static inline long os_map_over(void *from, unsigned long size, void *to)
{
    return sys_call(SYS_mremap, (long)from, (long)size, (long)size, MREMAP_MAYMOVE | MREMAP_FIXED, (long)to);
}

/* Unmaps the pages from `at` on. */
static inline void os_unmap(void *at, unsigned long size)
{
    sys_call(SYS_munmap, (long)at, (long)size, 0, 0, 0);
}

/* Has the kernel clear these pages in forked processes; 0 if it does not. */
static inline int os_clear_on_fork(void *at, unsigned long size)
{
    return !os_failed(sys_call(SYS_madvise, (long)at, (long)size, MADV_WIPEONFORK, 0, 0));
}

/* Has the kernel bring the pages, to be written; older kernels do not, and bring each when it is used. */
static inline void os_populate(void *at, unsigned long size)
{
    sys_call(SYS_madvise, (long)at, (long)size, MADV_POPULATE_WRITE, 0, 0);
}

/* Returns the size of the segment of shared memory of System V with that number; 0 if there is none. */
static inline unsigned long os_segment_size(long id)
{
    struct shmid64_ds status;

    return os_failed(sys_call(SYS_shmctl, id, IPC_STAT, (long)&status, 0, 0)) ? 0 : status.shm_segsz;
}

/* Maps the whole segment of shared memory of System V with that number, to be read and written. */
static inline long os_attach(long id)
{
    return sys_call(SYS_shmat, id, 0, 0, 0, 0);
}

/* ---- processes ---- */

/* Returns 0 in the new process, else its number. Threads and what libc knows of the process are not cared for. A weak
 * reference to libc's fork would make that of the program weak, which stands in the same object: a static program would
 * be linked without it. */
static inline long os_fork(void)
{
    return sys_call(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

/* Whether the process has children that it has not waited for. */
static inline int os_has_child(void)
{
    return sys_call(SYS_waitid, P_ALL, 0, 0, WEXITED | WNOHANG | WNOWAIT | __WALL, 0) != -ECHILD;
}

/* Returns a number that grows with each child that the process waits for. */
static inline long os_waited_for(void)
{
    struct rusage usage;

    usage.ru_minflt = 0;
    sys_call(SYS_getrusage, RUSAGE_CHILDREN, (long)&usage, 0, 0, 0);
    return usage.ru_minflt;
}

/* Keeps signals away from this thread until os_let_signals gets what is set here. */
static inline void os_hold_signals(unsigned long *before)
{
    unsigned long all = ~0ul;

    *before = 0;
    sys_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, (long)before, sizeof all, 0);
}

/* Lets signals through that came through before os_hold_signals. */
static inline void os_let_signals(const unsigned long *before)
{
    sys_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)before, 0, sizeof *before, 0);
}

/* Waits for the end of a child, and gets how it ended, as for wait(2); returns 0 on failure. */
static inline int os_wait(long child, int *status)
{
    return !os_failed(sys_call(SYS_wait4, child, (long)status, 0, 0, 0));
}

/* Ends the process with status 0; nothing is run before. */
static inline void os_end(void)
{
    sys_call(SYS_exit_group, 0, 0, 0, 0, 0);
}

/* ---- who runs, and when ---- */

/* Returns the number of the process. */
static inline long os_process(void)
{
    return sys_call(SYS_getpid, 0, 0, 0, 0, 0);
}

/* Returns the user whose rights the process has. */
static inline unsigned int os_user(void)
{
    return (unsigned int)sys_call(SYS_geteuid, 0, 0, 0, 0, 0);
}

/* Whether the process has other rights than the user and group that started it (set-user-ID). */
static inline int os_has_foreign_rights(void)
{
    return sys_call(SYS_getuid, 0, 0, 0, 0, 0) != sys_call(SYS_geteuid, 0, 0, 0, 0, 0) ||
           sys_call(SYS_getgid, 0, 0, 0, 0, 0) != sys_call(SYS_getegid, 0, 0, 0, 0, 0);
}

/* Wall-clock time, since 1970; 0 if it is not known. */
typedef struct {
    long seconds, nanoseconds;
} OsTime;

/* Returns the time now. */
static inline OsTime os_clock(void)
{
    struct __kernel_timespec now = {0, 0};
    OsTime time;

    sys_call(SYS_clock_gettime, CLOCK_REALTIME, (long)&now, 0, 0, 0);
    time.seconds = (long)now.tv_sec;
    time.nanoseconds = (long)now.tv_nsec;
    return time;
}

/* Returns random bits; 0 if the kernel has none yet. */
static inline unsigned long os_random(void)
{
    unsigned long random = 0;

    sys_call(SYS_getrandom, (long)&random, sizeof random, GRND_NONBLOCK, 0, 0);
    return random;
}

#endif
