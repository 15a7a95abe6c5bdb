/* Text from outside (paths, names, source) made fit to be shown: what would hide, or command a terminal, is replaced.
 * Escaping for a format is done where it is written. */
#ifndef HTOL_PLAIN_H
#define HTOL_PLAIN_H

#include <glib.h>

/* `text` as valid UTF-8 in which nothing is hidden (see below) or breaks the line: such characters are
 * replaced by U+FFFD. To be freed. */
char *htol_plain(const char *text);

/* Returns several lines as htol_plain does each; newlines stay. To be freed. */
char *htol_plain_lines(const char *text);

/* The text with one blank for all white space between its words, none at its ends. To be freed. */
char *htol_squeezed(const char *text, gsize length);

/* `text` (UTF-8) if it has at most `most` characters, else its beginning and " ...", as long together: whole words of
 * it if one ends in the second half of what fits. To be freed. */
char *htol_cut(const char *text, guint most);

/* Whether the character is not seen but changes how a reader sees others: controls, overriding of the
 * direction of text, separators of lines. */
gboolean htol_is_hidden(gunichar character);

#endif
