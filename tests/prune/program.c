/* Functions of which more is known by what they call, and by what they are called with. Before each, which outcomes of
 * its decisions are infeasible by itself; behind the semicolon, which cannot be covered, but are not proved; behind the
 * bar, which are infeasible in this program. All others are covered when it runs. */
#include <setjmp.h>
#include <stddef.h>

extern int hlcov_sink;
int hlcov_sink;
#define NOTE (hlcov_sink++)

static int shared;
static jmp_buf place;

/* clamp: */
static int clamp(int n)
{
    if (n < 0)
        return 0;
    if (n > 9)
        return 9;
    return n;
}

/* clamped: | d0=T d3=F */
static void clamped(int n)
{
    if (clamp(n) > 9)
        NOTE;
    if (clamp(n) == 4)
        NOTE;
    if (clamp(n) + clamp(n) == 18)
        NOTE;
    if (clamp(clamp(n)) == clamp(n))
        NOTE;
}

static int third(int n)
{
    return n & 3;
}

static int second(int n)
{
    return third(n);
}

static int first(int n)
{
    return second(n);
}

/* deep: ; d1=T | d0=T */
static void deep(int n)
{
    if (second(n) > 3)
        NOTE;
    if (first(n) > 3)
        NOTE;
}

static int narrow(unsigned char c)
{
    return c;
}

static unsigned char cut(int n)
{
    return n;
}

/* converted: d1=T | d0=T */
static void converted(int n)
{
    if (narrow(n) > 255)
        NOTE;
    if (cut(n) > 255)
        NOTE;
    if (narrow(n) == n)
        NOTE;
}

static void change(int value)
{
    shared = value;
}

/* globals: | d0=F */
static void globals(int n)
{
    change(4);
    if (shared == 4)
        NOTE;
    change(n);
    if (shared == 4)
        NOTE;
}

static void set(int *p, int value)
{
    *p = value;
}

/* stored: */
static void stored(int n)
{
    int x = 1;
    set(&x, n);
    if (x == 1)
        NOTE;
}

static int next(void)
{
    static int last;
    return last++;
}

/* statics: ; d2=F | d1=T */
static void statics(void)
{
    if (next() == 0)
        NOTE;
    int one = next();
    if (one % 3 == next() % 3)
        NOTE;
    if (one % 2 == next() % 2)
        NOTE;
}

static void stop_if(int n)
{
    if (n > 5)
        longjmp(place, 1);
}

/* stopped: | d0=T */
static void stopped(int n)
{
    stop_if(n);
    if (n > 5)
        NOTE;
    if (n == 5)
        NOTE;
}

static int unset(int n, int which)
{
    switch (which) {
        int y;
    case 0:
        y = n;
        return y;
    case 1:
        y = 3;
        /* fall through */
    default:
        return which == 1 ? y : n;
    }
}

/* branches: | d1=F */
static void branches(int n)
{
    if (unset(n, 0) == 3)
        NOTE;
    if (unset(n, 1) == 3)
        NOTE;
}

static int jumps(int n)
{
again:
    if (n > 10) {
        n -= 10;
        goto again;
    }
    return n;
}

static int loops(int n)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (i == 7)
            return 7;
        k = i;
    }
    return k;
}

/* wanders: ; d0=T */
static void wanders(int n)
{
    if (jumps(n) > 10)
        NOTE;
    if (loops(n) == 7)
        NOTE;
    int k = 0;
    while (k < 3) {
        if (loops(k) > 0)
            NOTE;
        k++;
    }
}

/* given: | d0=T */
static void given(int n)
{
    if (n > 7)
        NOTE;
    if (n == 7)
        NOTE;
    n = shared;
    if (n > 7)
        NOTE;
}

/* united: | d0=T */
static void united(int a, int b)
{
    if (a == b)
        NOTE;
    if (a == 1)
        NOTE;
    if (a + b == 3)
        NOTE;
}

/* guarded: | d0=T */
static void guarded(int n)
{
    if (n <= 3)
        NOTE;
}

/* by_pointer: */
static void by_pointer(int n)
{
    if (n < 0)
        NOTE;
}

static void (*pointers[])(int) = {by_pointer};

/* by_value: */
static void by_value(int n)
{
    if (n < 0)
        NOTE;
}

/* unused: | d0=T d0=F */
static void unused(int n)
{
    if (n)
        NOTE;
}

/* recursive: */
static void recursive(int n)
{
    if (n > 100)
        NOTE;
    if (n > 0 && n < 1000)
        recursive(n * 20);
}

/* counted: */
static void counted(int n)
{
    if (n > 2)
        NOTE;
}

/* addressed: | d0=F */
static void addressed(int n)
{
    int *p = &n;
    if (n == 1)
        NOTE;
    *p = shared;
    if (n == 1)
        NOTE;
}

/* chosen: */
static void chosen(int n)
{
    if (n < 0)
        NOTE;
}

/* odd: | d1=T */
static void odd(int n)
{
    if (n > 0)
        NOTE;
    if (n % 2 == 0)
        NOTE;
}

static void callers(int n)
{
    given(n & 7);
    united(1, 2), united(2, 1), united(5, n | 8);
    if (n > 3)
        guarded(n);
    by_pointer(n & 7);
    pointers[0](n);
    void (*f)(int) = by_value;
    f(n);
    by_value(3);
    recursive(3);
    for (int i = 0; i < 5; i++)
        counted(i);
    addressed(1);
    chosen(n & 1);
    _Generic(n, int: chosen, default: by_value)(n);
    odd(n | 1);
}

static void all(int n)
{
    clamped(n), deep(n), converted(n), globals(n), stored(n), statics(), branches(n), wanders(n);
    if (!setjmp(place))
        stopped(n);
    shared = n;
    callers(n);
}

int main(void)
{
    static const int values[] = {0,  1,  2,   3,   4,    5,     6,      7,       8,          9,         10,
                                 11, 20, 127, 128, 1000, 65535, 100000, 0xfffff, 0x3fffffff, -1000, -1,
                                 -7};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        all(values[i]);
    return 0;
}
