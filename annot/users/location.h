/* Where a user's label stands: from the place that it names to locations in the functions of a unit. It reads
 * the tree, not C: whether the label's predicate means anything there is for others to find out. */
#ifndef ANNOT_LOCATION_H
#define ANNOT_LOCATION_H

#include "annot/tree/tree.h"
#include "annot/users/script.h"

/* Where in a function a location is; `stmt` is the field of AnnotLocation. */
typedef enum {
    ANNOT_AT_ENTRY,     /* where the function's body begins, before what could be jumped to */
    ANNOT_AT_STATEMENT, /* before `stmt` */
    ANNOT_AT_END,       /* before the brace that closes `stmt`, a compound statement */
    ANNOT_AT_RETURN     /* in `stmt`, a return statement, when its value is known */
} AnnotLocationKind;

/* One location in a function. */
typedef struct {
    guint function; /* of the tree; it is measured */
    AnnotLocationKind kind;
    const AnnotStmt *stmt;
    const AnnotStmt *behind; /* STATEMENT: the first of the labels to jump to that stand right before it, or NULL */
    guint32 at;              /* offset in the text */
} AnnotLocation;

/* What locations are looked for in. It owns nothing. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotPlaces *places;
    const AnnotTree *tree;
    AnnotScripts *scripts; /* takes the faults */
} AnnotLocator;

/* Whether both are the same location: then their labels belong to one step. */
gboolean annot_location_same(const AnnotLocation *one, const AnnotLocation *other);

/* Whether `place`, which names a function, means `function`; its hash is not looked at. */
gboolean annot_location_means(const AnnotLocator *locator, const AnnotFunction *function, const HtolPlace *place);

/* Returns all locations of `label`, of that script, in this unit: AnnotLocation, each once; to be freed with
 * g_array_unref. Empty if it stands in another unit or at a site that is recorded anyway, or if it has a fault. */
GArray *annot_locations_of(const AnnotLocator *locator, const AnnotScript *script, const HtolLabelDecl *label);

/* Returns the one location of a label of LTest, which is a statement; as annot_locations_of. */
GArray *annot_locations_of_mark(const AnnotLocator *locator, const AnnotScript *script, const AnnotMarked *marked);

#endif
