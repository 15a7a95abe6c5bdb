/* The figures of Marcozzi and others (ICSE 2018). Of the triangle, labels l1 to l14 of DC, CC, MCC and WM as
 * decisions, true where the label is covered: two functions, so that each verdict names the label that it must. */
#include <stdlib.h>

/* 0: scalene, 1: isosceles, 2: equilateral. Conditions first: l5, l6; then the decision: l1, l2. */
int implied(int x, int y, int z)
{
    int type = 0;
    if (x == y) {} /* d0: l5 */
    if (x != y) {} /* d1: l6 */
    if (x == y && y == z) {} /* d2: l1 */
    if (!(x == y && y == z)) {} /* d3: l2 */
    if (x == y && y == z)
        type = type + 1;
    return type;
}

int repeated(int x, int y, int z)
{
    int type = 0;
    if (x == y || y == z || x == z) {} /* d0: l3 */
    if (!(x == y || y == z || x == z)) {} /* d1: l4 */
    if (z == x || z == y || y == x) {} /* d2: l7 */
    if (z != x && z != y && y != x) {} /* d3: l8 */
    if (x == y && y == z && x != z) {} /* d4: l9 */
    if (x != y && y == z && x == z) {} /* d5: l10 */
    if (x == y && y == z) {
        if (type + 1 != type) {} /* d7: l11 */
        if (type + 1 != type - 1) {} /* d8: l12 */
        type = type + 1;
    }
    if (x == y || y == z || x == z) {
        if (type + 1 != type) {} /* d10: l13 */
        if (type + 1 != type - 1) {} /* d11: l14 */
        type = type + 1;
    }
    return type;
}

/* Figure 2: which labels are reached together. A block begins at each of them, and at what is nested in ifs. Others may
 * call the function, so nothing of it is together with what is around its call. */
static int counter;

static void called_once(void)
{
    counter++; /* l1 */
}

int together(int i)
{
    counter = 0; /* b0: l2 */
    if (i > 0) {
        counter += i; /* b1: l3 */
        called_once();
        counter += 2; /* l4: the same block, for called_once comes back */
        if (i == 7)
            exit(0); /* b2 */
    } else {
        counter -= i; /* b3: l5 */
        if (i == -3)
            counter = 9; /* b4 */
        counter += 3; /* b5: l6 */
    }
    return counter; /* b6: l7 */
}

int main(int argc, char **argv)
{
    int sides[3] = {0};
    for (int i = 0; i < 3 && i + 1 < argc; i++)
        sides[i] = atoi(argv[i + 1]);
    together(sides[0] - 1);
    return implied(sides[0], sides[1], sides[2]) + repeated(sides[0], sides[1], sides[2]) > 99;
}
