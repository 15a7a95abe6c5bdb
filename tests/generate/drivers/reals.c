/* Calls functions of floating-point numbers with small ones, fractions, and any. */
#include "driver.h"

int meets(double slope, double offset, double level, double *at);
float clamp(float value, float least, float most);
int steps_to_root(double number);

static void call(void)
{
    double at, one = draw_real(), other = draw_real(), third = draw_real();
    switch (draw_range(0, 2)) {
    case 0: meets(one, other, third, &at); break;
    case 1: clamp((float)one, (float)other, (float)third); break;
    default: steps_to_root(one);
    }
}
