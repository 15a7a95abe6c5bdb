/* Pragmas and attributes between and before statements, each in a function: prints what they compute. Like torture.c
 * it measures nothing: built with and without coverage it must print the same. */
#include <stdio.h>

static int first_in_block(int x)
{
#pragma STDC FP_CONTRACT ON
    if (x > 2) {
#pragma STDC FP_CONTRACT OFF
        double d = x;
        return d * 2 > 3 && x;
    }
    return x;
}

static int before_bodies(int x)
{
    int sum = 0;
    if (x)
#pragma GCC diagnostic push
        sum++;
#pragma GCC diagnostic pop
    for (int i = 0; i < 3 && i < x; i++)
#pragma nobody_knows_this
        sum += i;
    while (x-- > 0 && sum < 50)
#pragma GCC diagnostic ignored "-Wall"
        sum += 2;
    return sum;
}

static int loop_hints(int x)
{
    int sum = 0;
#pragma GCC unroll 2
    for (int i = 0; i < x && sum < 9; i++)
        sum++;
#pragma GCC ivdep
    while (x > 0 && sum)
        x--;
#pragma GCC unroll 3
    do
        sum--;
    while (sum > 2 || x > 2);
    if (sum)
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
            if (i && sum)
                sum++;
    return sum;
}

static int attributed_statements(int x)
{
    if (x > 2) __attribute__((unused)) label: x++;
    if (x == 1)
        __attribute__((unused)) other: return 3;
    switch (x) {
    case 2:
        if (x > 1)
            x += 5;
        else
            x += 6;
        __attribute__((fallthrough));
    case 3:
        x++;
        break;
    case 4:
        __attribute__((fallthrough));
    default:
        x += 2;
    }
    if (x < 0)
        goto label;
    if (x < -1)
        goto other;
    return x;
}

#ifdef __clang__
static int of_clang(int x)
{
    if (x) __attribute__((nomerge)) first_in_block(x);
    if (x > 1) [[clang::likely_not_known]] x++;
    while (x < 3) x++;
#pragma clang loop unroll(disable)
    for (int i = 0; i < 3 || x < 2; i++)
        x += i;
    if (x > 4 && x) __attribute__((musttail)) return first_in_block(x);
    return x;
}
#endif

#define PRAGMA(text) _Pragma(#text)
#define QUIETLY(statement) PRAGMA(GCC diagnostic push) PRAGMA(GCC diagnostic ignored "-Wall") statement PRAGMA(GCC diagnostic pop)

static int out_of_macros(int x)
{
    QUIETLY(if (x && x > 1) x++;)
    if (x) QUIETLY(x += 2;)
    PRAGMA(GCC unroll 2) for (int i = 0; i < x; i++) if (i == 3 || x == 1) break;
    return x;
}

#pragma omp parallel
#pragma pack(push, 1)
static int last(int x)
{
    return x
#pragma nobody_knows_this
        && x > 1;
}
#pragma pack(pop)

int main(void)
{
    for (int i = 0; i < 6; i++) {
        printf("%d %d %d %d ", first_in_block(i), before_bodies(i), loop_hints(i), attributed_statements(i));
#ifdef __clang__
        printf("%d ", of_clang(i));
#endif
        printf("%d %d\n", out_of_macros(i), last(i));
    }
    return 0;
}
