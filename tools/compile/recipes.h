/* How the sources of a data directory were compiled: finds recipes by their source. It compiles nothing. */
#ifndef TOOLS_RECIPES_H
#define TOOLS_RECIPES_H

#include "htol/notes/recipe.h"

/* The last recipe of a source. */
typedef struct {
    char *source; /* absolute path */
    HtolArena *arena;
    const HtolRecipe *recipe; /* in the arena */
    gint64 time;              /* of its file */
} RecipesRow;

/* Returns a RecipesRow for each source, by path; to be unreferenced. Files that cannot be read are passed over, and so
 * are harnesses. */
GPtrArray *recipes_of(const char *data_dir);

/* The row of the source with that absolute path; NULL: there is none. */
const RecipesRow *recipes_find(const GPtrArray *recipes, const char *source);

#endif
