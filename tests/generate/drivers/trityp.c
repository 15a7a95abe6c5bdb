/* Calls trityp with numbers that are drawn. */
#include "driver.h"

int trityp(int a, int b, int c);

static void call(void)
{
    int a = draw_int(), b = draw_int();
    trityp(a, b, draw_int());
}
