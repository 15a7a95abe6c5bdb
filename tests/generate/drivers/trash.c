/* Calls trash, and take_out with numbers that cannot overflow. */
#include "driver.h"

int take_out(int a, int b);
int trash(int x);

static void call(void)
{
    if (draw_range(0, 1))
        trash(draw_int());
    else
        take_out(draw_int() % 10000000, draw_int() % 10000000);
}
