/* A program with one of each construct that a strong build writes: statements of all kinds, loops, jumps, returned
 * values of all types. It prints what its functions return; it has no macros, so that each expression is where it
 * seems. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;
typedef unsigned long word;
typedef const char *text;
struct flags {
    unsigned low : 3, high : 5;
    int signed_part : 4;
};
enum colour { RED, GREEN = 5, BLUE };
static int counter;
static int step(int by)
{
    static int total = 3;
    total += by;
    counter++;
    return total;
}
static bool is_even(int n)
{
    if (n < 0)
        return !(n & 1);
    return n % 2 == 0;
}
static byte narrow(int n)
{
    byte b = (byte)n;
    b += 3;
    return b;
}
static word wide(unsigned n)
{
    word sum = 0;
    for (unsigned i = 0; i < n; i++) {
        if (i == 3)
            continue;
        if (i > 7)
            break;
        sum += (word)i << 3;
    }
    return sum;
}
static text named(enum colour colour)
{
    switch (colour) {
    case RED:
        counter += 2;
    case GREEN: return "green or red";
    case BLUE: break;
    default: return NULL;
    }
    return "blue";
}
static double half(float f, int n)
{
    double d = f / 2;
    if (n && f > 1.5f)
        d -= 0.25;
    else if (!n || d == 0)
        d = -d;
    return d;
}
static int bits(unsigned n)
{
    struct flags flags = {n & 7, n >> 3 & 31, 0};
    flags.low ^= 5;
    flags.signed_part = (int)(n & 7);
    return flags.low + (int)flags.high * 10 - flags.signed_part;
}
static int jumps(int n)
{
    int tries = 0;
again:
    tries++;
    if (n > 100)
        goto out;
    n *= 3;
    if (tries < 6)
        goto again;
out:
    return n - tries;
}
static int computed(int n)
{
    static void *const places[] = {&&zero, &&one, &&two};
    int sum = n;
    goto *places[n < 0 || n > 2 ? 0 : n];
two:
    sum += 20;
one:
    sum += 10;
zero:
    return sum;
}
static int device(int n)
{
    int sum = 0, rounds = (n + 3) / 4;
    if (n <= 0 || n > 40)
        return 0;
    switch (n % 4) {
    case 0:
        do {
            sum += 1;
        case 3: sum += 2;
        case 2: sum += 3;
        case 1: sum += 4;
        } while (--rounds > 0);
    }
    return sum;
}
static long chosen(int n, long *at)
{
    long *p = n & 1 ? at : at + 1, *end = at + 2;
    if (p != 0 && *p > 1)
        *p = *p * 2 - n;
    for (; p < end; p++)
        counter += (int)(p - at);
    return (n ?: 7) + at[0] - at[1];
}
static int inner(int n)
{
    int m = ({
        int k = n;
        if (k > 2)
            k -= 2;
        k * k;
    });
    while (m > 10)
        m -= 7;
    return m, m + 1;
}
static void sorted(int *v, int n)
{
    if (n < 2)
        return;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && v[j - 1] > v[j]; j--) {
            int t = v[j];
            v[j] = v[j - 1];
            v[j - 1] = t;
        }
}
static int search(const int *v, int n, int wanted)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (v[middle] == wanted)
            return middle;
        if (v[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
static unsigned mixed(unsigned u, int n)
{
    unsigned h = u ^ 0x9e3779b9u;
    h = (h << 5 | h >> 27) + (unsigned)n;
    h = h % 1000 | 1;
    return ~h & 0xffff;
}
static int nearest(const int *v, int n, int wanted)
{
    int best = 0;
    for (int i = 1; i < n; ++i)
        if (abs(v[i] - wanted) < abs(v[best] - wanted) && (v[i] >= 0 || wanted < 0))
            best = i;
    return best;
}
/* Heads, and what tells a function its name. */
static int counted(void)
{
    static int calls;
    const char *name = __func__;
    calls += 2;
    if (name[0] != 'c' || sizeof __FUNCTION__ != sizeof "counted")
        return -calls;
    return calls;
}
static int old(a, c)
    int a;
    char c;
{
    if (a > c)
        return a - c;
    return c + 1;
}
static inline int doubled(int n)
{
    return n + n;
}
int down(int n)
{
    return n <= 0 ? 0 : 1 + down(n - 2);
}
struct pair {
    int one, other;
};
static struct pair turned(struct pair p)
{
    int kept = p.one;
    p.one = p.other + 1;
    p.other = kept;
    return p;
}
static long summed(int n, int v[n])
{
    long sum = 0;
    while (n > 0)
        sum += v[--n];
    return sum;
}
static __attribute__((__noinline__)) int shaped(int n)
{
    return n > 3 && n < 7 ? doubled(n) : old(n, 'a' - 95);
}
static int (*picked(int n))(int)
{
    if (n > 2)
        return down;
    return doubled;
}
int main(void)
{
    int v[6] = {5, -3, 9, 0, 9, 2};
    long at[2] = {4, 6};
    for (int n = -2; n < 9; n++) {
        printf("%d %d %d %d\n", step(n), is_even(n), narrow(n * 50), n);
        printf("%lu %s %g\n", wide((unsigned)n & 15), named((enum colour)n) ? named((enum colour)n) : "-",
               half((float)n / 2, n & 2));
        printf("%d %d %d %d\n", bits((unsigned)n & 255), jumps(n), computed(n), device(n));
        printf("%ld %d %u %d\n", chosen(n & 3, at), inner(n), mixed((unsigned)n * 77, n), counter);
        printf("%d\n", nearest(v, 6, n));
        printf("%d %d %d %d ", counted(), old(n, 'c'), shaped(n), picked(n)(n));
        printf("%d %ld\n", turned((struct pair){n, 2}).one, summed((n & 3) + 1, v));
    }
    sorted(v, 6);
    for (int i = 0; i < 6; i++)
        printf("%d:%d ", v[i], search(v, 6, v[i] + (i == 2)));
    putchar('\n');
    at[0] = at[1] = 4;
    return counter > 50 ? (int)at[0] : 1;
}
