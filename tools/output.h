/* Where subcommands write: files that are never seen half done, and standard output, which `-` names. It
 * knows nothing of what is written. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <glib.h>
#include <stdio.h>

/* Whether the value of an option, NULL if it was not given, means standard output. */
gboolean command_is_stdout(const char *path);

/* Calls `put` for the file, or standard output; not at all if `path` is NULL. On failure FALSE, and *error.
 */
typedef void (*CommandPut)(gconstpointer what, FILE *out);
gboolean command_write(const char *path, CommandPut put, gconstpointer what, GError **error);

/* Whether all got to standard output; if not, *error. */
gboolean command_flush(GError **error);

#endif
