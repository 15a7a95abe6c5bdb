/* Calls utf8 with bytes of which many begin or continue a character. */
#include "driver.h"

#ifndef BYTES
#define BYTES 3
#endif
int utf8(const unsigned char text[BYTES]);

static unsigned char draw_byte(void)
{
    static const unsigned char usual[] = {0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf,
                                          0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
    int any = draw_range(0, 255);
    return drawing.bytes || draw_range(0, 3) == 0 ? (unsigned char)any : usual[any % (int)sizeof usual];
}

static void call(void)
{
    unsigned char text[BYTES];
    for (int i = 0; i < BYTES; i++)
        text[i] = draw_byte();
    utf8(text);
}
