/* Places of values: variables, members, elements, what pointers point to. Equal places are one pointer. It knows which
 * of them may overlap, and nothing of what they hold: that is state.h's. */
#ifndef PRUNE_PLACE_H
#define PRUNE_PLACE_H

#include "annot/tree/tree.h"
#include "prune/formula/logic.h"

/* One place; it lies in the arena of all places. */
typedef struct PrunePlace PrunePlace;
struct PrunePlace {
    const PrunePlace *whole; /* the place that it is a member or element of; NULL: it is a whole itself */
    const AnnotDecl *object; /* of a whole: the variable; NULL: what `pointer` points to */
    PruneTerm pointer;       /* of a whole without a variable: its address */
    const AnnotDecl *member; /* of a part: which; NULL: the element `index` */
    PruneTerm index;         /* 64 bits */
    const AnnotType *type;   /* of its value; a pointer leads to a place for each type */
    gboolean is_private;     /* of a whole: a private variable, as effects.h has it */
    guint number;            /* in the order in which places were first asked for */
};

typedef struct PrunePlaces PrunePlaces;
/* Makes an empty set of places, which live in the arena; to be freed with prune_places_free. */
PrunePlaces *prune_places_new(HtolArena *arena);
void prune_places_free(PrunePlaces *places);

/* Returns how many places there are, and the one of that number. */
guint prune_places_count(const PrunePlaces *places);
const PrunePlace *prune_place_numbered(const PrunePlaces *places, guint number);

/* Returns the place of the variable. */
const PrunePlace *prune_place_variable(PrunePlaces *places, const AnnotDecl *variable, gboolean is_private);
/* Returns the place of that type which `pointer` (64 bits) leads to. */
const PrunePlace *prune_place_pointed(PrunePlaces *places, PruneTerm pointer, const AnnotType *type);
/* Returns the place of a member of `whole`. */
const PrunePlace *prune_place_member(PrunePlaces *places, const PrunePlace *whole, const AnnotDecl *member,
                                     const AnnotType *type);
/* Returns the place of an element of `whole`; `index` has 64 bits. */
const PrunePlace *prune_place_element(PrunePlaces *places, const PrunePlace *whole, PruneTerm index,
                                      const AnnotType *type);

/* Returns the whole that the place is a part of, however deep; itself if it is a whole. */
const PrunePlace *prune_place_root(const PrunePlace *place);

/* Whether the two cannot overlap, wherever pointers point: a store to one leaves the other unchanged. An index into a
 * variable that is an array is assumed to be in bounds. */
gboolean prune_places_are_apart(const PruneLogic *logic, const PrunePlace *one, const PrunePlace *other);

/* Whether the type's values are vectors of bits here: integers, pointers and, if the logic has them, floating-point
 * numbers of up to 64 bits, and records that are not large. */
gboolean prune_has_bits(const PruneLogic *logic, const AnnotType *type);

/* Returns the width of the type's values in bits; it must have some (prune_has_bits). */
guint prune_bits_of(const AnnotType *type);

#endif
