/* power of Ammann and Offutt: a number to the power of another that is not negative, modulo 2 to 32. */
unsigned power(unsigned left, int right);

unsigned power(unsigned left, int right)
{
    unsigned result = left;
    if (right == 0)
        result = 1;
    else
        for (int i = 2; i <= right; i++)
            result *= left;
    return result;
}
