/* Files that hlcov writes, and leaves alone once somebody edited them. It knows no formats. */
#ifndef GENERATE_WRITE_OUTPUT_H
#define GENERATE_WRITE_OUTPUT_H

#include <glib.h>

/* Stands in a text where its checksum is to be. */
#define GENERATE_CHECKSUM "Checksum: 0000000000000000."

/* A file that was written. */
typedef struct {
    char *path;    /* of it; NULL: none was, because the same text had been written before it was edited */
    char *edited;  /* path of a file that was left alone, because somebody edited it; NULL: none */
    char *summary; /* what it holds: "12 tests" */
} GenerateWritten;

/* Writes `text`, which has GENERATE_CHECKSUM, to `path`, or beside it if what lies there has another checksum than it
 * says, or none. Adds a GenerateWritten with the summary, which it takes, to `written`. FALSE and *error if that fails.
 */
gboolean generate_save(const char *path, const char *text, char *summary, GPtrArray *written, GError **error);

/* Removes a file that generate_save wrote and nobody edited; others stay. */
void generate_discard(const char *path);

/* Makes an empty array of GenerateWritten, to be freed. */
GPtrArray *generate_written_new(void);

#endif
