/* Four balls, one of which may have another weight: which one, and whether it is heavier. Compares as scales do. */
enum { ALL_EQUAL, NOT_KNOWN = 9 };
int four_balls(int a, int b, int c, int d);

static int odd_of_two(int one, int other, int usual, int first)
{
    if (one == usual && other != usual)
        return other > usual ? first + 1 : -first - 1;
    if (other == usual && one != usual)
        return one > usual ? first : -first;
    return NOT_KNOWN;
}

/* Its number, from 1, negative if it is lighter. */
int four_balls(int a, int b, int c, int d)
{
    if (a == b && c == d && a == c)
        return ALL_EQUAL;
    if (a == b && c != d)
        return odd_of_two(c, d, a, 3);
    if (c == d && a != b)
        return odd_of_two(a, b, c, 1);
    return NOT_KNOWN;
}
