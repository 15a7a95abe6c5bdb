/* Constructs of C that have broken tools which rewrite source, a function each: prints what they compute. It measures
 * nothing; built with and without coverage it must print the same and end alike. Not an example of style. */
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>
#include <unistd.h>

#include "torture.h"

int either(int a, int b)
{
    return a != 0 || b != 0;
}

inline int external_inline(int x)
{
    return x && 1;
}
extern inline int external_inline(int x);

/* ---- places where only a constant may stand ---- */

enum { ONE = 1 && 2, ZERO = !1, FIVE = (1 ? 5 : 6), SIX = 0 || 6 ? 6 : 7 };
static int sized[(1 && 1) ? 3 : 4];
static int initialised = 3 && !0, computed = (2 > 1) && (3 > 2) ? 7 : 8;
static const char *const named = 1 && 0 ? "yes" : "no";
static int *address = &initialised + (1 && 0);
_Static_assert(1 && !0, "a message");
_Static_assert(sizeof(char[(1 || 0) ? 1 : -1]) == 1, "another");
#if defined __GNUC__ && !defined __clang__
#define ASSERT_CONSTANT(expression) _Static_assert(expression, "gcc takes it for constant, clang does not know it")
#else
#define ASSERT_CONSTANT(expression) _Static_assert(1, "gcc takes it for constant, clang does not know it")
#endif
static struct bits {
    int a : (1 && 1) ? 3 : 2;
    unsigned b : 5;
    int : 0;
    _Bool flag : 1;
} bits = { .b = 1 && 1, .flag = !0 };
static int designated[10] = { [1 && 1] = 2 && 1, [3 ... 5] = !0, [FIVE + 1] = ONE || ZERO };
static _Thread_local int threaded = 1 && 1;
static struct nested { struct { int x, y; } in[2]; union { int u; float f; }; } deep = { .in[1 && 1].y = 3 || 0, .u = !1 };
static int (*const table_of_functions[])(int) = { abs, 1 && 1 ? abs : 0 };
__asm__(".globl torture_symbol\n.set torture_symbol, 1");
extern int undefined_function(void);
extern void undefined_procedure(void);

static int constant_contexts(int n)
{
    static int kept = 1 && 1;
    static const char *const words[] = { [0 || 1] = "b", [0 && 1] = "a" };
    struct local { int field : (1 && 1) + 1; } local = { n && 1 };
    int array[(1 && 1) + (2 || 0)];
    enum { INNER = 1 && 1 };
    array[0] = sizeof(n && 1) + sizeof(int[(1 && 1) ? 3 : 2]) + sizeof(({ int z = n && 1; z; })) + _Alignof(int[1 && 1]);
    array[1] = _Generic(n && 1, int: n ? 1 : 2, default: 5) + _Generic((char)0, char: 1 && 1, default: undefined_function());
    array[1] += __builtin_choose_expr(1 && 1, n, undefined_function()) + __builtin_types_compatible_p(int, long);
    array[1] += __builtin_offsetof(struct { int a[4]; }, a[1 && 1]) + offsetof(struct nested, in[1 || 0].y);
    __typeof__(n && 1) copy = n || 2;
    __typeof__(({ n && 1; })) other = INNER;
    if (!__builtin_types_compatible_p(int, long))
        copy++;
    kept += words[1][0] - words[0][0];
    return array[0] + array[1] + copy + other + kept + local.field;
}

static int dead_code(int n)
{
    ASSERT_CONSTANT(!__builtin_add_overflow_p(1, 2, (int)0));
    if (0 && undefined_function())
        n = 0;
    if (1 || undefined_function())
        n++;
    if (sizeof(long) == 4)
        undefined_procedure();
    while (0)
        undefined_procedure();
    do
        n++;
    while (0);
    for (; 0;)
        undefined_procedure();
    if (!1)
        undefined_procedure();
    1 ? (void)0 : undefined_procedure();
    if (__builtin_constant_p(n) && n > 1000000)
        undefined_procedure();
    if (n > 0 && 0)
        undefined_procedure();
    if ("text" && n)
        n++;
    return n;
}

/* ---- statements ---- */

static int dangling(int a, int b)
{
    if (a)
        if (b)
            return 1;
        else
            return 2;
    if (a)
        ;
    else if (b)
        for (;;)
            if (a < 3)
                a++;
            else
                break;
    else
        do
            a--;
        while (a > 0);
    if (b) if (a > 2) b++; else b--; else if (!a) b = 9; else { }
    while (b-- && a)
        ;
    for (; a > 0; a--);
    for (a = 0; a < 3;)
        a++;
    for (a = 0;; a++)
        if (a > 4)
            break;
    for (int i = 0, j = b; i < 3 && j < 50; i++, j--) if (i) continue; else a += i;
    if (a) { } else ;
    return a + b;
}

static int loops(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n || j == 0; j++) {
            if ((i + j) % 3)
                continue;
            if (i * j > 20)
                break;
            sum += i * j;
        }
    while (n > 0 && (n -= 2, sum < 1000))
        if (n == 5)
            sum += 7;
    do {
        if (sum & 1) {
            sum++;
            continue;
        }
        n++;
    } while (n < 3 && sum > 0);
    for (struct { int a; } i = { n && 1 }; i.a < 3; i.a++)
        sum += i.a;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        sum += i;
#pragma GCC ivdep
    for (int i = 0; i < 4 && sum; i++)
        sum ^= i;
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
        sum += 2;
    if (n)
#pragma message_that_nobody_knows
        sum++;
    _Pragma("GCC diagnostic push") if (sum > 3 || n) sum--; _Pragma("GCC diagnostic pop")
    return sum;
}

static int switches(int x)
{
    switch (x)
    case 1:
        return 10;
    switch (x) { }
    switch (x) { default: break; }
    switch (x) {
    case 2:
    case 3:
        x++;
        __attribute__((fallthrough));
    case 4 ... 6: {
        int y = x && 3;
        x += y;
        break;
    }
    default:
        if (x)
        case 9:
            x = 77;
        else
            x = 5;
    }
    switch (x & 3) {
    case 0: ; int z = 3; return z && x;
    case (2 && 1) ? 2 : 3: return 4;
    case 'a': case ZERO + 4: return x ? 1 : 0;
    }
    switch (x > 70 && x < 80) {
    case 1: x = 1; break;
    case 0: switch (x) { case 5: x = 50; case 6: x++; break; default: switch (x & 1) { case 0: return 12; } }
    }
    switch ((long long)x) { case 0x100000000LL: return 1; case -1LL: return 2; }
    switch (({ int q = x; if (q > 2) q = 2; q; })) { case 1: x += 100; /* fall through */ case 2: x += 200; }
    switch (x) {
        while (x > 0) {
        case 201: case 101: x -= 150;
        }
    }
    return x;
}

static void duff(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0 && count);
    }
}

static int cases_in_conditions(int x)
{
    switch (x % 6) {
        if (x > 3) {
        case 0: x++;
        } else {
        case 1: x += 2;
        }
        for (; x < 10 && x; x++) {
        case 2: x += 3;
            if (x == 7) break;
        }
        { int unused; (void)unused; { case 3: x += 4; } }
    default: do { case 4: x--; } while (x > 20 || x == 3);
    }
    return x;
}

static int computed_goto(int x)
{
    static void *const targets[] = { &&first, &&second, &&third };
    static const int offsets[] = { &&first - &&first, &&second - &&first, &&third - &&first };
    goto *targets[x % 3];
first:
    goto *(&&first + offsets[x > 3 && x < 100 ? 1 : 2]);
second:
    if (x && x > 3)
        goto third;
    return 2;
third:
    return 3;
}

static int labels(int x)
{
    __label__ one, two;
    int z;
    if (x)
        goto one;
two:
    return 5;
one:
    z = 3;
    if (z > x)
        goto two;
    {
        __label__ two;
        if (z == 3 && x)
            goto two;
        z = 9;
    two: ;
    }
unused: __attribute__((unused));
again: if (z++ < 6) goto again;
    goto end;
end:
    return z;
}

static int attributes(int x)
{
    if (x > 2) label: x++;
    __attribute__((unused)) int y = x && 2;
    switch (x) { case 3: y++; __attribute__((fallthrough)); case 4: y++; default: y++; }
    if (x < 0) goto label;
    return y;
}

/* ---- expressions ---- */

static int elvis(int *p, int k, struct bits *q, const char *s)
{
    int r = (p ?: &k)[0];
    r += k ?: 9;
    r += q->b ?: 3;
    r += q->flag ?: 2;
    r += (k && r) ?: 4;
    r += (k > 3 ? k : 0) ?: (r ?: 6);
    s = s ?: "none";
    return r + (int)strlen(s) + (*s == 'n' ?: 2) + (k++ ?: k--);
}

static int statement_expressions(int x)
{
    int total = 0;
    total += ({ int q = x && 2; if (q || x) q++; q; }) && ({ x; }) ? ({ int w = (x || 3) && x; w; }) : 4;
    total += x > 3 && ({ if (x > 5) goto out; x; });
    total += x == 2 || ({ if (x == 4) return 44; x; });
    for (int i = 0; ({ i < 3 && i < x; }); ({ i++; }))
        total += ({ if (i == 1) continue; i; });
    while (({ if (x == 5) goto out; x-- > 0; }))
        total++;
    total += ({ while (x < 2 || x < 0) x++; x; }) + ({ __label__ in; if (x) goto in; x = 3; in: x; });
    ({ });
    ({ struct bits s = { .a = x && 1 }; s; }).a && total++;
out:
    return total + 99;
}

static int conditionals(int x, int *p)
{
    int z = *(p ? p : (void *)0) ? 1 : 0;
    const void *v = x > 1 ? (void *)0 : p;
    x > 2 ? (void)z++ : (void)0;
    (x ? &z : p)[0] += 1;
    *(x && z ? &x : p) = 3;
    double d = x ? 1 : 2.5;
    char c = x > 1 && z ? 'a' : 'b';
    struct bits s = x ? (struct bits){ 1, 2, 1 } : bits;
    (x ? abs : abs)(x ? -3 : 4);
    return z + (v != 0) + (int)(d * 2) + c + s.b + (x ? z ? 1 : 2 : z ? 3 : 4) + ((x, z) ? 5 : 6);
}

static int commas(int x)
{
    int y, n = x, m = x / 2;
    if (y = x + 1, y && (x = y))
        x++;
    for (; x > 0 && (y--, y > 0); x--)
        ;
    if ((x = 3) && !(y = 0))
        x++;
    if ((x++, y--, x) || (y++, 0))
        y += 2;
    while (x--, x > 0)
        y++;
    return x + (x, !y) + (int)(x && y ? 1.5 : 2) + (n++ && m++, n || m);
}

static int mixed(int a, int b, int c, int d)
{
    int r = ((a || b) && (c || d)) + (!(a && b) || (c && !(d || a))) + ((a ? b : c) && d);
    r += (((a || b) && c) == ((b || c) && d)) * 2;
    r += !(!(!a || !b) && !c) * 4 + (!!a == !!b || !!c != !!d) * 8;
    r += (a && (b || (c && (d || (a && (b || c)))))) * 16;
    r += ((a && b) || (a && c) || (a && d) || (b && c) || (b && d) || (c && d)) * 32;
    r += (a && b) != 0 ? 64 : 0;
    r += (abs(a && b) || (c & d)) << (a || b);
    if (((a))) r++;
    if (!(!(a) || !(b || (c)))) r += 128;
    if ((a, b) && (c || (d = 5, a)) || (a == b) == (c == d) && ~a) r += 256;
    return r + (-(a && b) & ~(c || d)) + d;
}

static int long_chain(const unsigned char *v)
{
#define TEN(i) v[i] || v[i + 1] || v[i + 2] || v[i + 3] || v[i + 4] || v[i + 5] || v[i + 6] || v[i + 7] || v[i + 8] || v[i + 9]
#define HUNDRED(i) TEN(i) || TEN(i + 10) || TEN(i + 20) || TEN(i + 30) || TEN(i + 40) || TEN(i + 50) || TEN(i + 60) \
    || TEN(i + 70) || TEN(i + 80) || TEN(i + 90)
    if (HUNDRED(0) || HUNDRED(100) || HUNDRED(200))
        return 1;
    return 0;
}

/* More ways than can be told apart. */
static int many_ways(unsigned bits)
{
#define PAIR(i) (bits & 1u << i || bits & 2u << i)
    if (PAIR(0) && PAIR(2) && PAIR(4) && PAIR(6) && PAIR(8) && PAIR(10) && PAIR(12) && PAIR(14) && PAIR(16) && PAIR(18) &&
        PAIR(20) && PAIR(22) && PAIR(24) && PAIR(26) && PAIR(28))
        return 1;
#define XOR(a, b) (((a) && !(b)) || (!(a) && (b)))
    return XOR(bits & 1, XOR(bits & 2, XOR(bits & 4, XOR(bits & 8, XOR(bits & 16, bits & 32))))) ? 2 : 3;
}

static int deep_nesting(int x)
{
    if (x) { if (x > 1) { if (x > 2) { if (x > 3) { if (x > 4) { if (x > 5) { if (x > 6) { if (x > 7) { if (x > 8) {
        for (;;) { while (x) { do { switch (x) { default: { { { ; } } goto out; } } } while (1); } }
    } else x = 8; } else x = 7; } else x = 6; } } } } } }
out:
    return ((((((((((((((((((((((((((((((((x && (((((((((((x))))))))))))))))))))))))))))))))))))))))))) + x;
}

static int types(double d, float f, _Complex double z, void *p, _Bool b, long double l, char c, int (*g)(int))
{
    int r = (d && f) + (!z) + (!p) + (b ? 1 : 0) + (d ? 1 : 0) + (p && z) + (l || c) + (g && g(1));
    if (z) r++;
    if (d != d || !l) r += 2;
    while (f) f = 0;
    if (0x1p3 > 1.0e2 || .5f && 1.5L) r += 8;
    if (u8"a"[0] && L'x' && U"b"[0] == U'b' && "\"&&\\"[1]) r += 16;
    return r;
}

static int generic_math(double d, float f, _Complex double z)
{
    return fabs(d) > 1 && pow(f, 2) < 3 || sqrt(z) == 1;
}

static int wide(__int128 a, unsigned long long b, int8_t c)
{
    __int128 r = a && a > 3 ? a : -a;
    if (a >> 100 && b || c)
        r++;
    return (int)r + (int)(b ?: 5);
}

#ifndef __clang__
static int floats(_Float128 q, _Float32 f, _Float64x x)
{
    int r = q ? 1 : 0;
    if (q > 1.5f128 && f || x > 2.0f64x)
        r += 2;
    return r + (q != 3.0f128 && f < 2.0f32);
}

static int decimal(_Decimal64 a, _Decimal32 b)
{
    return (a > 1.5dd && b) + (a ? 2 : 3) + (b == 2.0df || a != 1.0dd) * 4;
}

static int nested_functions(int a, int b)
{
    int inner(int x) { return x && b; }
    int counter = 0;
    void count(void) { if (a || b) counter++; }
    count();
    return inner(a) + (inner(b) || counter);
}
#endif

static int bit_fields(struct bits *s)
{
    if (s->a && s->b || s->flag)
        s->b++;
    s->flag = s->a || s->b > 3;
    s->a = s->b ? 1 : 0;
    return s->a + s->b + s->flag + (s->a ?: 2);
}

static volatile int volatile_int;
static _Atomic int atomic_int_;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static int volatiles(void)
{
    int count = 0;
    while (volatile_int++ < 5 && volatile_int != 100)
        count++;
    if (volatile_int || volatile_int)
        count++;
    if (atomic_int_++ && atomic_int_ > 1)
        count += 10;
    if (atomic_load(&atomic_int_) || atomic_flag_test_and_set(&flag))
        count += 100;
    int expected = 1;
    if (atomic_compare_exchange_strong(&atomic_int_, &expected, 5) && expected)
        count += 1000;
    if (__sync_bool_compare_and_swap(&volatile_int, 1, 2) || __atomic_load_n(&volatile_int, __ATOMIC_SEQ_CST))
        count += 10000;
    return count;
}

static int compound_literals(int a, int b)
{
    struct pair { int x; const char *s; };
    struct pair s = { .x = a && b, .s = a ? "q" : "r" };
    struct pair *t = &(struct pair){ a || b, .s = b ? 0 : s.s };
    int arr[] = { [0] = a && b, [1 && 1] = !a, [2] = a ? 1 : 2 };
    int (*row)[2] = (int[][2]){ { a && 1, b || 0 }, { a ?: 3, !b } };
    return s.x + t->x + arr[0] + arr[1] + arr[2] + row[0][0] + row[1][a && b] + (t->s ? 1 : 0);
}

static int variable_arrays(int n, int m)
{
    int a[n && m ? n : 3];
    int b[n][(m || n) ? 2 : 1];
    int (*c)[n > 1 && m ? 2 : 3] = 0;
    for (int i = 0, j = n && m; i < (int)(sizeof a / sizeof *a) && (j || i >= 0); i++)
        a[i] = i;
    return a[n > 2 && m > 2 ? 1 : 0] + (int)sizeof b + (int)sizeof *c + (int)sizeof(int[n && m ? 3 : 2]);
}

static int parameter_arrays(int n, int a[n && 1 ? 2 : 3], int b[static 1], char c[restrict])
{
    return a[0] && b[0] || c[0];
}

static int returns_before(const char *text, int a)
{
    switch (text[0]) {
    case 'x': if (text[1]) return 1; else return 0; break;
    case 'y': if (text[1]) return 2; else return !a;
    default: return 3;
    }
}

struct pair { int first, second; };
static int moved_arrays(int n, int a[4], int b[][2], struct pair c[2], int (*d)[2])
{
    int i = n & 1; int sum = ++a[i + 1] + b[i][1 - i]-- + (*d)[i];
    sum += *(a + i) + i[a] + *b[i];
    sum -= a[2 - i]++;
    c->first += c[i].second + (c + i)->first;
    a++;
    if (a[-1] > *a && b + 1 != d && (i ? a : *b) != 0)
        sum += a - &a[-1] > 0 || c++->first;
    return sum + (a += 1, a)[-1] + c->second;
}

static int old_style(a, b)
    int a;
    char *b;
{
    if (a && b)
        return 1;
    return 0;
}

static int variadic(int n, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, n);
    while (n-- > 0 && (sum += va_arg(list, int), sum < 1000))
        ;
    va_end(list);
    return sum;
}

static int assembler(int x)
{
    int y = x;
#if defined __x86_64__
    __asm__ volatile("movl %1,%0\n\taddl %2,%0" : "=r"(y) : "r"(x && 3), "i"(1 && 1));
    _Bool carry;
    __asm__("addl $-1, %0" : "+r"(x), "=@ccc"(carry));
    if (carry && y)
        y++;
    __asm__ goto("testl %0, %0\n\tjne %l1" : : "r"(y) : "cc" : nonzero);
    y = 50;
nonzero:
#endif
    __asm__("" : : : "memory");
    if (y && x)
        y++;
    return y;
}

static int hints(int n, const char *p)
{
    if (LIKELY(n && p) || n > 5)
        n++;
    if (UNLIKELY(n == 3 || !p) && n)
        n += 2;
    if (__builtin_expect_with_probability(n > 2, 1, 0.9) && __extension__(n < 9))
        n++;
    double half = n > 0 ? 0.5 : 1.5;
    if (__builtin_expect(half, 1) || (n && __builtin_expect((__int128)n << 64, 1)))
        n += 7;
    return __builtin_expect(n, 3) ? n : -n;
}

/* ---- macros that hide what stands where ---- */

static int macros(int a, int b) BEGIN
    RETURN_IF(a == 3 && b, 33);
    SWAP(a, b);
    UNLESS (a || b) a++;
    FOREVER BEGIN
        if (BOTH(a, b < 9)) b++; else break;
        EACH(i, 3) if (i && a) b += CHECKED(i - 1);
        TWICE(if (b > 5) b++; else b += 2;)
        if (b > 6)
            break;
    END
    assert(a || b || "message");
    assert(a >= 0 &&
           b >= 0);
    return a + b + BOTH(a
                        && b, b
                        || a);
END

#define DEFINE(name, op) static int name(int a, int b) { if (a op b) return 1; return a && b; }
DEFINE(less, <) DEFINE(greater, >)

static int without_blanks(long q,int a){if(a)return(int)(q>>8)&0xff;else return(int)q>>(a)|1;}
static int on_one_line(int a) { if (a) return 1; else if (a > 2) return 2; return 3; } static int beside(int a) { return a && on_one_line(a); }

# 1000 "elsewhere.h"
static int renumbered(int a, int b)
{
# 7 "torture.y"
    if (a &&
#line 3
        b)
        return 1;
# 100 "elsewhere.h"
    return a || b;
}
# 603 "torture.c"

static int digraphs(int a) <% int b<:2:> = <% a && 1, 2 %>; if (a || b<:0:>) a++; return a; %>

static int trigraph_like(int a)
{
    const char *s = "what??!??!";
    return a /* && */ && // || a
           s[a] /*
           */ || a;
}

static int split_to\
kens(int a)
{
    i\
f (a &\
& a > 1)
        retu\
rn 1;
    return 0;
}

/* ---- control that leaves ---- */

static jmp_buf jump, again;

static int longjumps(int x)
{
    int volatile n = 0;
    if ((setjmp(jump) == 0 || n > 2) && x) {
        n++;
        if (n < 5)
            longjmp(jump, n);
    } else if ((n < 4 || x > 90) && x) {
        n++;
        longjmp(jump, 1);
    }
    switch (setjmp(again)) {
    case 0: n += 10; longjmp(again, 2);
    case 2: n += 20; break;
    }
    if (!_setjmp(jump)) {
        if (n && (longjmp(jump, 1), 1))
            n = 0;
    }
    return n;
}

_Noreturn static void leave(int status)
{
    if (status && status > 2)
        exit(status);
    abort();
}

static int out_of_condition(int x)
{
    if (setjmp(jump))
        return 5;
    return x && (x > 3 ? (longjmp(jump, 1), 0) : 7) || x == 2;
}

static int signalled;
static void on_signal(int number)
{
    if (number == SIGUSR1 || number == SIGUSR2)
        signalled++;
}

static int signals(void)
{
    signal(SIGUSR1, on_signal);
    return raise(SIGUSR1) == 0 && signalled;
}

static __attribute__((const)) int constant_call(int x)
{
    return x > 3 && x < 9;
}

static __attribute__((pure)) int pure_call(const int *p)
{
    return p && *p;
}

static int unused_results(int a, int b)
{
    a && b;
    (void)(a || b);
    !a;
    a ? b : a;
    a && (b = 4);
    a || printf("never both %d\n", b);
    constant_call(a) && pure_call(&b);
    a == b;
    return a + b;
}

static int recursive(int n)
{
    return n > 0 && (recursive(n - 1) || n == 3) && (n != 2 || recursive(n - 2));
}

static __attribute__((noinline, cold, optimize_none_unknown)) int attributed(int x) { return x || threaded; }
static __attribute__((naked_if_possible)) int odd_attribute(int x) { return x && 1; }
static __attribute__((target("sse2"))) int targeted(int x) { return x && x != 2; }
static int aliased(int x) { return x && x < 5; }
static int alias(int x) __attribute__((alias("aliased")));
static void constructed(void) __attribute__((constructor));
static void constructed(void) { if (computed && initialised) computed++; }
static void cleaned(int *p) { if (p && *p) computed += *p; }
static int cleanups(int x) { __attribute__((cleanup(cleaned))) int y = x && 1; if (x > 2) return 4; return y || x; }

static struct bits returned(int x)
{
    return x && 1 ? (struct bits){ .a = 1 } : (struct bits){ .b = x || 1 };
}

static int (*pointer_to(int x))(int)
{
    return x && x > 1 ? abs : x ? aliased : 0;
}

static int without_prototype();
static int without_prototype() { return ONE && sized[0]; }

typedef int mode;
static mode shadowed(mode mode) { int abs = mode && 1; { int mode = abs || 0; return mode; } }

static void empty(void) { }
static void only_return(void) { return; }
static int only_label(int x) { if (x) goto end; end: ; return x; }

/* A loop that a tool writes twice, between `if (done)` and `else`, must not take the user's else. */
static int dangling_loop(int n)
{
    int sum = 0;
    for (int round = 0; round < 4; round++) {
        if (n > round)
            for (int i = 0; i < n; i++)
                if (i % 3 == round % 2)
                    sum++;
        if (n > 1)
            while (sum > 7)
                if (sum & 1)
                    sum -= 3;
                else
                    sum--;
        else
            sum += 2;
    }
    return sum;
}

/* ---- running them ---- */

static unsigned hash = 5381;

static void add(const char *name, long value)
{
    hash = hash * 33 ^ (unsigned)value;
    printf("%s %ld %08x\n", name, value, hash);
}

#define ADD(call) add(#call, (long)(call))

static void run_statements(int i)
{
    char to[64] = "";
    int a = i & 1, b = i & 2;
    ADD(constant_contexts(i));
    ADD(dead_code(i));
    ADD(dangling(a, b));
    ADD(dangling_loop(a + 4));
    ADD(dangling_loop(b + 1));
    ADD(loops(i));
    ADD(switches(i));
    duff(to, "abcdefghijklmnopqrstuvwxyz0123456789", i + 1);
    ADD(to[i]);
    ADD(cases_in_conditions(i));
    ADD(computed_goto(i));
    ADD(labels(i));
    ADD(attributes(i));
    ADD(deep_nesting(i));
    ADD(macros(a, b) + macros(i, i));
    ADD(moved_arrays(i, (int[]){i, 1, 2, 3}, (int[][2]){{1, 2}, {3, 4}}, (struct pair[]){{1, 2}, {i, 4}}, &(int[2]){5, 6}));
    ADD(returns_before(a ? "xy" : "y", b) + returns_before(b ? "x" : "yx", a));
    ADD(less(a, b) + greater(a, b) * 2 + beside(i) * 4 + without_blanks(i, a) * 8);
    ADD(renumbered(a, b));
    ADD(digraphs(i) + trigraph_like(a) + split_tokens(i));
}

static void run_expressions(int i)
{
    int a = i & 1, b = i & 2, c = i & 4, d = i & 8;
    struct bits s = { .a = a, .b = (unsigned)b, .flag = c };
    ADD(mixed(a, b, c, d));
    ADD(elvis(a ? &i : 0, i & 12, &s, b ? "abc" : 0));
    ADD(statement_expressions(i));
    ADD(conditionals(a + c, &d));
    ADD(commas(i));
    ADD(types(a, (float)b, c + 1, c ? &s : 0, d, b, (char)a, d ? abs : 0));
    ADD(generic_math(i, (float)a, c));
    ADD(wide(i - 3, (unsigned)b, (int8_t)c));
    ADD(bit_fields(&s));
    ADD(compound_literals(a, b));
    ADD(variable_arrays(a + 1, b));
    ADD(parameter_arrays(1, &a, &b, (char *)&c));
    ADD(old_style(a, b ? "x" : 0));
    ADD(assembler(i));
    ADD(hints(i, b ? "p" : 0));
    ADD(many_ways((unsigned)i * 0x11111111u) + many_ways(~0u << i));
    ADD(unused_results(a, b));
    ADD(recursive(i & 7));
    ADD(clamp(i, 3, 9) + between(i, 2, 7) + either(a, b) + external_inline(c));
}

static void run_the_rest(int i)
{
    ADD(longjumps(i));
    ADD(out_of_condition(i));
    ADD(attributed(i) + odd_attribute(i) + targeted(i) + alias(i));
    ADD(cleanups(i));
    ADD(returned(i).a + (pointer_to(i) ? pointer_to(i)(-i) : 0));
    ADD(without_prototype() + shadowed(i) + only_label(i));
#ifndef __clang__
    ADD(decimal(i, i & 3));
    ADD(floats(i, (float)(i & 2), i & 3));
    ADD(nested_functions(i & 1, i & 2));
#endif
    empty();
    only_return();
}

int main(int argc, char **argv)
{
    unsigned char chain[300] = { 0 };
    for (int i = 0; i < 16; i++) {
        run_statements(i);
        run_expressions(i);
        run_the_rest(i);
        chain[i * 19] = i > 3;
        ADD(long_chain(chain));
    }
    ADD(volatiles() + variadic(3, 1, 2, 3) + signals());
    ADD(bits.b + designated[1] + designated[4] + sized[0] + initialised + computed + threaded + deep.in[1].y + *address);
    ADD(ONE + ZERO + FIVE + SIX + named[0] + table_of_functions[1](-4));
    fflush(stdout);
    if (argc > 1 && !strcmp(argv[1], "abort"))
        leave(1);
    if (argc > 1 && !strcmp(argv[1], "_exit"))
        _exit(9);
    if (argc > 1 && !strcmp(argv[1], "signal"))
        raise(SIGKILL);
    if (argc && argv)
        leave(5);
    return 0;
}
