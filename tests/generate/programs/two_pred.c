/* twoPred of Ammann and Offutt: two predicates, of which the second one uses what the first one found. */
char two_pred(int x, int y);

char two_pred(int x, int y)
{
    int z;
    if (x < y)
        z = 1;
    else
        z = 0;
    if (z && x + y == 10)
        return 'A';
    return 'B';
}
