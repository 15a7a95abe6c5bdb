/* Calls sum with arrays that are drawn. */
#include "driver.h"

long sum(const int numbers[], int count);

static void call(void)
{
    int numbers[6];
    int count = draw_array(numbers, 6);
    sum(numbers, count);
}
