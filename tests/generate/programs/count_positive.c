/* countPositive of Ammann and Offutt: how many numbers of an array are above 0. */
int count_positive(const int numbers[], int count);

int count_positive(const int numbers[], int count)
{
    int positive = 0;
    for (int i = 0; i < count; i++)
        if (numbers[i] > 0)
            positive++;
    return positive;
}
