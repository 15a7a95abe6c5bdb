/* Decimal digits: for what writes millions of numbers, as printf takes ten times as long; and for people. */
#ifndef HTOL_DIGITS_H
#define HTOL_DIGITS_H

#include <glib.h>

enum { HTOL_DIGITS = 11 }; /* of a guint32, and what ends a text */

/* The number in `room`, from where the result points to its end. */
const char *htol_digits(guint32 number, char room[HTOL_DIGITS]);

/* With commas between thousands: "746", "11,738". To be freed. */
char *htol_grouped(guint64 number);

/* Appends text, number, text. */
void htol_digits_append(GString *out, const char *before, guint32 number, const char *after);

#endif
