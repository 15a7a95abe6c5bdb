/* A program that dies by a signal, or almost: the argument says how. Its functions are not inlined, so that the way to
 * the place of the failure is known. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

static volatile int zero;
static volatile int sink;
static int *volatile nowhere;

static APART void segv(void)
{
    *nowhere = 1;
    sink++;
}

static APART void fpe(void)
{
    sink = 7 / zero;
    sink++;
}

static APART void ill(void)
{
    __builtin_trap();
}

static APART void bus(void)
{
    FILE *file = tmpfile();
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);

    page[0] = 1;
    sink++;
}

static APART void overflow(void)
{
    volatile char room[512];

    room[0] = (char)zero;
    if (!zero)
        overflow();
    room[1] = room[0];
}

static APART void wild(void)
{
    void (*volatile function)(void) = (void (*)(void))nowhere;

    function();
    sink++;
}

static APART void killed(void)
{
    kill(getpid(), SIGSEGV);
    sink++;
}

/* The way is destroyed: whoever looks for it reads what is not there. */
static APART void smash(void)
{
    void *volatile *frame = __builtin_frame_address(0);

    for (int i = 0; i < 16; i++)
        frame[i] = (void *)0x10;
    abort();
}

static void *in_thread(void *unused)
{
    segv();
    return unused;
}

static APART void thread(void)
{
    pthread_t other;

    pthread_create(&other, NULL, in_thread, NULL);
    pthread_join(other, NULL);
}

/* A plain process dies by SIGSEGV here; whoever asks the kernel for anything else, by SIGKILL. */
static APART void locked_in(void)
{
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
        exit(77);
    segv();
}

/* ---- programs with handlers of their own ---- */

static struct sigaction before;

static void own(int number)
{
    static const char text[] = "own handler\n";

    sink = (int)write(1, text, sizeof text - 1);
    _exit(number);
}

static APART void handled(void)
{
    signal(SIGSEGV, own);
    segv();
}

static void chaining(int number, siginfo_t *info, void *context)
{
    static const char text[] = "chained\n";

    sink = (int)write(1, text, sizeof text - 1);
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(number, info, context);
    else
        signal(number, SIG_DFL);
}

static APART void chained(void)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_sigaction = chaining;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, &before);
    segv();
}

/* Nothing that the kernel passed on is left in registers. */
static void calling(int number)
{
    static const char text[] = "called\n";

    sink = (int)write(1, text, sizeof text - 1);
    if (before.sa_handler != SIG_DFL)
        before.sa_handler(number);
    signal(number, SIG_DFL);
    raise(number);
}

static APART void smash_chained(void)
{
    before.sa_handler = signal(SIGABRT, calling);
    smash();
}

static sigjmp_buf back;

static void jump(int number)
{
    siglongjmp(back, number);
}

static APART void jumping(void)
{
    signal(SIGFPE, jump);
    if (sigsetjmp(back, 1) == 0)
        fpe();
    puts("back again");
}

static APART void ignored(void)
{
    signal(SIGABRT, SIG_IGN);
    raise(SIGABRT);
    puts("not noticed");
}

/* ---- stacks that nobody knows ---- */

static ucontext_t here, there;

/* On a stack that ends where nothing may be read, in a program that handles that. */
static APART void guarded(void (*way)(void))
{
    enum { SIZE = 16384 };
    char *room = mmap(NULL, 2 * SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    mprotect(room, SIZE, PROT_READ | PROT_WRITE);
    signal(SIGSEGV, own);
    getcontext(&there);
    there.uc_stack.ss_sp = room;
    there.uc_stack.ss_size = SIZE;
    there.uc_link = &here;
    makecontext(&there, way, 0);
    swapcontext(&here, &there);
}

static APART void guarded_abort(void)
{
    guarded(abort);
}

static APART void guarded_fpe(void)
{
    guarded(fpe);
}

/* ---- other processes ---- */

static APART void in_child(void)
{
    int status;

    if (fork() == 0)
        segv();
    wait(&status);
    printf("child: %d\n", WTERMSIG(status));
}

/* Two processes that end at once, in one way. */
static APART void twins(void)
{
    int *there = mmap(NULL, sizeof *there, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            __atomic_fetch_add(there, 1, __ATOMIC_SEQ_CST);
            while (__atomic_load_n(there, __ATOMIC_SEQ_CST) < 2)
                ;
            segv();
        }
    while (wait(NULL) > 0)
        ;
}

/* What a program can see of the handlers and of the stack that they run on. */
static APART void seen(void)
{
    static const int numbers[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTERM};
    struct sigaction action;
    stack_t stack;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &action) == 0)
            printf("%d: %s\n", numbers[i], action.sa_handler == SIG_DFL ? "default" : "handled");
    if (sigaltstack(NULL, &stack) == 0)
        printf("stack: %s\n", stack.ss_flags & SS_DISABLE ? "none" : "some");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } ways[] = {{"segv", segv},         {"fpe", fpe},         {"ill", ill},         {"bus", bus},
                {"abort", abort},       {"overflow", overflow}, {"wild", wild},     {"killed", killed},
                {"smash", smash},       {"thread", thread},   {"locked", locked_in}, {"handled", handled},
                {"chained", chained},   {"jumping", jumping}, {"ignored", ignored}, {"child", in_child},
                {"guarded_abort", guarded_abort},   {"guarded_fpe", guarded_fpe},
                {"twins", twins},       {"seen", seen},       {"smash_chained", smash_chained}};

    HIT(0);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (argc > 1 && strcmp(argv[1], ways[i].name) == 0)
            ways[i].run();
    HIT(1);
    fflush(stdout);
    return 7;
}
