/* Calls two_pred with numbers whose sum cannot overflow. */
#include "driver.h"

char two_pred(int x, int y);

static void call(void)
{
    int x = draw_int() / 2;
    two_pred(x, draw_range(0, 1) ? 10 - x : draw_int() / 2);
}
