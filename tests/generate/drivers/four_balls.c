/* Calls four_balls with weights that are drawn. */
#include "driver.h"

int four_balls(int a, int b, int c, int d);

static void call(void)
{
    int a = draw_int(), b = draw_int(), c = draw_int();
    four_balls(a, b, c, draw_int());
}
