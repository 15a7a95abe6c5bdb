/* Corpora: directories of inputs, a file each. Files that are written here are named by a hash of their bytes; all
 * other files are their owner's, and are never changed. */
#ifndef FUZZ_CORPUS_H
#define FUZZ_CORPUS_H

#include <glib.h>

/* The paths of the files of a directory, in the order of their names; hidden ones, and those in directories below, are
 * none. char *, to be unreferenced; empty if there is no such directory. */
GPtrArray *fuzz_corpus_files(const char *directory);

/* Writes an input to the directory, which is made if need be, unless it is there. Returns its name, to be freed; NULL
 * and *error on failure. Whenever the process dies, the directory holds whole inputs. */
char *fuzz_corpus_add(const char *directory, const char *bytes, gsize size, GError **error);

/* Writes a copy of the file `path` to the directory, as fuzz_corpus_add does. */
char *fuzz_corpus_copy(const char *directory, const char *path, GError **error);

/* The name that a file has if it was written here, a hash of its bytes; NULL if it cannot be read. To be freed. */
char *fuzz_corpus_name(const char *path);

/* Whether it has that name. */
gboolean fuzz_corpus_is_ours(const char *path);

/* Removes a directory and all that is in it; links are not followed. */
void fuzz_remove(const char *path);

#endif
