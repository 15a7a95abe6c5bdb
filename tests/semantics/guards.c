/* Conditions that must not be evaluated unless what stands before them is true. usage: guards NAME, prints
 * what each evaluation gave and which floating-point exceptions were raised; knows nothing of coverage.
 *
 * Compiled with -DNAIVE it evaluates all conditions of each decision beforehand, in the way that hlcov must
 * not. */
#include <fenv.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

#ifdef NAIVE
extern unsigned char seen[4];
unsigned char seen[4];
#define GUARDED(guard, guarded)                                                                              \
    (__atomic_store_n(seen + ((guard) != 0) + 2 * ((guarded) != 0), 1, 0), (guard) && (guarded))
#else
#define GUARDED(guard, guarded) ((guard) && (guarded))
#endif

#define APART __attribute__((noinline, noipa))

struct pair {
    int has, value;
    _Bool flag;
};

union mixed {
    int number;
    _Bool flag;
    float real;
};

extern int missing __attribute__((weak));
static struct pair last;
static void *volatile nowhere;
static int calls;

APART static int seven(void)
{
    __asm__ volatile("");
    return 7;
}

APART static int unset(int have)
{
    int x;
    if (have)
        x = seven();
    if (GUARDED(have, x > 3))
        return 1;
    return 0;
}

static struct pair make(int has)
{
    struct pair made;
    made.has = has;
    if (has) {
        made.value = 9;
        made.flag = 1;
    }
    return made;
}

APART static int part_of_local(int has)
{
    struct pair made = make(has);
    if (GUARDED(made.has, made.value > 3))
        return 1;
    return 0;
}

static int take(struct pair taken)
{
    if (GUARDED(taken.has, taken.flag))
        return 1;
    return 0;
}

APART static int part_of_parameter(int has)
{
    return take(make(has));
}

APART static int part_of_static(int has)
{
    last = make(has);
    if (GUARDED(last.has, last.flag))
        return 1;
    return last.has ? 2 : 3;
}

APART static int shift(int n, int m)
{
    if (GUARDED(n < 32, (1 << n) & m))
        return 1;
    return 0;
}

/* What gcc makes of the early addition is that `at` is never INT_MAX: the loop goes on. */
APART static int overflow(int at, long end)
{
    int steps = 0;
    while (GUARDED(at < INT_MAX, (long)(at + 1) != end)) {
        at++;
        if (++steps > 100)
            return -1;
    }
    return steps;
}

APART static int negate(int n, int more)
{
    if (GUARDED(n != INT_MIN, -n > more))
        return 1;
    return n == INT_MIN ? 2 : 3;
}

APART static int divide(int n, int by)
{
    if (GUARDED(by != 0, n / by > 3))
        return 1;
    return 0;
}

APART static int deref(const int *p)
{
    if (GUARDED(p, *p > 3))
        return 1;
    return p ? 2 : 3;
}

APART static int member(const struct pair *p)
{
    if (GUARDED(p != NULL, p->value > 3))
        return 1;
    return 0;
}

APART static int element(const int *values, unsigned long at)
{
    if (GUARDED(at<4, values[at]> 3))
        return 1;
    return 0;
}

APART static int conversion(double d)
{
    if (GUARDED(d < 100, (int)d & 1))
        return 1;
    return 0;
}

APART static int unordered(double a, double b)
{
    if (GUARDED(a == a, a < b))
        return 1;
    return 0;
}

APART static int inexact(int n, double by)
{
    if (GUARDED(n<10, by / 3> 0.5))
        return 1;
    return 0;
}

/* 2^24 + 1 is no float. */
APART static int narrow(int n, float f)
{
    if (GUARDED(n < 100, n == f))
        return 1;
    return 0;
}

APART static int tagged(int is_flag, const union mixed *from)
{
    union mixed value = *from;
    if (GUARDED(is_flag, value.flag))
        return 1;
    return 0;
}

APART static int weak(void)
{
    if (GUARDED(&missing != NULL, missing > 3))
        return 1;
    return 0;
}

static int counted(int n)
{
    calls++;
    return n;
}

APART static int effects(int n)
{
    if (GUARDED(n > 3, counted(n)))
        return 1;
    return calls;
}

/* A guarded condition and its guard, false and true. */
static int try(const char *name)
{
    static const int values[] = {1, 2, 3, 9};
    static const struct pair pair = {1, 9, 1};
    static const union mixed mixed[] = {{.number = 7}, {.flag = 1}};
    int nine = 9;
#define IS(what) (strcmp(name, #what) == 0)
    if (IS(unset))
        return unset(0) * 10 + unset(1);
    if (IS(part_of_local))
        return part_of_local(0) * 10 + part_of_local(1);
    if (IS(part_of_parameter))
        return part_of_parameter(0) * 10 + part_of_parameter(1);
    if (IS(part_of_static))
        return part_of_static(0) * 10 + part_of_static(1);
    if (IS(shift))
        return shift(40, 256) * 10 + shift(8, 256);
    if (IS(overflow))
        return overflow(INT_MAX - 3, 5) * 10 + overflow(1, 5);
    if (IS(negate))
        return negate(INT_MIN, 3) * 10 + negate(-9, 5);
    if (IS(divide))
        return divide(9, 0) * 10 + divide(9, 2);
    if (IS(deref))
        return deref(nowhere) * 10 + deref(&nine);
    if (IS(member))
        return member(nowhere) * 10 + member(&pair);
    if (IS(element))
        return element(values, 1ul << 40) * 10 + element(values, 3);
    if (IS(conversion))
        return conversion(1e30) * 10 + conversion(7);
    if (IS(unordered))
        return unordered(__builtin_nan(""), 1) * 10 + unordered(1, 2);
    if (IS(inexact))
        return inexact(99, 2) * 10 + inexact(99, 6);
    if (IS(narrow))
        return narrow(16777217, 1) * 10 + narrow(7, 7);
    if (IS(tagged))
        return tagged(0, &mixed[0]) * 10 + tagged(1, &mixed[1]);
    if (IS(weak))
        return weak();
    if (IS(effects))
        return effects(1) * 10 + effects(7);
    return -1;
}

int main(int argc, char **argv)
{
    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 1; i < argc; i++) {
        int result = try(argv[i]);
        printf("%s %d %d %d\n", argv[i], result, !!fetestexcept(FE_INVALID), !!fetestexcept(FE_INEXACT));
    }
    return 0;
}
