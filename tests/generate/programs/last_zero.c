/* lastZero of Ammann and Offutt: where the last 0 of an array stands. */
int last_zero(const int numbers[], int count);

int last_zero(const int numbers[], int count)
{
    int found = -1;
    for (int i = 0; i < count; i++)
        if (numbers[i] == 0)
            found = i;
    return found;
}
