/* sum of Ammann and Offutt: all numbers of an array together. */
long sum(const int numbers[], int count);

long sum(const int numbers[], int count)
{
    long total = 0;
    for (int i = 0; i < count; i++)
        total += numbers[i];
    return total;
}
