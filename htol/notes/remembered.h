/* Commands of tests that are remembered, so that they can be run again with mutants: a line for each in a file of the
 * data directory that stays on its machine. Writes and reads that file; it runs nothing. */
#ifndef HTOL_REMEMBERED_H
#define HTOL_REMEMBERED_H

#include "htol/base/arena.h"

/* A test; lists are ended by NULL. */
typedef struct {
    const char *name;
    const char *directory;          /* in which it ran, absolute */
    const char *const *words;       /* its command; words[0] as it was given */
    const char *const *environment; /* NAME=VALUE of the variables that are kept */
} HtolRemembered;

/* Names of variables that are kept if they are set, ended by NULL; one that ends in * stands for all that begin so.
 * Never all of an environment: it may hold secrets. */
extern const char *const htol_remembered_variables[];

/* Returns those of `environment` (NAME=VALUE, ended by NULL) that are kept: by their names above, or in `also` (names,
 * ended by NULL; may be NULL). To be freed with g_strfreev. */
char **htol_remembered_environment(char **environment, char **also);

/* The file in the data directory `dir`. To be freed. */
char *htol_remembered_path(const char *dir);

/* Appends the test to the file. FALSE, and *error, if that fails. */
gboolean htol_remembered_append(const char *path, const HtolRemembered *test, GError **error);

/* Reads the tests of a file's text: HtolRemembered, by name, of each name the last one. They lie in the arena. Adds to
 * *damaged the lines that are none. To be unreferenced. */
GPtrArray *htol_remembered_read(HtolArena *arena, const char *text, guint *damaged);

#endif
