/* Elements of arrays in many forms, each function called once from main (cells.py says what of them is recorded). It
 * prints what they return. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define APART __attribute__((noinline, noclone))

static int calls;

static APART int next(void)
{
    return calls++;
}

APART int simple(int k)
{
    int t[3];
    t[0] = 1;
    t[1] = 2;
    return t[k];
}

APART int overwritten(int k)
{
    int t[3] = {7, 8, 9};
    t[1] = 5;
    t[k] = 6;
    return t[1] + t[2];
}

APART int stepped(int k)
{
    int t[2] = {3, 4};
    t[k]++;
    int old = t[0]--;
    t[1] <<= 2;
    return old * 100 + t[0] * 10 + t[1];
}

APART int once(int n)
{
    int t[6] = {0};
    t[n++] = 7;
    t[n++] += 2;
    t[next()] = n;
    return n * 1000 + t[1] * 100 + t[2] * 10 + t[0] + calls;
}

APART int matrix(int i, int j)
{
    int m[2][3];
    m[0][1] = 4;
    m[i][j] = 5;
    m[(i + 1) % 2][j + 1] = 6;
    return m[0][1] + m[i][j] * 10 + (m[0][2] & 0);
}

APART int outside(int i, int j)
{
    int m[3][4] = {{0}};
    m[i][j] = 5;
    return m[1][1];
}

APART int nested(int k)
{
    int a[4] = {3, 2, 1, 0}, b[4] = {1, 2, 3, 0};
    a[b[k]] = b[a[k]];
    return a[b[b[k]]] * 10 + a[({ int t[1]; t[0] = k; t[0]; })];
}

enum colour { RED, GREEN };

APART long types(signed char c, unsigned char u, enum colour e, _Bool b, unsigned long ul, long long ll)
{
    unsigned char bytes[4];
    _Bool flags[2];
    float floats[2];
    bytes[c] = 200;
    bytes[u] = bytes[0] + 100;
    flags[e] = bytes[c];
    floats[b] = 1.5f;
    bytes[ul] = floats[1] * 2;
    bytes[ll] = sizeof bytes[next()];
    return (bytes[0] << 4) + bytes[1] + flags[1] + bytes[2] * 3 + bytes[3] + (long)sizeof flags[0] + calls;
}

static int twice(int x)
{
    return 2 * x;
}

APART int pointers(int k)
{
    int (*functions[2])(int) = {twice, twice};
    const char *words[2];
    const int fixed[3] = {4, 5, 6};
    words[k] = "word";
    return functions[k](fixed[k]) + words[1][0] + *words[k];
}

APART int recursive(int n)
{
    int t[2];
    t[0] = n;
    int below = n > 0 ? recursive(n - 1) : 0;
    return t[0] * 10 + below;
}

APART int kept(int n)
{
    static int s[2];
    int before = s[0];
    s[0] = n;
    if (n > 0)
        kept(n - 1);
    return before * 10 + s[0];
}

static jmp_buf back;

APART int jumping(int k)
{
    static int s[2];
    s[0] = 1;
    if (setjmp(back) == 0) {
        s[k] = 2;
        longjmp(back, 1);
    }
    return s[0];
}

APART int large(int n)
{
    int t[1000];
    t[3] = 1;
    for (int i = 0; i < n; i++)
        t[i] = i;
    return t[n - 1] + t[3];
}

APART int sparse(int k)
{
    int t[40][40] = {{0}};
    t[1][k] = 5;
    t[k][1] = 6;
    return t[1][k] + t[k][1] + t[7][7];
}

struct pair {
    int x, t[3];
};

APART int members(struct pair other, int k)
{
    struct pair s;
    s.x = 1;
    s.t[k] = 2;
    int first = s.t[1];
    s = other;
    s.t[2] = 4;
    return first + s.t[1] + s.t[2] + s.x;
}

APART int copied(int k)
{
    struct pair s, c;
    s.x = 3;
    s.t[0] = s.t[2] = 1;
    s.t[k] = 2;
    c = s;
    return c.t[1] + s.t[1] + s.t[0] + c.x;
}

APART int declared(int t[3], int k)
{
    t[k] = 2;
    return t[k];
}

APART int begun(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int t[2];
        if (i == 0)
            t[1] = 3;
        sum += t[i & 1] & 0;
    }
    return sum;
}

APART int decided(int k)
{
    int t[4] = {0, 1, 2, 0};
    int i = 0;
    while (t[i + 1])
        i++;
    if (t[k] && !t[0] || t[3])
        i += t[k] ? 10 : 20;
    switch (t[i & 3]) {
    case 2: i += 100;
    }
    return i;
}

APART int passed(int k)
{
    int t[3];
    memset(t, 1, sizeof t);
    t[k] = 2;
    return t[0] + t[1];
}

APART int pointed(int k)
{
    int t[3] = {0};
    t[k] = 2;
    *t = 3;
    return t[0] + t[1];
}

APART int elsewhere(int k)
{
    int m[2][2] = {{0}};
    (*m)[k] = 3;
    return m[0][1];
}

/* Nothing else says what the last step wrote, as nobody reads it. */
APART int unvalued(int k)
{
    int t[2][2] = {{1, 2}, {3, 4}}, s[2] = {1, 2};
    for (int i = 0; i < 2; t[i][k]--, i++)
        s[i]++;
    s[k]--, s[0] = 5;
    (void)(k ? t[k][1]++ : 0);
    int once[2] = {k, k};
    if (k)
        once[k]--;
    return k;
}

APART int watched(int k)
{
    volatile int t[2];
    t[k] = 2;
    return t[k];
}

int main(void)
{
    struct pair pair = {1, {2, 3, 4}};
    printf("%d %d %d %d %d\n", simple(0), overwritten(1), stepped(1), once(1), matrix(0, 1));
    printf("%d %d %ld %d %d\n", outside(0, 5), nested(1), types(0, 1, GREEN, 1, 2, 3), pointers(1), recursive(2));
    printf("%d %d %d %d %d\n", kept(2), jumping(0), large(1000), sparse(2), members(pair, 1));
    printf("%d %d\n", copied(1), declared(pair.t, 1));
    printf("%d %d %d %d %d %d\n", begun(2), decided(1), passed(1), pointed(1), elsewhere(1), unvalued(1) + watched(1));
    return 0;
}
