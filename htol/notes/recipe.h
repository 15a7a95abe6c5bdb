/* How a unit was compiled: what is needed to read it again as it was read then. Reads and writes the files that hold
 * it; runs nothing.
 *
 * A file is JSON, FORMATS.md says of what. It lies beside the table of the unit, whose id is its name, and is no part
 * of the table: the same text, compiled by another command, is the same unit. */
#ifndef HTOL_RECIPE_H
#define HTOL_RECIPE_H

#include "htol/base/arena.h"
#include "htol/files/table.h"

/* The version of the format; a reader refuses every other one. */
enum { HTOL_RECIPE_VERSION = 1 };

/* Lists are ended by NULL. */
typedef struct {
    const char *directory;      /* in which the compiler ran, absolute */
    const char *source;         /* of the sources of the command, the unit's, as given there */
    const char *const *options; /* of hlcov cc, from the environment too */
    const char *const *words;   /* the compiler's command line, response files expanded */
} HtolRecipe;

/* The file's text; to be freed. */
char *htol_recipe_write(const HtolRecipe *recipe);

/* NULL, and *error, of a text that is none. In the arena. */
HtolRecipe *htol_recipe_read(HtolArena *arena, const char *text, GError **error);

/* Where the file for the table of that id lies in a data directory. To be freed. */
char *htol_recipe_path(const char *dir, const guint8 id[HTOL_ID_SIZE]);

/* The domain of errors in files of recipes, with messages for users; the code is 0. */
#define HTOL_RECIPE_ERROR htol_recipe_error_quark()
GQuark htol_recipe_error_quark(void);

#endif
