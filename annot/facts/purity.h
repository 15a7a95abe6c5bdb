/* Whether evaluating an expression changes nothing. It judges what the tree shows, function by declaration,
 * and refuses what it does not know. */
#ifndef ANNOT_PURITY_H
#define ANNOT_PURITY_H

#include "annot/tree/tree.h"

typedef struct {
    HtolArena *arena;        /* of messages */
    const AnnotText *text;   /* that the tree was built from */
    const char *const *pure; /* NULL-terminated names of functions that the user vouches for; may be NULL */
    const char *what;        /* must be pure, for messages: "a predicate" */
} AnnotPurity;

/* The first thing that has side effects or might, or reads what is volatile or atomic, from the outside
 * in. Returns FALSE if there is none. */
gboolean annot_find_impurity(const AnnotPurity *purity, const AnnotExpr *expr, AnnotError *found);

#endif
