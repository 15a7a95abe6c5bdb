/* Runs main of the program that preloads it again and again, with one fault each time: an allocation or a system call
 * that fails. Which, it is told on standard input; it knows nothing of the program, and judges nothing.
 *
 * A request is a line KIND NUMBER VARIANT DIRECTORY, and runs main in that directory, where its standard output and
 * error become the files stdout and stderr:
 *
 *   memory N 0   the N-th allocation fails; of 0, none
 *   memory N 1   and all after it
 *   call N V     the N-th system call fails, with the V-th of its errors, or is done for a part of the bytes only
 *   signal N S   before the N-th system call the signal S comes
 *   call 0 0     none fails; writes how many variants each system call has into the file calls, a line each
 *
 * N counts from 1, from where main begins. Its answer is a line STATUS ALLOCATIONS CALL KIB: how main ended, as waitpid
 * has it; how many allocations it made; the number of the system call that failed, or -1; and of `memory`, the most
 * memory that it took. Whatever takes longer than a minute is killed. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST = 60 };

typedef int Main(int argc, char **argv, char **environment);

typedef struct {
    char kind[16], directory[4000];
    long number;
    int variant;
} Request;

static Main *real_main;
static long *allocations; /* of the run; shared with it */
static long failing;      /* the allocation that fails; 0: none */
static int armed, for_good;

/* Allocations --------------------------------------------------------------------------------------------- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static int fails(void)
{
    if (!armed)
        return 0;
    ++*allocations;
    if (*allocations != failing && !(for_good && *allocations > failing))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size)
{
    if (fails())
        return ENOMEM;
    *place = __libc_memalign(alignment, size);
    return *place ? 0 : ENOMEM;
}

/* System calls -------------------------------------------------------------------------------------------- */

/* PART: no error, but less than was asked for. */
enum { PART = -1, MOST_VARIANTS = 4 };

static const struct {
    int call, errors[MOST_VARIANTS];
} variants[] = {
    {SYS_read, {EIO, EINTR, PART}},
    {SYS_pread64, {EIO, EINTR, PART}},
    {SYS_write, {ENOSPC, EINTR, PART}},
    {SYS_pwrite64, {ENOSPC, EINTR, PART}},
    {SYS_openat, {EMFILE, EIO, EINTR}},
    {SYS_open, {EMFILE, EIO, EINTR}},
    {SYS_close, {EIO, EINTR}},
    {SYS_newfstatat, {EIO}},
    {SYS_mkdir, {ENOSPC, EACCES}},
    {SYS_rename, {ENOSPC, EACCES}},
    {SYS_ftruncate, {ENOSPC, EINTR}},
    {SYS_mmap, {ENOMEM}},
    {SYS_brk, {PART}},
    {SYS_futex, {0}}, /* it cannot fail as it is called */
    {SYS_exit_group, {0}},
};

/* All others have one. */
static int variant_of(long call, int variant)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (variants[i].call == call)
            return variants[i].errors[variant];
    return variant == 0 ? EIO : 0;
}

static void list_call(int list, long call)
{
    int count = 0;
    while (count < MOST_VARIANTS && variant_of(call, count))
        count++;
    dprintf(list, "%d\n", count);
}

/* The call is entered: its error becomes the one that the kernel has for a call that it does not know. close() is made:
 * Linux gives the descriptor free whatever it answers, and who waits for the end of a pipe counts on that. */
static void spoil(pid_t child, const struct user_regs_struct *entered, int error)
{
    struct user_regs_struct registers = *entered;
    if (registers.orig_rax == SYS_close)
        return;
    if (error != PART)
        registers.orig_rax = (unsigned long long)-1;
    else if (registers.orig_rax == SYS_brk)
        registers.rdi = 0;
    else
        registers.rdx = registers.rdx > 1 ? registers.rdx / 2 : registers.rdx;
    ptrace(PTRACE_SETREGS, child, NULL, &registers);
}

/* Only the result may be another than before. */
static void answer(pid_t child, const struct user_regs_struct *entered, int error)
{
    struct user_regs_struct registers;
    ptrace(PTRACE_GETREGS, child, NULL, &registers);
    registers.rax = error == PART ? registers.rax : (unsigned long long)-error;
    registers.rdi = entered->rdi;
    registers.rdx = entered->rdx;
    ptrace(PTRACE_SETREGS, child, NULL, &registers);
}

/* Until the child begins or ends a system call; signals are passed on. Returns 0 when it is gone. */
static int step(pid_t child, int *status)
{
    int number = 0;
    for (;;) {
        if (ptrace(PTRACE_SYSCALL, child, NULL, number) != 0 || waitpid(child, status, 0) != child)
            return 0;
        if (!WIFSTOPPED(*status))
            return 0;
        number = WSTOPSIG(*status);
        if (number == (SIGTRAP | 0x80))
            return 1;
    }
}

static int fails_now(const Request *request, long count)
{
    return count == request->number && strcmp(request->kind, "call") == 0;
}

/* Follows the child; returns the number of the call that failed. */
static long trace(pid_t child, const Request *request, int list, int *status)
{
    long failed = -1;
    waitpid(child, status, 0);
    ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    for (long count = 1; step(child, status); count++) {
        struct user_regs_struct registers;
        ptrace(PTRACE_GETREGS, child, NULL, &registers);
        int error = fails_now(request, count) ? variant_of((long)registers.orig_rax, request->variant) : 0;
        if (list >= 0)
            list_call(list, (long)registers.orig_rax);
        if (count == request->number && strcmp(request->kind, "signal") == 0)
            kill(child, request->variant);
        if (error) {
            failed = (long)registers.orig_rax;
            spoil(child, &registers, error);
        }
        if (!step(child, status))
            break;
        if (error)
            answer(child, &registers, error);
    }
    return failed;
}

/* Runs ---------------------------------------------------------------------------------------------------- */

static void redirect(const char *name, int to, int flags)
{
    int fd = open(name, flags, 0666);
    if (fd < 0)
        _exit(99);
    dup2(fd, to);
    close(fd);
}

static void prepare(const Request *request)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    alarm(LONGEST);
    redirect("/dev/null", 0, O_RDONLY);
    if (chdir(request->directory) != 0)
        _exit(99);
    redirect("stdout", 1, O_WRONLY | O_CREAT | O_TRUNC);
    redirect("stderr", 2, O_WRONLY | O_CREAT | O_TRUNC);
}

static int run(const Request *request, char **arguments)
{
    int count = 0, of_memory = strcmp(request->kind, "memory") == 0;
    while (arguments[count])
        count++;
    prepare(request);
    *allocations = 0;
    failing = of_memory ? request->number : 0;
    for_good = of_memory && request->variant;
    if (!of_memory && (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0 || raise(SIGSTOP) != 0))
        _exit(99);
    armed = 1;
    return real_main(count, arguments, environ);
}

static int open_list(const Request *request)
{
    char path[4100];
    snprintf(path, sizeof path, "%s/calls", request->directory);
    return request->number == 0 ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
}

/* The run's exit status, which only the child gets to. */
static int serve(const Request *request, char **arguments)
{
    long failed = -1;
    int status = 0;
    struct rusage used = {0};
    pid_t child = fork();
    if (child == 0)
        exit(run(request, arguments));
    if (strcmp(request->kind, "memory") != 0) {
        int list = open_list(request);
        failed = trace(child, request, list, &status);
        close(list);
    } else {
        wait4(child, &status, 0, &used);
    }
    return dprintf(1, "%d %ld %ld %ld\n", status, *allocations, failed, used.ru_maxrss) > 0;
}

/* A line of standard input; no more, so that nothing is left of it in the buffers of a child. */
static int read_line(char *line, size_t size)
{
    for (size_t used = 0; used + 1 < size; used++) {
        if (read(0, line + used, 1) != 1)
            return 0;
        if (line[used] == '\n') {
            line[used] = '\0';
            return 1;
        }
    }
    return 0;
}

static int serve_all(int argc, char **arguments, char **environment)
{
    char line[5000];
    Request request;
    (void)argc;
    (void)environment;
    unsetenv("LD_PRELOAD");
    allocations = mmap(NULL, sizeof *allocations, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    while (read_line(line, sizeof line))
        if (sscanf(line, "%15s %ld %d %3999[^\n]", request.kind, &request.number, &request.variant,
                   request.directory) != 4 ||
            !serve(&request, arguments))
            return 1;
    return 0;
}

/* The program's start calls this one instead of libc's, which gets another main. */
int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void *stack);

int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void *stack)
{
    int (*start)(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    *(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = main;
    return start(serve_all, argc, argv, init, fini, loader_fini, stack);
}
