/* Directories for temporary files of runs, hlcov-mutate-..., which are removed in the end, also those that a killed
 * hlcov mutate left behind. */
#ifndef MUTATE_SCRATCH_H
#define MUTATE_SCRATCH_H

#include <glib.h>

/* One such directory. */
typedef struct {
    char *path;
    int lock; /* as long as it is held, the directory is in use */
} MutateScratch;

/* Makes one below the directory `temporary`, after removing those there that nobody uses any more. FALSE, and *error,
 * if that cannot be done. */
gboolean mutate_scratch_make(MutateScratch *scratch, const char *temporary, GError **error);

/* Removes it, with all that is in it. */
void mutate_scratch_clear(MutateScratch *scratch);

/* Removes a file, or a directory with all that is in it, as far as that can be done; links are not followed. */
void mutate_remove(const char *path);

#endif
