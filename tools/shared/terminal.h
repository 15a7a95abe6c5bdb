/* What standard output is: how wide, and whether colours are wanted. It prints nothing. */
#ifndef TOOLS_TERMINAL_H
#define TOOLS_TERMINAL_H

#include <glib.h>

/* Understands the value of --color: auto (or NULL), always, never. FALSE and *error on anything else. */
gboolean terminal_colour(const char *when, gboolean *colour, GError **error);

/* Columns of the window, or as COLUMNS says: 80 to 120; 100 where nothing says. */
guint terminal_width(void);

#endif
