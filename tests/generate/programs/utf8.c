/* A check of UTF-8 in BYTES bytes: how many characters they are; the place of the first wrong byte, negative. */
#ifndef BYTES
#define BYTES 3
#endif
int utf8(const unsigned char text[BYTES]);

static int length_by_first(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return 2;
    if ((first & 0xf0) == 0xe0)
        return 3;
    if (first >= 0xf0 && first <= 0xf4)
        return 4;
    return 0;
}

/* Not longer than needed, no half of a pair, not above 0x10ffff. */
static int second_fits(unsigned char first, unsigned char second)
{
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f))
        return 0;
    if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
        return 0;
    return 1;
}

int utf8(const unsigned char text[BYTES])
{
    int characters = 0;
    for (int at = 0; at < BYTES; characters++) {
        int length = length_by_first(text[at]);
        if (length == 0 || at + length > BYTES)
            return -at - 1;
        for (int i = 1; i < length; i++)
            if ((text[at + i] & 0xc0) != 0x80)
                return -at - i - 1;
        if (length > 1 && !second_fits(text[at], text[at + 1]))
            return -at - 2;
        at += length;
    }
    return characters;
}
