/* A program that dies by a signal whose action it has set before, and set back or calls from its own: how, by what and
 * in which thread the arguments say. What it does where the action before was the default one is what programs do. */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof *(array))

typedef void (*Handler)(int number);

static const int numbers[] = {SIGABRT, SIGSEGV, SIGFPE};
static struct sigaction old[65];
static volatile int zero;
static int *volatile nowhere;

static void say(const char *text)
{
    if (write(1, text, strlen(text)) < 0)
        _exit(98);
}

/* ---- what sends the signal ---- */

static void by_raise(void)
{
    raise(SIGABRT);
}

static void by_raise_segv(void)
{
    raise(SIGSEGV);
}

static void by_kill(void)
{
    kill(getpid(), SIGFPE);
    pause();
}

static void by_abort(void)
{
    abort();
}

static void by_segv(void)
{
    *nowhere = 1;
}

#ifdef __x86_64__
static void by_fpe(void)
{
    zero = 7 / zero;
}
#else
static void by_fpe(void)
{
    raise(SIGFPE);
}
#endif

static pthread_t chosen;

static void *strike(void *unused)
{
    pthread_kill(chosen, SIGABRT);
    return unused;
}

static void by_thread(void)
{
    pthread_t other;

    chosen = pthread_self();
    pthread_create(&other, NULL, strike, NULL);
    pthread_join(other, NULL);
}

/* ---- handlers of the program's own ---- */

static void die(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

static void never(int number)
{
    say("never\n");
    _exit(number);
}

static void call_then_die(int number)
{
    Handler before = old[number].sa_handler;

    say("own\n");
    if (before != SIG_DFL)
        before(number);
    die(number);
}

static void call_or_die(int number)
{
    say("own\n");
    if (old[number].sa_handler == SIG_DFL)
        die(number);
    else
        old[number].sa_handler(number);
}

static void call_then_exit(int number)
{
    if (old[number].sa_handler != SIG_DFL)
        old[number].sa_handler(number);
    say("exit\n");
    _exit(3);
}

static void set_back_and_call(int number)
{
    sigaction(number, &old[number], NULL);
    if (old[number].sa_handler == SIG_DFL)
        raise(number);
    else
        old[number].sa_handler(number);
}

static void signal_back_and_raise(int number)
{
    say("own\n");
    signal(number, old[number].sa_handler);
    raise(number);
}

static void set_back_and_raise(int number)
{
    sigaction(number, &old[number], NULL);
    raise(number);
    say("still here\n");
}

static void unblock_and_raise(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    signal(number, old[number].sa_handler);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    _exit(99);
}

static void pass_all(int number, siginfo_t *info, void *context)
{
    say("own\n");
    if (old[number].sa_flags & SA_SIGINFO)
        old[number].sa_sigaction(number, info, context);
    else
        die(number);
}

static void pass_nothing(int number, siginfo_t *info, void *context)
{
    if (old[number].sa_flags & SA_SIGINFO)
        old[number].sa_sigaction(number, NULL, NULL);
    else
        die(number);
    (void)info;
    (void)context;
}

static void pass_copies(int number, siginfo_t *info, void *context)
{
    siginfo_t copy = *info;

    if (old[number].sa_flags & SA_SIGINFO)
        old[number].sa_sigaction(number, &copy, context);
    else
        die(number);
}

static void pass_number(int number, siginfo_t *info, void *context)
{
    (void)info;
    (void)context;
    call_or_die(number);
}

static sigjmp_buf back;

static void jump(int number)
{
    siglongjmp(back, number);
}

/* ---- how actions are set, and set back ---- */

static void set(int number, void (*handler)(int number), int flags)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(number, &action, &old[number]);
}

static void set_info(int number, void (*handler)(int number, siginfo_t *info, void *context), int flags)
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_sigaction = handler;
    action.sa_flags = flags | SA_SIGINFO;
    sigaction(number, &action, &old[number]);
}

static void nothing(int number)
{
    (void)number;
}

static void signal_signal(int number)
{
    signal(number, signal(number, never));
}

static void sysv_sysv(int number)
{
    sysv_signal(number, sysv_signal(number, never));
}

static void ignored_signal(int number)
{
    Handler before = signal(number, SIG_IGN);

    raise(number);
    signal(number, before);
}

static void sigaction_sigaction(int number)
{
    set(number, never, 0);
    sigaction(number, &old[number], NULL);
}

static void sigaction_signal(int number)
{
    set_info(number, pass_all, 0);
    signal(number, old[number].sa_handler);
}

static void signal_sigaction(int number)
{
    set(number, signal(number, never), SA_NODEFER);
}

static void signal_info(int number)
{
    set_info(number, (void (*)(int, siginfo_t *, void *))(void *)signal(number, never), SA_RESTART);
}

static void flags_changed(int number)
{
    sigaction(number, NULL, &old[number]);
    old[number].sa_flags &= SA_RESTART;
    sigaction(number, &old[number], NULL);
}

static void probed(int number)
{
    set(number, jump, 0);
    if (sigsetjmp(back, 1) == 0)
        raise(number);
    sigaction(number, &old[number], NULL);
}

#define CALLS(name, handler, flags)                                                                                    \
    static void name(int number)                                                                                       \
    {                                                                                                                  \
        set(number, handler, flags);                                                                                   \
    }
#define PASSES(name, handler, flags)                                                                                   \
    static void name(int number)                                                                                       \
    {                                                                                                                  \
        set_info(number, handler, flags);                                                                              \
    }

CALLS(calls_then_dies, call_then_die, 0)
CALLS(calls_or_dies, call_or_die, SA_RESTART)
CALLS(calls_unblocked, call_or_die, SA_NODEFER | SA_RESETHAND)
CALLS(calls_then_exits, call_then_exit, 0)
CALLS(calls_set_back, set_back_and_call, 0)
CALLS(raises_signal, signal_back_and_raise, 0)
CALLS(raises_sigaction, set_back_and_raise, 0)
CALLS(raises_unblocked, unblock_and_raise, 0)
CALLS(calls_on_stack, call_or_die, SA_ONSTACK)
PASSES(passes_all, pass_all, 0)
PASSES(passes_all_unblocked, pass_all, SA_NODEFER)
PASSES(passes_nothing, pass_nothing, 0)
PASSES(passes_copies, pass_copies, 0)
PASSES(passes_number, pass_number, 0)

/* ---- around it ---- */

static void (*send)(void);

static void *in_thread(void *unused)
{
    send();
    return unused;
}

static void by_main(void)
{
    send();
}

static void by_other(void)
{
    pthread_t other;

    pthread_create(&other, NULL, in_thread, NULL);
    pthread_join(other, NULL);
}

/* Pending for a while; what an instruction causes is not. */
static void by_blocked(void)
{
    sigset_t set, before;

    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    raise(SIGABRT);
    say("blocked\n");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void by_child(void)
{
    int status = 0;

    if (fork() == 0)
        send();
    wait(&status);
    printf("child: %x\n", (unsigned int)status);
}

typedef struct {
    const char *name;
    void (*run)(void);
} Way;

static const struct {
    const char *name;
    void (*set)(int number);
} settings[] = {{"nothing", nothing},
                {"signal_signal", signal_signal},
                {"sysv_sysv", sysv_sysv},
                {"ignored_signal", ignored_signal},
                {"sigaction_sigaction", sigaction_sigaction},
                {"sigaction_signal", sigaction_signal},
                {"signal_sigaction", signal_sigaction},
                {"signal_info", signal_info},
                {"flags_changed", flags_changed},
                {"probed", probed},
                {"calls_then_dies", calls_then_dies},
                {"calls_or_dies", calls_or_dies},
                {"calls_unblocked", calls_unblocked},
                {"calls_then_exits", calls_then_exits},
                {"calls_set_back", calls_set_back},
                {"raises_signal", raises_signal},
                {"raises_sigaction", raises_sigaction},
                {"raises_unblocked", raises_unblocked},
                {"calls_on_stack", calls_on_stack},
                {"passes_all", passes_all},
                {"passes_all_unblocked", passes_all_unblocked},
                {"passes_nothing", passes_nothing},
                {"passes_copies", passes_copies},
                {"passes_number", passes_number}};
static const Way senders[] = {{"raise", by_raise}, {"raise_segv", by_raise_segv}, {"kill", by_kill},
                              {"abort", by_abort}, {"segv", by_segv},             {"fpe", by_fpe},
                              {"thread", by_thread}, {"blocked", by_blocked}};
static const Way places[] = {{"main", by_main}, {"other", by_other}, {"child", by_child}};

static void (*find(const Way *ways, size_t n, const char *name))(void)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(ways[i].name, name) == 0)
            return ways[i].run;
    exit(97);
}

/* Without arguments: all that there are. */
static int list(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
        for (size_t j = 0; j < ARRAY_SIZE(senders); j++)
            for (size_t k = 0; k < ARRAY_SIZE(places); k++)
                printf("%s %s %s\n", settings[i].name, senders[j].name, places[k].name);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return list();
    HIT(0);
    for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
        for (size_t j = 0; strcmp(settings[i].name, argv[1]) == 0 && j < ARRAY_SIZE(numbers); j++)
            settings[i].set(numbers[j]);
    send = find(senders, ARRAY_SIZE(senders), argv[2]);
    find(places, ARRAY_SIZE(places), argv[3])();
    printf("alive\n");
    return 7;
}
