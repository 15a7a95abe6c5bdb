/* Functions whose decisions an easy encoding of C gets wrong: before each, which outcomes are proved infeasible.
 * Others are covered when the program runs, but those behind the semicolon, which cannot be covered here. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern int hlcov_sink;
int hlcov_sink;
#define NOTE (hlcov_sink++)

/* for_init: d1=F */
static void for_init(int n)
{
    int i, limit;
    for (i = 0, limit = 3; i < n; i++)
        if (limit == 3)
            NOTE;
}

/* loop_changes: */
static void loop_changes(int n)
{
    int first = 1;
    while (n-- > 0) {
        if (first)
            NOTE;
        first = 0;
    }
    if (first)
        NOTE;
}

/* loop_keeps: d2=F */
static void loop_keeps(int n, int k)
{
    if (k != 7)
        return;
    while (n-- > 0)
        NOTE;
    if (k == 7)
        NOTE;
}

/* unsigned_wrap: d1=T d2=F */
static void unsigned_wrap(unsigned a)
{
    if (a - 1 > a)
        NOTE;
    if (a < 0)
        NOTE;
    if (a + 0u >= 0)
        NOTE;
}

/* signed_of_unsigned: d1=F */
static void signed_of_unsigned(int a, unsigned b)
{
    if (a < 0)
        if (a > 0u)
            NOTE;
    if (a < b)
        NOTE;
}

/* chars: d1=T */
static void chars(int a)
{
    unsigned char u = (unsigned char)a;
    signed char s = (signed char)a;
    if (u == s)
        NOTE;
    if (u > 255)
        NOTE;
    if (s < 0)
        NOTE;
    if (u + 1 == 256)
        NOTE;
    u++;
    if (u == 0)
        NOTE;
}

/* conversions: d1=T d3=F */
static void conversions(long long a)
{
    int low = (int)a;
    short small = (short)low;
    if (low == a)
        NOTE;
    if (a > 5 && a < 9 && low != a)
        NOTE;
    if ((unsigned)low == (unsigned long long)low)
        NOTE;
    if (small == (short)a)
        NOTE;
    if (_Generic(small, short: 1, default: 0) && small != low)
        NOTE;
}

/* shifts: d1=T */
static void shifts(int a, unsigned b)
{
    if (a >> 31 == -1)
        NOTE;
    if (b >> 31 > 1)
        NOTE;
    if (b << 1 < b)
        NOTE;
    if ((1 << (a & 31)) < 0)
        NOTE;
}

/* division: d2=T */
static void division(int a, int b)
{
    if (b == 0)
        return;
    if (a % b < 0)
        NOTE;
    if (a / 2 * 2 == a + 2)
        NOTE;
}

/* parameters: */
static void parameters(int a[2], int b[2])
{
    a[0] = 1;
    b[0] = 2;
    if (a[0] == 1)
        NOTE;
}

/* aliases: */
static void aliases(int *p, int *q)
{
    *p = 1;
    *q = 2;
    if (*p == 1)
        NOTE;
}

/* one_pointer: d0=F */
static void one_pointer(int *p)
{
    *p = 1;
    if (*p == 1)
        NOTE;
}

static int shared;

static void change(int value)
{
    shared = value;
}

/* called: */
static void called(int value)
{
    shared = 1;
    change(value);
    if (shared == 1)
        NOTE;
}

/* address_taken: */
static void address_taken(int value)
{
    int local = 1;
    int *p = value > 1 ? &local : &shared;
    *p = 2;
    if (local == 1)
        NOTE;
}

/* members: d0=F */
static void members(int value)
{
    struct { int a, b; } pair;
    union { int a; short b; } both;
    pair.a = 1;
    pair.b = value;
    if (pair.a == 1)
        NOTE;
    both.a = 1;
    both.b = (short)value;
    if (both.a == 1)
        NOTE;
}

struct nested {
    union {
        struct { int x, y; };
        struct { int z; int w; };
        short halves[4];
    };
};

/* unnamed_members: */
static void unnamed_members(int value)
{
    struct nested n;
    n.x = 1;
    n.w = 1;
    n.y = value;
    if (n.w == 1)
        NOTE;
    n.halves[0] = (short)value;
    if (n.x == 1)
        NOTE;
}

union overlapping {
    struct { char low, high; };
    struct { int whole; };
};

/* overlapping_members: */
static void overlapping_members(int value)
{
    union overlapping u;
    u.whole = 0;
    u.high = (char)value;
    if (u.whole == 0)
        NOTE;
}

/* bit_fields: d0=T */
static void bit_fields(unsigned value)
{
    struct { unsigned three : 3; int two : 2; } bits;
    bits.three = value;
    bits.two = (int)value & 3;
    if (bits.three > 7)
        NOTE;
    if (bits.two < 0)
        NOTE;
    if (bits.three == value)
        NOTE;
}

/* elements: d0=F */
static void elements(int i, int j)
{
    int a[4] = {0};
    a[1] = 1;
    a[2] = 5;
    if (a[1] == 1)
        NOTE;
    a[i & 3] = 2;
    a[j & 3] = 3;
    if (a[i & 3] == 2)
        NOTE;
}

/* short_circuit: d1=T */
static void short_circuit(int a)
{
    int b = 0;
    if (a && (b = 1))
        NOTE;
    if (!a && b)
        NOTE;
    if (b)
        NOTE;
}

/* jumps: */
static void jumps(int n)
{
    int x = 0;
again:
    if (x == 2)
        NOTE;
    x++;
    if (x < n)
        goto again;
}

/* into_loop: */
static void into_loop(int n)
{
    int x = 5;
    switch (n & 1) {
    case 0:
        while (n > 0) {
            x = 0;
            /* fall through */
    case 1:
            if (x == 5)
                NOTE;
            x = n--;
        }
    }
}

/* cases: d0=F d2=T */
static void cases(int n)
{
    switch (n) {
    case 1:
        if (n == 1)
            NOTE;
        /* fall through */
    case 2:
        if (n == 1)
            NOTE;
        break;
    default:
        if (n == 2)
            NOTE;
    }
}

/* unordered: d0=F; d1=F */
static void unordered(int n)
{
    int x = n;
    int y = x + (x = 1, x);
    if (x == 1)
        NOTE;
    if (y == 2)
        NOTE;
    (void)y;
}

/* volatiles: ; d0=F */
static void volatiles(int n)
{
    volatile int x = n;
    int y = x;
    if (y == x)
        NOTE;
    if (y > 0)
        NOTE;
}

/* breaks: d4=F */
static void breaks(int n)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        found = i;
        if (i == 3)
            break;
    }
    if (found == 3)
        NOTE;
    do {
        found = 1;
    } while (--n > 0);
    if (found)
        NOTE;
}

/* floats: */
static void floats(double x)
{
    if (x == x)
        NOTE;
    if (x > 1 && x < 3)
        NOTE;
}

/* chosen: ; d0=F */
static void chosen(int n)
{
    int x = 4;
    int *p = _Generic(n, int: &x, default: &shared);
    *p = 5;
    if (x == 5)
        NOTE;
    int y = n;
    (void)_Generic(n, int: y = 3, default: 0);
    if (y == n)
        NOTE;
}

static void end(int *x)
{
    shared = *x;
}

/* cleanups: */
static void cleanups(int n)
{
    shared = 1;
    {
        __attribute__((cleanup(end))) int x = n;
        NOTE;
    }
    if (shared == 1)
        NOTE;
}

/* statements: d0=F */
static void statements(int n)
{
    int m = ({ int k = n & 1; k + 1; });
    if (m > 0)
        NOTE;
    while (n < 50) {
        n += ({ if (n == 20) break; 30; });
        NOTE;
    }
    if (n == 20)
        NOTE;
}

/* nothing_after: d0=T d0=F */
static void nothing_after(int n)
{
    return;
    if (n)
        NOTE;
}

static int ends(int n)
{
    if (n)
        _exit(0);
    return n;
}

static int take(int n, int k)
{
    return n + k;
}

/* Which argument comes first, compilers choose: gcc begins with the last, and it ends the program. */
/* in_any_order: ; d1=T d1=F */
static void in_any_order(int n)
{
    if (fork() == 0)
        hlcov_sink += take(n > 0 ? 1 : 2, (n > 0 ? NOTE : (NOTE, NOTE), ends(1)));
}

static void all(int n, int m)
{
    int one = 1, other = 2, both[2], pair[2];
    for_init(n & 15), loop_changes(n & 7), loop_keeps(n & 3, m), loop_keeps(3, 7);
    unsigned_wrap((unsigned)n), signed_of_unsigned(n, (unsigned)m), chars(n), conversions(n), shifts(n, (unsigned)m);
    conversions((long long)n << 32 | m), division(n, m), called(m), address_taken(n), members(n);
    bit_fields((unsigned)n);
    parameters(both, both), parameters(both, pair);
    aliases(&one, &one), aliases(&one, &other), one_pointer(&one), elements(n, m), short_circuit(n & 1), jumps(n & 7);
    unnamed_members(m), overlapping_members(m), into_loop(n & 7), cases(n), unordered(n), volatiles(n), cleanups(n);
    chosen(n), breaks(n & 7), floats(n), statements(n);
    floats(0. / (n & 1)), nothing_after(n);
}

int main(void)
{
    static const int values[] = {0,  1,   20,  2,   3,   4,   5,    6,     7,     8,      60,        127,    128,
                                 -1, 255, 256, 200, 511, 1000, 32768, 65535, 100000, INT_MAX, INT_MIN, -7};
    const size_t n = sizeof values / sizeof *values;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            all(values[i] & 0x3fffffff, values[k]), all(values[k], values[i] & 0xffff);
    in_any_order(1), in_any_order(0);
    return 0;
}
