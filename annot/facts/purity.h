/* Whether evaluating an expression changes nothing. It judges what the tree shows, function by declaration,
 * and refuses what it does not know. */
#ifndef ANNOT_PURITY_H
#define ANNOT_PURITY_H

#include "annot/tree/tree.h"

/* What purity is judged by. */
typedef struct {
    HtolArena *arena;        /* for messages */
    const AnnotText *text;   /* the text that the tree was built from */
    const char *const *pure; /* NULL-terminated names of functions that the user vouches for; may be NULL */
    const char *what;        /* the thing that must be pure, as messages call it: "a predicate" */
} AnnotPurity;

/* Sets *found to the outermost, first part of `expr` that has or may have side effects, or reads something volatile or
 * atomic. Returns FALSE if there is none. */
gboolean annot_find_impurity(const AnnotPurity *purity, const AnnotExpr *expr, AnnotError *found);

#endif
