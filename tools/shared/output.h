/* Writes the outputs of subcommands: files that are never seen half done, and standard output, which `-` names. Knows
 * nothing of what is written. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <glib.h>
#include <stdio.h>

/* Whether `path`, the value of an option or NULL, means standard output. */
gboolean command_is_stdout(const char *path);

/* Opens the file at `path`, or standard output, has `put` write `what` to it, and gives the file its name. Does nothing
 * if `path` is NULL. FALSE and *error on failure. */
typedef void (*CommandPut)(gconstpointer what, FILE *out);
gboolean command_write(const char *path, CommandPut put, gconstpointer what, GError **error);

/* Flushes standard output; FALSE and *error if something could not be written. */
gboolean command_flush(GError **error);

#endif
