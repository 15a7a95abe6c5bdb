/* Calls functions of the budget, whose variables have numbers that cannot overflow; refusals come by calls. */
#include "driver.h"

extern int balance, reserve;
extern unsigned char locked;
int spend(int amount);
int must_refill(void);

static void call(void)
{
    balance = draw_int() % 100000;
    reserve = draw_int() % 100000;
    locked = draw_range(0, 7) == 0;
    for (int i = draw_range(0, 4); i >= 0; i--)
        spend(draw_int() % 100000);
    must_refill();
}
