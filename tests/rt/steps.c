/* Interrupts the runtime at each of its instructions, one after the other, by the processor's single-step
 * trap: a handler comes in again, jumps away, or kills the process. For x86-64; other machines exit with 77.
 *
 * usage: steps again|other|jump|kill     in hlcov_add; prints the tuples that must be there
 *        steps collide                   in hlcov_add, in a set of two: another tuple
 *        steps early NUMBER              at that instruction of hlcov_add the runtime starts, in another
 * thread; exits with 8 if there are not so many steps nest|leave|apart          in a place of a sequence: in
 * its handler, left by it, on a higher stack */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "rt/values.h"

#ifndef __x86_64__
int main(void)
{
    return 77;
}
#else

/* ---- stepping ---- */

enum { TRAP_FLAG = 0x100, HIGHER_STACK = 65536 };

static volatile unsigned long steps, wanted;
static void (*act)(void);
static sigjmp_buf away;

static void trap(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    if (++steps < wanted)
        return;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
    act();
}

static void jump_away(void)
{
    siglongjmp(away, 1);
}

/* Runs `what` and acts at its instruction `at`; 0 if it has not so many. */
static int interrupt(void (*what)(void), unsigned long at)
{
    steps = 0;
    wanted = at;
    if (sigsetjmp(away, 1) == 0) {
        __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" : : : "memory", "cc");
        what();
        __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" : : : "memory", "cc");
    }
    return steps >= wanted;
}

static void fail(const char *why)
{
    printf("instruction %lu: %s\n", wanted, why);
    exit(1);
}

/* ---- hlcov_add ---- */

static unsigned long added;

static void add(unsigned long number)
{
    RtValue values[] = {{HTOL_TUPLE_UNSIGNED, number}, {HTOL_TUPLE_SIGNED, number * number}};

    hlcov_add(SET, 0, 2, values);
}

static void add_it(void)
{
    add(added);
}

static void add_other(void)
{
    add(added + 1);
}

static void die(void)
{
    raise(SIGKILL);
}

static int in_child(unsigned long at)
{
    int status;

    if (fork() == 0)
        _exit(interrupt(add_it, at) ? 9 : 0);
    wait(&status);
    return WIFSIGNALED(status);
}

/* Every number twice: new, then known, which stores nothing. */
static void interrupt_additions(int dies)
{
    unsigned long at = 1;
    int more = 1;

    for (; more; at++) {
        added = 2 * at;
        more = dies ? in_child(at) : interrupt(add_it, at);
        add_it();
        more |= !dies && interrupt(add_it, at);
        add_other();
    }
    for (unsigned long number = 2; number < 2 * at; number++)
        printf("01 0 1:0:%lx 0:0:%lx\n", number, number * number);
}

static unsigned long n_entries(void)
{
    unsigned long count = 0;

    for (unsigned long i = 0; i < sizeof hlcov_t.i / sizeof *hlcov_t.i; i++)
        count += hlcov_t.i[i] != 0;
    return count;
}

/* Some of the others wish for the same entry. */
static void interrupt_collisions(void)
{
    int more = 1;

    act = add_other;
    for (unsigned long at = 1; more; at++) {
        more = 0;
        for (added = 1; added < 9; added++) {
            memset(hlcov_t.i, 0, sizeof hlcov_t.i);
            memset(SET + HTOL_AT_SET_USED, 0, 16);
            more |= interrupt(add_it, at);
            if (more && n_entries() != 2)
                fail("one of two tuples is lost");
        }
    }
}

/* ---- before the runtime starts ---- */

static pthread_t thread_before;
static volatile int reached, in_main;

static void wait_for_main(void)
{
    reached = 1;
    while (!in_main)
        sched_yield();
}

static void *add_meanwhile(void *unused)
{
    added = wanted;
    if (!interrupt(add_it, wanted))
        _exit(8);
    return unused;
}

static void handle_traps(void *higher_stack);

static void before_all(int argc, char **argv, char **environment)
{
    (void)environment;
    if (argc < 3 || strcmp(argv[1], "early") != 0)
        return;
    handle_traps(NULL);
    act = wait_for_main;
    wanted = strtoul(argv[2], NULL, 10);
    pthread_create(&thread_before, NULL, add_meanwhile, NULL);
    while (!reached)
        sched_yield();
}

__attribute__((section(".preinit_array"), used)) static void (*const hook)(int, char **,
                                                                           char **) = before_all;

static void end_meanwhile(void)
{
    in_main = 1;
    pthread_join(thread_before, NULL);
}

/* ---- places of a sequence ---- */

/* Of two steps, which bind two values each, the second one the first one's complement. */
static struct {
    unsigned long before[64], state[RT_SEQUENCE_WORDS(2)], behind[64];
} thread;

static RtSequence place(void)
{
    return (RtSequence){thread.state, 2, 2, &hlcov_u.b[0], &hlcov_u.b[1], SET, 1};
}

/* A place that begins with one value, ends with another and kills a third; 0 is none. */
static void pass(unsigned long first, unsigned long last, unsigned long killed)
{
    RtSequence sequence = place();
    RtValue begins[] = {{HTOL_TUPLE_UNSIGNED, first}, {HTOL_TUPLE_UNSIGNED, ~first}};
    RtValue ends[] = {{HTOL_TUPLE_UNSIGNED, last}, {HTOL_TUPLE_UNSIGNED, ~last}};
    unsigned long *instance = NULL;

    if (!hlcov_sequence_open(&sequence))
        return;
    if (first)
        hlcov_sequence_step(&sequence, 1, 2, begins);
    if (last)
        hlcov_sequence_step(&sequence, 2, 2, ends);
    while (killed && (instance = hlcov_sequence_next(&sequence, 1, instance)))
        if (((RtValue *)(instance + 2))->bits == killed)
            hlcov_sequence_kill(instance);
    hlcov_sequence_close(&sequence);
}

/* What is interrupted, one of them at a time. 2 and 3 are under way before the first; 3 is begun again and
 * killed, which leaves the new one. */
static void run_place(unsigned long number)
{
    static const unsigned long places[][3] = {{4, 14, 0}, {3, 13, 3}, {0, 12, 2}};
    volatile char room[4096]; /* so that what follows a jump is not as deep */

    room[0] = 0;
    pass(places[number][0], places[number][1], places[number][2] + (unsigned long)room[0]);
}

static unsigned long interrupted;

static void run_interrupted(void)
{
    run_place(interrupted);
}

static int run_places(unsigned long at)
{
    int more = 0;

    for (unsigned long i = 0; i < 3; i++) {
        if (i == interrupted)
            more = interrupt(run_interrupted, at);
        else
            run_place(i);
    }
    return more;
}

static void inner(void)
{
    pass(5, 15, 0);
    pass(3, 16, 5);
    pass(6, 0, 0);
}

/* Whether the tuple of both is in the set. */
static int is_there(unsigned long first, unsigned long last)
{
    unsigned long wish[] = {(4ul << 32) + 1, 1, first, 1, ~first, 1, last, 1, ~last};

    for (unsigned long i = 0; i < sizeof hlcov_t.i / sizeof *hlcov_t.i; i++)
        if (hlcov_t.i[i] && memcmp(hlcov_t.w + hlcov_t.i[i] - 1, wish, sizeof wish) == 0)
            return 1;
    return 0;
}

/* Nothing was written behind or before the state. */
static void check_bounds(void)
{
    for (size_t i = 0; i < 64; i++)
        if (thread.before[i] || thread.behind[i])
            fail("out of bounds");
    if (thread.state[1] > RT_SEQUENCE_ROOM)
        fail("impossible extent");
}

/* The two values of each environment and of each instance belong together. */
static void check_whole(void)
{
    for (unsigned long i = 0; i < sizeof hlcov_t.i / sizeof *hlcov_t.i; i++) {
        const unsigned long *word = hlcov_t.w + hlcov_t.i[i] - 1;

        if (hlcov_t.i[i] && (word[2] != ~word[4] || word[6] != ~word[8] || word[2] > 6 || word[6] < 12))
            fail("an environment that never was");
    }
    for (unsigned long i = 0; i < thread.state[1]; i++) {
        const unsigned long *instance = thread.state + RT_SEQUENCE_HEAD + i * 6;

        if (instance[0] > 1 ||
            (instance[0] == 1 && (instance[1] / 256 != 2 || instance[3] != ~instance[5] || instance[3] > 6)))
            fail("an instance that never was");
    }
}

/* Places work, and the room is not used up. */
static void check_use(void)
{
    pass(0, 0, 0);
    for (unsigned long first = 1; first < 7; first++)
        pass(0, 0, first);
    if (thread.state[1] != 0)
        fail("an instance that nothing kills");
    pass(1, 0, 0);
    pass(0, 20, 0);
    if (!is_there(1, 20))
        fail("nothing is recorded any more");
    if (hlcov_u.b[1] || thread.state[0])
        fail("overflow, or a place that stays open");
}

static void start_afresh(void)
{
    memset(&thread, 0, sizeof thread);
    memset(hlcov_t.i, 0, sizeof hlcov_t.i);
    memset(SET + HTOL_AT_SET_USED, 0, 16);
    pass(2, 0, 0);
    pass(3, 0, 0);
}

static void check_nothing_missing(void)
{
    if (!is_there(2, 14) || !is_there(3, 14) || !is_there(2, 13) || !is_there(3, 13) || !is_there(4, 13) ||
        !is_there(2, 12) || !is_there(3, 12) || !is_there(4, 12))
        fail("the place that was interrupted lost something");
}

/* `apart`: on a stack where handlers seem to be no handlers. */
static void interrupt_places(void (*action)(void), int apart, unsigned long stride)
{
    int more = 1;

    act = action;
    for (unsigned long at = 1; more; at += stride) {
        start_afresh();
        more = run_places(at);
        check_bounds();
        if (apart)
            continue;
        if (action == inner)
            check_nothing_missing();
        check_whole();
        check_use();
    }
    printf("%lu instructions\n", steps);
}

static void interrupt_all_places(void (*action)(void), int apart, unsigned long stride)
{
    for (interrupted = 0; interrupted < 3; interrupted++)
        interrupt_places(action, apart, stride);
}

static void handle_traps(void *higher_stack)
{
    stack_t stack = {higher_stack, 0, HIGHER_STACK};
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_sigaction = trap;
    action.sa_flags = SA_SIGINFO | (higher_stack ? SA_ONSTACK : 0);
    sigaction(SIGTRAP, &action, NULL);
    if (higher_stack)
        sigaltstack(&stack, NULL);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*act)(void);
    } ways[] = {{"again", add_it}, {"other", add_other}, {"jump", jump_away}, {"kill", die}};
    char higher[HIGHER_STACK];
    const char *way = argc > 1 ? argv[1] : "";
    unsigned long stride = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;

    handle_traps(strcmp(way, "apart") == 0 ? higher : NULL);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(way, ways[i].name) != 0)
            continue;
        act = ways[i].act;
        interrupt_additions(act == die);
    }
    if (strcmp(way, "collide") == 0)
        interrupt_collisions();
    if (strcmp(way, "early") == 0)
        end_meanwhile();
    if (strcmp(way, "leave") == 0)
        interrupt_all_places(jump_away, 0, stride);
    if (strcmp(way, "nest") == 0 || strcmp(way, "apart") == 0)
        interrupt_all_places(inner, strcmp(way, "apart") == 0, stride);
    return 7;
}
#endif
