/* Calls count_positive with arrays that are drawn. */
#include "driver.h"

int count_positive(const int numbers[], int count);

static void call(void)
{
    int numbers[6];
    int count = draw_array(numbers, 6);
    count_positive(numbers, count);
}
