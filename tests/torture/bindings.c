/* Labels that bind values of every type, whose evaluation may be unsafe, and that are steps of sequences: see
 * tests/cc/objectives.sh, which knows what must be recorded. What it prints must not depend on labels. */
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

enum small { NONE, SOME = 7 };
enum negative { BELOW = -3, ABOVE };

struct bits {
    unsigned three : 3;
    signed minus : 4;
    _Bool flag : 1;
    unsigned long long wide : 40;
};

struct pair {
    int first;
    double second;
};

typedef int number;
static number global = 5;
static int table[4] = {10, 20, 30, 40};

static int square(int x) { return x * x; }
//! pure square

/* ---- types ---- */

static void integers(void)
{
    char c = 'x';
    signed char sc = -1;
    unsigned char uc = 255;
    short s = -300;
    unsigned short us = 65535;
    long l = LONG_MIN;
    unsigned long ul = ULONG_MAX;
    long long ll = LLONG_MAX;
    size_t size = sizeof(int);
    const number n = 3;
    register int r = 4;
    //! label Integers { c = c, sc = sc, uc = uc, s = s, us = us, l = l, ul = ul, ll = ll, size = size, n = n,
    //!                  r = r, g = global, sum = s + us, literal = 077u, character = '\'', f = square(n) } : 1;
    printf("%d\n", c + sc + uc + s + us + (l < 0) + (ul > 0) + (ll > 0) + (int)size + n + r);
}

static void others(double d, float f)
{
    long double ld = d;
    enum small some = SOME;
    enum negative below = BELOW;
    _Bool truth = 1;
    struct bits bits = {5, -2, 1, 1ull << 39};
    struct pair pair = {1, 0.25};
    const int *null = NULL;
    int (*function)(int) = square, (*no_function)(int) = NULL;
    //! label Floats { d = d, f = f, ld = ld, half = pair.second * 2, nan = d - d } : f > 1;
    printf("%g\n", d + f + (double)ld);
    //! label Enums { some = some, below = below, constant = ABOVE, truth = truth, less = d < f } : some == SOME;
    //! label Bits { three = bits.three, minus = bits.minus, flag = bits.flag, wide = bits.wide } : bits.flag;
    printf("%d\n", some + below + truth + bits.three);
    //! label Pointers { p = &pair, null = null, t = table, s = "s", f = function, n = no_function, m = &table[2] } : 1;
    printf("%d\n", function(pair.first) + (null != no_function));
}

/* ---- what could trap ---- */

static int unsafe(const struct pair *pair, int divisor, int index)
{
    //! label Member { first = pair->first } : pair->second > 0;
    //! label Quotient { q = 100 / divisor, r = (-2147483647 - 1) % divisor } : 1;
    //! label Element { e = table[index] } : table[index] > 10;
    //! label Guarded { first = pair->first } : pair != 0 && pair->first == 1;
    //! label Half { q = 100 / divisor } : divisor < 50;
    return divisor + index + (pair ? pair->first : 0);
}

/* ---- sequences ---- */

static int all_uses(int n)
{
    int sum = 0;
    //! label D1 : 1
    for (int i = 1; i <= n; i++) {
        if (i % 2)
            //! label U1 : 1
            sum += i;
        if (i == 4) {
            sum = 0;
            //! label D2 : 1
        }
    }
    //! label U2 : 1
    return sum;
}
//! hyper All_uses : [ D1 -!D2-> U1 ] . [ D1 -!D2-> U2 ] . [ D2 -!D1-> U1 ] . [ D2 -!D1-> U2 ];

static void cells(int i, int k, int j)
{
    //! label Write { defined = i, at = (double)i / 2 } : 1;
    table[i] = 1;
    //! label Overwritten : k == defined && at >= 0;
    table[k] = 2;
    //! label Read { used = j } : 1;
    printf("%d\n", table[j]);
}
//! hyper Cell : < [ Write -!Overwritten-> Read ] | defined == used >;

static int nest(int n)
{
    //! label In { depth = n } : n != 1;
    if (n > 0)
        nest(n - 1);
    //! label Out { left = n } : n != 2;
    return n;
}
//! hyper Nested : < [ In --> Out --> Out_again ] | depth == left >;
//! label Out_again at nest@return { again = n, r = \result } : n == 3;

/* Three steps at one place: what a place begins it does not continue. */
static void thrice(int n)
{
    for (int i = 0; i < n; i++)
        //! label Same { i = i } : 1
        printf("%d\n", i);
}
//! label Same_too at bindings.c:128 { too = i } : i > 0;
//! hyper Thrice : [ Same --> Same_too ];

int main(void)
{
    struct pair pair = {1, 0.25};
    integers();
    others(0.1, 1.5f);
    others(HUGE_VAL, 0.5f);
    printf("%d\n", unsafe(&pair, 3, 2) + unsafe(NULL, 0, 9) + unsafe(&pair, -1, -1) + unsafe(NULL, 60, 3));
    printf("%d %d\n", all_uses(3), all_uses(5));
    cells(1, 2, 1);
    cells(3, 3, 3);
    cells(0, 2, 2);
    nest(3);
    thrice(2);
    return global;
}
