/* Bytes put together in a buffer that may be too short for them. Not formatted output. */
#include "rt/rt.h"

void rt_add(RtText *text, const void *bytes, unsigned long size)
{
    const unsigned char *from = bytes;

    if (!text->at || (unsigned long)(text->end - text->at) < size) {
        text->at = (void *)0;
        return;
    }
    for (unsigned long i = 0; i < size; i++)
        *text->at++ = from[i];
}

void rt_add_string(RtText *text, const char *string)
{
    unsigned long length = 0;

    while (string[length])
        length++;
    rt_add(text, string, length);
}

void rt_add_hex(RtText *text, const unsigned char *bytes, unsigned long size)
{
    static const char digits[] = "0123456789abcdef";

    for (unsigned long i = 0; i < size; i++) {
        rt_add(text, &digits[bytes[i] / 16], 1);
        rt_add(text, &digits[bytes[i] % 16], 1);
    }
}

int rt_equal(const void *a, const void *b, unsigned long size)
{
    const unsigned char *left = a, *right = b;

    for (unsigned long i = 0; i < size; i++)
        if (left[i] != right[i])
            return 0;
    return 1;
}
