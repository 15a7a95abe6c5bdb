/* A program that adds tuples to its set in the way that its first argument says. The tuple of a number is
 * told by fill() alone: what must be in the set afterwards, `expect` prints without the runtime for the
 * numbers that it reads. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rt/values.h"

enum { MOST_VALUES = 5 };

/* Values of the tuple of that number, and how many. */
static unsigned long fill(unsigned long number, RtValue *values)
{
    unsigned long count = number % MOST_VALUES;

    values[0].kind = HTOL_TUPLE_UNSIGNED;
    values[0].bits = number;
    for (unsigned long i = 1; i <= count; i++) {
        values[i].kind = i % 3;
        values[i].bits = number / (i * 2) - i;
    }
    return count + 1;
}

static void add(unsigned long number)
{
    RtValue values[MOST_VALUES + 1];
    unsigned long count = fill(number, values);

    hlcov_add(SET, number % 7, count, values);
}

static void expect(unsigned long number)
{
    RtValue values[MOST_VALUES + 1];
    unsigned long count = fill(number, values);

    printf("01 %lu", number % 7);
    for (unsigned long i = 0; i < count; i++)
        printf(" %lu:0:%lx", values[i].kind, values[i].bits);
    putchar('\n');
}

static void expect_what_is_read(void)
{
    unsigned long number;

    while (scanf("%lu", &number) == 1)
        expect(number);
}

/* ---- threads and processes ---- */

static unsigned long n_tuples;

/* All of them, each three times, in an order of its own. */
static void *add_all(void *start)
{
    unsigned long step = 2 * (unsigned long)start + 1; /* n_tuples is a power of two */

    for (unsigned long i = 0; i < 3 * n_tuples; i++)
        add((i * step + (unsigned long)start * 977) % n_tuples);
    return start;
}

static void run_threads(unsigned long count, unsigned long first)
{
    pthread_t threads[64];

    for (unsigned long i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, add_all, (void *)(first + i));
    for (unsigned long i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

static void run_processes(unsigned long processes, unsigned long threads)
{
    for (unsigned long i = 0; i < processes; i++) {
        if (fork() == 0) {
            run_threads(threads, i * threads);
            _exit(0);
        }
    }
    while (wait(NULL) > 0)
        continue;
}

/* ---- acknowledged, then killed ---- */

/* Every other number is one that other workers add too. */
static void acknowledge_all(unsigned long worker)
{
    for (unsigned long i = 0; i < 2000; i++) {
        unsigned long number = i % 2 ? i : 10000 + worker * 10000 + i;
        char line[16];
        int size = sprintf(line, "%08lu\n", number);

        add(number);
        if (write(1, line, (size_t)size) != size)
            exit(1);
        for (volatile int k = 0; k < 1000; k++)
            continue;
    }
    sleep(5);
}

/* All its life. */
static void add_for_ever(void)
{
    for (unsigned long number = 0;; number = (number + 1) % 1000) {
        add(number);
        if (number == 0 && write(1, "\n", 1) != 1)
            exit(1);
    }
}

/* ---- pointers ---- */

static int object;

static void add_pointers(unsigned long source)
{
    RtValue values[] = {{HTOL_TUPLE_POINTER, (unsigned long)&object},
                        {HTOL_TUPLE_POINTER, 0},
                        {HTOL_TUPLE_CODE, (unsigned long)add_pointers},
                        {HTOL_TUPLE_CODE, 0},
                        {HTOL_TUPLE_CODE, (unsigned long)signal}};

    for (unsigned long i = 0; i < 2; i++)
        hlcov_add(SET, source, sizeof values / sizeof *values, values);
}

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static void print_pointers(void)
{
    printf("%lx %lx %lx\n", (unsigned long)&object, (unsigned long)add_pointers - (unsigned long)__ehdr_start,
           (unsigned long)signal);
}

/* To where no object is loaded: a program may have made code itself. */
static void add_wild_code(void)
{
    RtValue value = {HTOL_TUPLE_CODE, 0x10};

    hlcov_add(SET, 1, 1, &value);
}

/* A tuple that is too long, and one that is not. */
static void add_long(void)
{
    RtValue values[HTOL_MOST_TUPLE_VALUES + 1] = {{HTOL_TUPLE_UNSIGNED, 1}};

    hlcov_add(SET, 1, HTOL_MOST_TUPLE_VALUES + 1, values);
    hlcov_add(SET, 1, HTOL_MOST_TUPLE_VALUES, values);
}

/* A process, its child and its grandchild. */
static void fork_twice(void)
{
    add_pointers(1);
    if (fork() == 0) {
        add_pointers(2);
        if (fork() == 0) {
            add_pointers(3);
            _exit(0);
        }
        wait(NULL);
        add_pointers(4);
        _exit(0);
    }
    wait(NULL);
    add_pointers(5);
}

/* ---- before the runtime starts ---- */

static int is(const char *name, const char *wish)
{
    return strcmp(name, wish) == 0;
}

static void before_all(int argc, char **argv, char **environment)
{
    (void)environment;
    if (argc > 1 && is(argv[1], "early"))
        add_pointers(1);
    for (unsigned long number = 0; argc > 1 && is(argv[1], "early-flood") && number < 5000; number++)
        add(number);
    if (argc > 1 && is(argv[1], "early-slot"))
        HIT(3);
}

__attribute__((section(".preinit_array"), used)) static void (*const hook)(int, char **,
                                                                           char **) = before_all;

/* ---- ways ---- */

static unsigned long number_of(char **argv, int i)
{
    return argv[i] ? strtoul(argv[i], NULL, 10) : 0;
}

int main(int argc, char **argv)
{
    const char *wish = argc > 1 ? argv[1] : "";
    unsigned long first = argc > 2 ? number_of(argv, 2) : 0;
    unsigned long second = argc > 3 ? number_of(argv, 3) : 0;

    n_tuples = 1024;
    if (is(wish, "expect"))
        expect_what_is_read();
    if (is(wish, "range"))
        for (unsigned long number = first; number < second; number++)
            add(number);
    if (is(wish, "run"))
        run_processes(first, second);
    if (is(wish, "acknowledge"))
        acknowledge_all(first);
    if (is(wish, "for-ever"))
        add_for_ever();
    if (is(wish, "fork"))
        fork_twice();
    if (is(wish, "fork"))
        print_pointers();
    if (is(wish, "early"))
        add_pointers(1);
    if (is(wish, "wild-code"))
        add_wild_code();
    if (is(wish, "long"))
        add_long();
    return 7;
}
