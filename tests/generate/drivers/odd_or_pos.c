/* Calls odd_or_pos with arrays that are drawn. */
#include "driver.h"

int odd_or_pos(const int numbers[], int count);

static void call(void)
{
    int numbers[6];
    int count = draw_array(numbers, 6);
    odd_or_pos(numbers, count);
}
