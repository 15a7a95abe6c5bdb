/* Escapes of C in characters and strings: what stands behind a backslash. Which texts are literals it does not know. */
#ifndef HTOL_ESCAPE_H
#define HTOL_ESCAPE_H

#include <glib.h>

/* Reads the escape behind a backslash, a letter of abfnrtv or a number of octal or hexadecimal digits, from *text up to
 * `end`; moves *text behind it and sets *byte. FALSE, with nothing changed, if there is another one. */
gboolean htol_escape(const char **text, const char *end, guint8 *byte);

#endif
