/* Prints long text: through a pager on a terminal, as git does, else as it is. Knows nothing of the text. */
#ifndef TOOLS_PAGER_H
#define TOOLS_PAGER_H

#include <glib.h>

/* Whether standard output shows colours: it is a terminal that can, and NO_COLOR is not set. */
gboolean pager_has_colour(void);

/* Prints `text` on standard output; if that is a terminal, by the program that HLCOV_PAGER or PAGER names (default:
 * less; none if that is empty or `cat`). FALSE and *error if not all could be written; a reader who stops early is no
 * error. */
gboolean pager_print(const char *text, GError **error);

#endif
