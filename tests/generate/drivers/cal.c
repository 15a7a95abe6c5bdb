/* Calls cal with months of a year, and days and years that cannot overflow. */
#include "driver.h"

int cal(int month1, int day1, int month2, int day2, int year);

static void call(void)
{
    int month1 = draw_range(1, 12), month2 = draw_range(month1, 12);
    int day1 = draw_int() % 1000000, day2 = draw_int() % 1000000;
    cal(month1, day1, month2, day2, draw_range(0, 1) ? draw_int() : 100 * draw_range(-20, 20));
}
