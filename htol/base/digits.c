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

char *htol_grouped(guint64 number)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%" G_GUINT64_FORMAT, number);
    for (gssize at = (gssize)text->len - 3; at > 0; at -= 3)
        g_string_insert_c(text, at, ',');
    return g_string_free(text, FALSE);
}
