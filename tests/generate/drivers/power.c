/* Calls power with exponents that are not large. */
#include "driver.h"

unsigned power(unsigned left, int right);

static void call(void)
{
    unsigned left = (unsigned)draw_bits(4);
    power(left, draw_range(-3, 12));
}
