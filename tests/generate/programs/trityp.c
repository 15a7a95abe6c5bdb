/* trityp, the triangle of many papers: 1 no sides are equal, 2 two are, 3 all are, 4 it is no triangle. */
int trityp(int a, int b, int c);

int trityp(int a, int b, int c)
{
    int equal = 0;
    if (a <= 0 || b <= 0 || c <= 0)
        return 4;
    if (a == b)
        equal += 1;
    if (a == c)
        equal += 2;
    if (b == c)
        equal += 3;
    if (equal == 0)
        return (long)a + b <= c || (long)b + c <= a || (long)a + c <= b ? 4 : 1;
    if (equal > 3)
        return 3;
    if (equal == 1 && (long)a + b > c)
        return 2;
    if (equal == 2 && (long)a + c > b)
        return 2;
    return equal == 3 && (long)b + c > a ? 2 : 4;
}
