/* Calls find_val with arrays that are drawn. */
#include "driver.h"

int find_val(const int numbers[], int count, int wanted);

static void call(void)
{
    int numbers[6];
    int count = draw_array(numbers, 6);
    find_val(numbers, count, draw_int());
}
