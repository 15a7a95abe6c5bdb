/* Reads escapes; see escape.h. */
#include "htol/base/escape.h"

#include <string.h>

/* The number of up to `most` digits; *text is moved behind them. */
static guint8 number(const char **text, const char *end, guint base, guint most)
{
    guint value = 0;
    for (guint i = 0; i < most && *text < end; i++, (*text)++) {
        int digit = g_ascii_xdigit_value(**text);
        if (digit < 0 || digit >= (int)base)
            break;
        value = value * base + (guint)digit;
    }
    return (guint8)value;
}

gboolean htol_escape(const char **text, const char *end, guint8 *byte)
{
    static const char names[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *name = *text < end && **text ? strchr(names, **text) : NULL;
    if (name) {
        *byte = (guint8)values[name - names];
        (*text)++;
        return TRUE;
    }
    if (*text == end || (**text != 'x' && !(**text >= '0' && **text <= '7')))
        return FALSE;
    gboolean is_hexadecimal = **text == 'x';
    *text += is_hexadecimal ? 1 : 0;
    *byte = is_hexadecimal ? number(text, end, 16, 2) : number(text, end, 8, 3);
    return TRUE;
}
