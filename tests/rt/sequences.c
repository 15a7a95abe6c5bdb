/* A program with a sequence in flight, hand-annotated: what its places do is read from standard input, or
 * said by its first argument. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rt/values.h"

enum { MOST = 16 };

static _Thread_local unsigned long state[RT_SEQUENCE_WORDS(MOST)];

/* What a place of a sequence of two steps that binds one value in each knows. */
static RtSequence first_place(void)
{
    return (RtSequence){state, 2, 1, NULL, NULL, NULL, 0};
}

static RtSequence last_place(void)
{
    return (RtSequence){state, 2, 1, &hlcov_u.b[0], &hlcov_u.b[1], SET, 9};
}

static void begin(unsigned long value)
{
    RtSequence sequence = first_place();
    RtValue bound = {HTOL_TUPLE_UNSIGNED, value};

    if (!hlcov_sequence_open(&sequence))
        return;
    hlcov_sequence_step(&sequence, 1, 1, &bound);
    hlcov_sequence_close(&sequence);
}

static void end(unsigned long value)
{
    RtSequence sequence = last_place();
    RtValue bound = {HTOL_TUPLE_UNSIGNED, value};

    if (!hlcov_sequence_open(&sequence))
        return;
    hlcov_sequence_step(&sequence, 2, 1, &bound);
    hlcov_sequence_close(&sequence);
}

/* Kills what has bound this value. */
static void kill_one(unsigned long value)
{
    RtSequence sequence = first_place();
    unsigned long *instance = NULL;

    if (!hlcov_sequence_open(&sequence))
        return;
    while ((instance = hlcov_sequence_next(&sequence, 1, instance)))
        if (((RtValue *)(instance + 2))->bits == value)
            hlcov_sequence_kill(instance);
    hlcov_sequence_close(&sequence);
}

/* ---- traces ---- */

static unsigned long number(void)
{
    unsigned long value = 0;

    if (scanf("%lu", &value) != 1)
        exit(2);
    return value;
}

static RtValue value(void)
{
    RtValue value;

    value.kind = number();
    value.bits = number();
    return value;
}

static void forget(const RtSequence *sequence)
{
    memset(state, 0, sizeof state);
    memset(hlcov_t.i, 0, sizeof hlcov_t.i);
    memset(hlcov_t.w, 0, sizeof hlcov_t.w);
    memset(SET + HTOL_AT_SET_USED, 0, 16);
    *sequence->slot = *sequence->overflow = 0;
}

static void print_tuple(const unsigned long *word)
{
    putchar(' ');
    for (unsigned long i = 0; i < *word >> 32; i++)
        printf("%s%lu:%lu", i ? "," : "", word[1 + 2 * i], word[2 + 2 * i]);
    if (*word >> 32 == 0)
        putchar('-');
}

static void print_found(const RtSequence *sequence)
{
    printf("%d %d", *sequence->slot, *sequence->overflow);
    for (unsigned long i = 0; i < sizeof hlcov_t.i / sizeof *hlcov_t.i; i++)
        if (hlcov_t.i[i])
            print_tuple(hlcov_t.w + hlcov_t.i[i] - 1);
    putchar('\n');
}

/* s STEP COUNT VALUE... */
static void read_step(const RtSequence *sequence)
{
    unsigned long step = number(), count = number();
    RtValue bound[MOST];

    for (unsigned long i = 0; i < count; i++)
        bound[i] = value();
    hlcov_sequence_step(sequence, step, count, bound);
}

/* k DONE INDEX VALUE: kills those whose value of that index is this one; any if INDEX is MOST. */
static void read_kill(const RtSequence *sequence)
{
    unsigned long done = number(), index = number(), *instance = NULL;
    RtValue wanted = value();

    while ((instance = hlcov_sequence_next(sequence, done, instance))) {
        const RtValue *bound = (const RtValue *)(instance + 2);

        if (index == MOST || memcmp(&bound[index], &wanted, sizeof wanted) == 0)
            hlcov_sequence_kill(instance);
    }
}

/* p LAST ...: a place, which has a last step or not. */
static void read_place(const RtSequence *sequence)
{
    RtSequence here = *sequence;
    char what;

    if (!number())
        here = (RtSequence){sequence->state, sequence->steps, sequence->values, NULL, NULL, NULL, 0};
    if (!hlcov_sequence_open(&here))
        exit(3);
    while (scanf(" %c", &what) == 1 && what != '.') {
        if (what == 's')
            read_step(&here);
        else
            read_kill(&here);
    }
    hlcov_sequence_close(&here);
}

/* n STEPS VALUES: a new trace. e: prints what is covered, then the environments. */
static void read_traces(void)
{
    RtSequence sequence = {state, 0, 0, &hlcov_u.b[0], &hlcov_u.b[1], SET, 1};
    char what;

    while (scanf(" %c", &what) == 1) {
        if (what == 'n') {
            forget(&sequence);
            sequence.steps = number();
            sequence.values = number();
        } else if (what == 'p') {
            read_place(&sequence);
        } else {
            print_found(&sequence);
        }
    }
}

/* ---- threads, processes, calls ---- */

static void *run_alone(void *unused)
{
    end(50); /* begun by another thread */
    begin(60);
    end(61);
    return unused;
}

static void run_threads(void)
{
    pthread_t threads[8];

    begin(40);
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, run_alone, NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    end(41);
}

static void run_fork(void)
{
    begin(1);
    begin(2);
    if (fork() == 0) {
        kill_one(1);
        end(10);
        _exit(0);
    }
    wait(NULL);
    end(20);
}

static void recurse(unsigned long depth)
{
    begin(depth);
    if (depth > 0)
        recurse(depth - 1);
    kill_one(depth);
    end(100 + depth);
}

/* ---- signals ---- */

static volatile unsigned long rounds;
static jmp_buf out;

/* Values below 1000 begin here, others there; what is bound at the end says where it was. */
static void handle(int unused)
{
    (void)unused;
    begin(rounds % 50);
    end(1);
    kill_one(rounds % 7);
    rounds++;
}

static void jump(int unused)
{
    handle(unused);
    if (rounds % 2)
        siglongjmp(out, 1);
}

static void with_signals(void (*handler)(int))
{
    struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(SIGALRM, &action, NULL);
    sigsetjmp(out, 1);
    setitimer(ITIMER_REAL, &often, NULL);
    while (rounds < 5000) {
        begin(1000 + rounds % 50);
        end(2);
        kill_one(1000 + rounds % 7);
    }
    setitimer(ITIMER_REAL, &never, NULL);
}

static void run_signals(void)
{
    with_signals(handle);
}

static void run_jumps(void)
{
    with_signals(jump);
}

/* Runs both halves deep in the stack. */
static __attribute__((noinline)) unsigned long deeper(unsigned long value)
{
    volatile char room[4096];

    room[0] = 0;
    begin(value);
    end(value);
    return value + room[0];
}

static __attribute__((noinline)) void leave_open(unsigned long depth)
{
    volatile char room[4096];
    RtSequence sequence = first_place();
    RtValue bound = {HTOL_TUPLE_UNSIGNED, depth};

    room[0] = 0;
    if (depth > 0)
        leave_open(depth - 1);
    if (!hlcov_sequence_open(&sequence))
        return;
    hlcov_sequence_step(&sequence, 1, 1, &bound);
    siglongjmp(out, 1 + room[0]);
}

/* A place that was left by a jump from deep in the stack is forgotten at once, one that is as high as all
 * others after a while. */
static void run_left_open(void)
{
    if (!sigsetjmp(out, 1))
        leave_open(4); /* at depth 0 */
    end(4);
    kill_one(0);
    begin(3);
    if (!sigsetjmp(out, 1))
        leave_open(0);
    for (unsigned long i = 0; i < 64; i++)
        deeper(5);
    deeper(6);
}

/* A predicate that calls what has places of its own: they are not steps. */
static void run_nested(void)
{
    RtSequence sequence = first_place();
    unsigned long *instance = NULL;

    begin(1);
    hlcov_sequence_open(&sequence);
    while ((instance = hlcov_sequence_next(&sequence, 1, instance)))
        deeper(7);
    hlcov_sequence_close(&sequence);
    end(2);
}

/* One instance, however often it begins. */
static void run_renewed(void)
{
    for (unsigned long i = 0; i < 2 * RT_SEQUENCE_ROOM; i++)
        begin(1);
    end(2);
}

/* Two killing labels at one place: the second is not asked about what the first one killed. */
static void run_killed_twice(void)
{
    RtSequence sequence = first_place();
    unsigned long *instance = NULL;

    begin(1);
    begin(2);
    hlcov_sequence_open(&sequence);
    instance = hlcov_sequence_next(&sequence, 1, NULL);
    hlcov_sequence_kill(instance);
    if (hlcov_sequence_next(&sequence, 1, NULL) == instance)
        abort();
    hlcov_sequence_close(&sequence);
    end(3);
}

/* Its only step is its last: what it binds is an environment at once. */
static void run_single(void)
{
    RtSequence sequence = last_place();
    RtValue bound[] = {{HTOL_TUPLE_UNSIGNED, 1}, {HTOL_TUPLE_UNSIGNED, 2}};

    sequence.steps = 1;
    hlcov_sequence_open(&sequence);
    hlcov_sequence_step(&sequence, 1, 2, bound);
    hlcov_sequence_close(&sequence);
}

/* Two labels of one place that are the same step. */
static void run_twice_at_once(void)
{
    RtSequence sequence = first_place();
    RtValue bound = {HTOL_TUPLE_UNSIGNED, 1};

    hlcov_sequence_open(&sequence);
    hlcov_sequence_step(&sequence, 1, 1, &bound);
    hlcov_sequence_step(&sequence, 1, 1, &bound);
    hlcov_sequence_close(&sequence);
    end(2);
}

/* More values than an instance has room for do not begin one. */
static void run_too_many(void)
{
    RtSequence sequence = first_place();
    RtValue bound[] = {{HTOL_TUPLE_UNSIGNED, 1}, {HTOL_TUPLE_UNSIGNED, 2}};

    begin(3);
    hlcov_sequence_open(&sequence);
    hlcov_sequence_step(&sequence, 1, 2, bound);
    hlcov_sequence_close(&sequence);
    end(4);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } ways[] = {{"traces", read_traces},  {"threads", run_threads}, {"fork", run_fork},
                {"signals", run_signals}, {"jumps", run_jumps},     {"left-open", run_left_open},
                {"nested", run_nested},   {"renewed", run_renewed}, {"killed-twice", run_killed_twice},
                {"single", run_single},   {"twice-at-once", run_twice_at_once}, {"too-many", run_too_many}};

    for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof *ways; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].run();
    if (argc > 1 && strcmp(argv[1], "recursion") == 0)
        recurse(4);
    return 7;
}
