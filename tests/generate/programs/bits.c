/* A word of bit-fields: packs a sample into it, and says what is wrong with one. */
#include <stdint.h>

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

uint16_t pack(struct sample sample)
{
    uint16_t word = (uint16_t)sample.channel;
    if (!sample.valid)
        return 0xffff;
    word = (uint16_t)(word | (sample.level & 0x1f) << 3 | 1 << 8 | sample.sequence << 12);
    if (sample.level < -8 || sample.level > 7)
        word |= 1 << 9;
    return word;
}

int check(uint16_t word, unsigned expected)
{
    if ((word & 0x100) == 0)
        return -1;
    if ((word >> 12) != (expected & 0xf))
        return -2;
    if ((word & 7) == 5 && (word >> 9 & 1))
        return 1;
    return 0;
}

unsigned ones(uint32_t word)
{
    unsigned count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}
