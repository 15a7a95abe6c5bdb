/* Calls last_zero with arrays that are drawn. */
#include "driver.h"

int last_zero(const int numbers[], int count);

static void call(void)
{
    int numbers[6];
    int count = draw_array(numbers, 6);
    last_zero(numbers, count);
}
