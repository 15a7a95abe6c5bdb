/* Calls compute_stats with arrays that are drawn; numbers are not sorted. */
#include "driver.h"

struct stats {
    double mean, median, variance, deviation;
};

void compute_stats(const int numbers[], int count, struct stats *out);

static void call(void)
{
    int numbers[6];
    int count = draw_array(numbers, 6);
    struct stats stats = {0, 0, 0, 0};
    compute_stats(numbers, count, &stats);
}
