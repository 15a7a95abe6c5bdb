/* Calls print_primes with any number, often one that fits. */
#include "driver.h"

int print_primes(int primes[30], int count);

static void call(void)
{
    int primes[30];
    print_primes(primes, draw_range(0, 1) ? draw_range(-1, 31) : draw_int());
}
