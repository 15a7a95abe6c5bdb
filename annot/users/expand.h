/* Macros in the C of users' labels: the front end sees preprocessed text, so they are replaced by what the
 * user's preprocessor makes of them. It runs no preprocessor itself. */
#ifndef ANNOT_EXPAND_H
#define ANNOT_EXPAND_H

#include "annot/users/fragment.h"

/* Preprocesses `text` with the macros that hold at the end of the unit's main source, and appends what comes
 * of it, maybe behind what comes of the source. FALSE if that fails. */
typedef struct {
    gboolean (*preprocess)(gpointer data, const char *text, GString *out); /* NULL: there is none */
    gpointer data;
} AnnotExpander;

/* Replaces the texts of n fragments by their expansions, in the arena, where these differ. If the
 * preprocessor fails they stay as they are. */
void annot_expand(HtolArena *arena, const AnnotExpander *expander, AnnotFragment *const *fragments, guint n);

#endif
