/* computeStats of Ammann and Offutt: what is usual among numbers that are sorted, and how far they lie from it. */
#include <math.h>

struct stats {
    double mean, median, variance, deviation;
};

void compute_stats(const int numbers[], int count, struct stats *out);

void compute_stats(const int numbers[], int count, struct stats *out)
{
    double sum = 0, squares = 0;
    if (count < 2)
        return;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    out->median = numbers[count / 2];
    out->mean = sum / count;
    for (int i = 0; i < count; i++)
        squares += (numbers[i] - out->mean) * (numbers[i] - out->mean);
    out->variance = squares / (count - 1);
    out->deviation = sqrt(out->variance);
}
