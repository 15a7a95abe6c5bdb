/* Whole files: read with care, and written so that they are never seen half done. Knows no format. */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include <glib.h>
#include <stdio.h>

/* Reads a regular file (a FIFO or a device might never end); *bytes is NUL-terminated, to be freed. The
 * error's message does not name the file: "cannot be read: ..."; its code is what errno was, 0 if that is not why. */
gboolean report_file_read(const char *path, char **bytes, gsize *size, GError **error);

/* Opens a file without a name, to be written and read, in the directory for temporary files. NULL and errno on failure.
 */
FILE *report_file_temporary(void);

/* What a source file is beside its text that was compiled. */
typedef enum {
    REPORT_SOURCE_OK,
    REPORT_SOURCE_OUTSIDE, /* it is, but it may not be shown: see report_source_is_shown */
    REPORT_SOURCE_CHANGED, /* it is not the text that was compiled */
    REPORT_SOURCE_MISSING  /* it cannot be read, or could not be when it was compiled */
} ReportSourceState;

extern const char *const report_source_state_names[]; /* "ok", "outside", "changed", "missing" */

/* Returns the name that a file is known by which holds these bytes, 16 hexadecimal digits; to be freed. */
char *report_file_hash(const char *bytes, gsize size);

/* Reads a file that a table names: relative to `root`, or absolute. *hash is that of its bytes; it and *text are
 * to be freed. Returns 0; if it cannot be read, what errno was, and ENOENT if it is no regular file. */
int report_source_read(const char *root, const char *path, char **text, gsize *size, char **hash);

/* Whether reports may show the text of a file that a table names: it lies below the root, or below one of the
 * directories of `others`, or matches a glob of them (both of absolute paths, NULL-terminated; NULL: none), when links
 * are followed. Anything may stand in #line, and tables come from others. */
gboolean report_source_is_shown(const char *root, const char *path, const char *const *others);

/* A file that is being written under a temporary name beside its own. */
typedef struct ReportOutput ReportOutput;
struct ReportOutput {
    FILE *stream;
    char *path, *temporary;
    ReportOutput *next; /* of those that are open */
};

/* Opens the output, which stays where it is until it is ended. Where `path` is something else than a regular file
 * (/dev/null, a pipe) it is written directly. On failure sets *error (which names the file) and returns FALSE. */
gboolean report_output_open(ReportOutput *output, const char *path, GError **error);

/* Opens an output in a directory where all files are ours: one that is there is replaced, whatever it is, and a link is
 * not followed. Fails as report_output_open does. */
gboolean report_output_open_in(ReportOutput *output, const char *directory, const char *name, GError **error);

/* Ends the output and gives it its name. On failure removes what was written, sets *error (which names the
 * file) and returns FALSE. */
gboolean report_output_close(ReportOutput *output, GError **error);

/* Ends the output instead, and leaves what was there under its name. */
void report_output_drop(ReportOutput *output);

/* Removes what was written of outputs that are open, for who ends the process without ending them. May be called by a
 * handler of signals. */
void report_outputs_remove(void);

#endif
