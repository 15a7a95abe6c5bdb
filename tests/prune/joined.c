/* Static functions: before each, the block of its caller that says the same as its entry, or more; nothing if there is
 * none, or may be others who call it. tests/prune/joined.py asks. */
#include <stdlib.h>

extern int hlcov_sink;
int hlcov_sink;
#define NOTE (hlcov_sink++)

/* once: calls b0 */
static void once(void)
{
    NOTE;
}

/* twice: */
static void twice(void)
{
    NOTE;
}

/* from_two: */
static void from_two(void)
{
    NOTE;
}

/* kept: */
static void kept(void)
{
    NOTE;
}

void (*keeper)(void) = kept;

/* looping: calls b5 */
static int looping(int n)
{
    return n > 1;
}

/* nested: nesting b0 */
static void nested(void)
{
    NOTE;
}

/* nesting: calls b1 */
static void nesting(void)
{
    nested();
}

/* recursive: */
static int recursive(int n)
{
    return n > 0 ? recursive(n - 1) : 0;
}

/* leaving: calls b2 */
static void leaving(int n)
{
    if (n == 77)
        exit(0);
}

/* behind: calls b8 */
static void behind(void)
{
    NOTE;
}

/* perhaps: */
static int perhaps(int n)
{
    return n > 3;
}

/* left_out: */
__attribute__((used)) static void left_out(void)
{
    NOTE;
}

/* left: */
static int left(int n)
{
    return n + 1;
}

/* right: */
static int right(int n)
{
    if (n == 55)
        exit(0);
    return n;
}

static int sum(int n, int m)
{
    return n + m;
}

/* Which comes first, compilers choose: if one may exit, the other one need not be reached. gcc begins with the last. */
int unordered(int n)
{
    return sum(left(n), right(n));
}

int calls(int n, int other)
{
    once();
    twice();
    twice();
    from_two();
    keeper();
    nesting();
    recursive(n);
    leaving(n);
    behind();
    for (int i = 0; i < n; i++)
        hlcov_sink += looping(i);
    if (other && perhaps(n))
        NOTE;
    return hlcov_sink;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    from_two();
    if (argc > 2)
        return unordered(n);
    return calls(n, argc > 3) < 0;
}
