/* Decimal digits; see digits.h. */
#include "htol/base/digits.h"

const char *htol_digits(guint32 number, char room[HTOL_DIGITS])
{
    guint first = HTOL_DIGITS - 1;
    room[first] = '\0';
    do
        room[--first] = (char)('0' + number % 10);
    while (number /= 10);
    return &room[first];
}

void htol_digits_append(GString *out, const char *before, guint32 number, const char *after)
{
    char room[HTOL_DIGITS];
    g_string_append(out, before);
    g_string_append(out, htol_digits(number, room));
    g_string_append(out, after);
}
