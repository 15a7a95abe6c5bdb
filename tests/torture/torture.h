/* Inline functions and macros of torture.c that come from a header. Not an interface. */
#ifndef TORTURE_H
#define TORTURE_H

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect((x) != 0, 0)
#define BOTH(a, b) ((a) && (b))
#define RETURN_IF(condition, value) if (condition) return (value)
#define SWAP(a, b) do { __typeof__(a) swap_ = (a); (a) = (b); (b) = swap_; } while (0)
#define BEGIN {
#define END }
#define FOREVER for (;;)
#define UNLESS(x) if (!(x))
#define CHECKED(x) ({ int checked_ = (x); if (checked_ < 0) checked_ = 0; checked_; })
#define TWICE(x) x x
#define EACH(i, n) for (int i = 0; i < (n) && i < 100; i++)

static inline int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static inline __attribute__((always_inline)) int between(int x, int low, int high)
{
    return (x > low || x == low) && !(x > high);
}

static inline int never_called(int x)
{
    return x && never_called(x - 1);
}

extern inline __attribute__((gnu_inline)) int either(int a, int b)
{
    if (a || b)
        return 1;
    return 0;
}

#endif
