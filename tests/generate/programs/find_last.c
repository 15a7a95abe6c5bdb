/* findLast of Ammann and Offutt: where a value stands in an array for the last time. */
int find_last(const int numbers[], int count, int wanted);

int find_last(const int numbers[], int count, int wanted)
{
    for (int i = count - 1; i >= 0; i--)
        if (numbers[i] == wanted)
            return i;
    return -1;
}
