/* Idioms of programs that save, restore, chain, block and send the signals whose handlers the runtime may have; each
 * ends by the signal or goes on, as the C library says. For tests/rt/signals.py.
 *
 * usage: signals IDIOM SIGNAL [thread] */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void (*before)(int);
static struct sigaction former;
static sigjmp_buf back;
static int *volatile nowhere;
static volatile int zero;

static void say(const char *text)
{
    if (write(1, text, strlen(text)) < 0)
        _exit(99);
}

static void chain(int number)
{
    say("chain\n");
    if (before != SIG_DFL && before != SIG_ERR)
        before(number);
    signal(number, SIG_DFL);
    raise(number);
}

static void chain_all(int number, siginfo_t *info, void *context)
{
    say("chain all\n");
    if (former.sa_flags & SA_SIGINFO)
        former.sa_sigaction(number, info, context);
    else if (former.sa_handler != SIG_DFL)
        former.sa_handler(number);
    sigaction(number, &former, NULL);
    raise(number);
}

static void leave(int number)
{
    (void)number;
    siglongjmp(back, 1);
}

static void own(int number)
{
    (void)number;
    say("own\n");
    _exit(5);
}

/* An instruction fails where the signal can come so; else it is sent. */
static void fail(int number)
{
    if (number == SIGSEGV)
        *nowhere = 1;
    if (number == SIGFPE)
        zero = 1 / zero;
    if (number == SIGABRT)
        abort();
    if (number == SIGILL)
        __builtin_trap();
    raise(number);
}

static void install_all(int number)
{
    struct sigaction action = {.sa_sigaction = chain_all, .sa_flags = SA_SIGINFO};
    sigaction(number, &action, &former);
}

static void try_idiom(const char *idiom, int number)
{
    sigset_t set;
    if (strstr(idiom, "restore-"))
        before = signal(number, own), signal(number, before);
    if (strstr(idiom, "again-"))
        sigaction(number, NULL, &former), sigaction(number, &former, NULL);
    if (strstr(idiom, "plain-"))
        sigaction(number, NULL, &former), former.sa_flags = 0, sigaction(number, &former, NULL);
    if (strstr(idiom, "chain-"))
        before = signal(number, chain);
    if (strstr(idiom, "all-"))
        install_all(number);
    if (strstr(idiom, "own-"))
        signal(number, own);
    if (strstr(idiom, "ignore-"))
        signal(number, SIG_IGN);
    if (strstr(idiom, "leave-")) {
        signal(number, leave);
        if (sigsetjmp(back, 1)) {
            say("back\n");
            signal(number, SIG_DFL);
        }
    }
    sigemptyset(&set);
    sigaddset(&set, number);
    if (strstr(idiom, "block-"))
        pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (strstr(idiom, "raise"))
        raise(number);
    if (strstr(idiom, "kill"))
        kill(getpid(), number);
    if (strstr(idiom, "queue"))
        sigqueue(getpid(), number, (union sigval){3});
    if (strstr(idiom, "fail"))
        fail(number);
    if (strstr(idiom, "block-"))
        say("unblocks\n"), pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    say("goes on\n");
}

static void *thread(void *data)
{
    char **argv = data;
    try_idiom(argv[1], atoi(argv[2]));
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t other;
    alarm(20);
    if (argc < 4) {
        try_idiom(argv[1], atoi(argv[2]));
    } else {
        pthread_create(&other, NULL, thread, argv);
        pthread_join(other, NULL);
    }
    say("ends\n");
    return 0;
}
