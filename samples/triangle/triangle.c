/* Says what kind of triangle three lengths make. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { NOT_A_TRIANGLE, SCALENE, ISOSCELES, EQUILATERAL };

static const char *const names[] = {"not a triangle", "scalene", "isosceles", "equilateral"};

/* Differences, not sums: they cannot overflow when all lengths are positive. */
static enum kind classify(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return NOT_A_TRIANGLE;
    if (a <= b - c || b <= c - a || c <= a - b)
        return NOT_A_TRIANGLE;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || c == a)
        return ISOSCELES;
    return SCALENE;
}

static int read_length(const char *text, int *length)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno || value < -1000000 || value > 1000000)
        return 0;
    *length = (int)value;
    return 1;
}

int main(int argc, char **argv)
{
    int a, b, c;
    if (argc != 4 || !read_length(argv[1], &a) || !read_length(argv[2], &b) || !read_length(argv[3], &c)) {
        fprintf(stderr, "usage: triangle A B C\n");
        return 2;
    }
    puts(names[classify(a, b, c)]);
    return 0;
}
