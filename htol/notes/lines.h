/* Files of lines that processes append to at any time: each line ends in a checksum of what stands before, so one that
 * was cut or damaged is told from the others. It does not know what the lines say. */
#ifndef HTOL_LINES_H
#define HTOL_LINES_H

#include <glib.h>

/* Appends a text to `line` as a field of it: escaped as by g_strescape, with a tab behind. */
void htol_line_add(GString *line, const char *text);

/* Appends the line, fields with a tab behind each, its checksum and a newline to the file, by one write; makes the file
 * if it is not there, for its owner alone. A line that was cut off at the end of the file is ended first. FALSE, and
 * *error, if that fails. */
gboolean htol_lines_append(const char *path, const char *line, GError **error);

/* Takes the next line off *text. Returns its fields, as they were before they were escaped; NULL at the end of the
 * text. Lines that are damaged are counted in *damaged and passed over, empty ones passed over. To be freed with
 * g_strfreev. */
char **htol_lines_next(const char **text, guint *damaged);

/* The domain of errors in writing such files, with messages for users; the code is 0. */
#define HTOL_LINES_ERROR htol_lines_error_quark()
GQuark htol_lines_error_quark(void);

#endif
