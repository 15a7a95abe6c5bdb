/* Places of values: variables, members, elements, what pointers point to. Equal places are one pointer. It knows which
 * of them may overlap, and nothing of what they hold: that is state.h's. */
#ifndef PRUNE_PLACE_H
#define PRUNE_PLACE_H

#include "annot/tree/tree.h"
#include "prune/logic.h"

typedef struct PrunePlace PrunePlace;
struct PrunePlace {
    const PrunePlace *whole; /* what it is a member or element of; NULL: it is a whole itself */
    const AnnotDecl *object; /* of a whole: the variable; NULL: what `pointer` points to */
    PruneTerm pointer;       /* of a whole without a variable: as what is at `type` */
    const AnnotDecl *member; /* of a part: which; NULL: the element `index` */
    PruneTerm index;         /* 64 bits */
    const AnnotType *type;   /* of its value; of a whole that is pointed to, part of what it is */
    gboolean is_private;     /* of a whole: a variable that nothing but its name leads to */
    guint number;            /* in the order in which places were first asked for */
};

typedef struct PrunePlaces PrunePlaces;
PrunePlaces *prune_places_new(HtolArena *arena);
void prune_places_free(PrunePlaces *places);

const PrunePlace *prune_place_variable(PrunePlaces *places, const AnnotDecl *variable, gboolean is_private);
const PrunePlace *prune_place_pointed(PrunePlaces *places, PruneTerm pointer, const AnnotType *type);
const PrunePlace *prune_place_member(PrunePlaces *places, const PrunePlace *whole, const AnnotDecl *member,
                                     const AnnotType *type);
const PrunePlace *prune_place_element(PrunePlaces *places, const PrunePlace *whole, PruneTerm index,
                                      const AnnotType *type);

const PrunePlace *prune_place_root(const PrunePlace *place);

/* Whether a store to one leaves the other as it was, wherever pointers point. An index of a variable that is an array
 * is taken to lie in it. */
gboolean prune_places_are_apart(const PruneLogic *logic, const PrunePlace *one, const PrunePlace *other);

/* Whether the type's values are vectors of bits here: integers and pointers. */
gboolean prune_has_bits(const AnnotType *type);
guint prune_bits_of(const AnnotType *type);

#endif
