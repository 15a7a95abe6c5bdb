/* trash and takeOut of Ammann and Offutt: a function that hands two numbers to another one, and uses what that returns.
 */
int take_out(int a, int b);
int trash(int x);

int take_out(int a, int b)
{
    int d, e;
    d = 42 * a;
    if (a > 0)
        e = 2 * b + d;
    else
        e = b + d;
    return e;
}

int trash(int x)
{
    int m, n;
    m = 0;
    if (x > 0)
        m = 4;
    if (x > 5)
        n = 3 * m;
    else
        n = 4 * m;
    return take_out(m, n);
}
