/* Calls functions of words of bit-fields with any words. */
#include "driver.h"

struct sample {
    unsigned channel : 3;
    signed level : 5;
    unsigned valid : 1;
    unsigned : 3;
    unsigned sequence : 4;
};
uint16_t pack(struct sample sample);
int check(uint16_t word, unsigned expected);
unsigned ones(uint32_t word);

static void call(void)
{
    uint64_t bits = draw_bits(4);
    struct sample sample = {bits & 7, (int)(bits >> 3 & 31) - 16, bits >> 8 & 1, bits >> 12 & 15};
    switch (draw_range(0, 2)) {
    case 0: pack(sample); break;
    case 1: check((uint16_t)bits, (unsigned)draw_range(0, 31)); break;
    default: ones((uint32_t)bits);
    }
}
