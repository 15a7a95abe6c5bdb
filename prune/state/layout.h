/* Where places lie on a single way, where addresses are numbers: in which object, at which of its bytes, and what lies
 * there. It knows nothing of what they hold. */
#ifndef PRUNE_LAYOUT_H
#define PRUNE_LAYOUT_H

#include "prune/state/place.h"

/* Where objects of the input lie: a pointer that is read from place number k leads to PRUNE_FIRST_ADDRESS +
 * k * PRUNE_ADDRESS_STEP, if not to that of another one or nowhere. Variables lie behind all of them. */
#define PRUNE_FIRST_ADDRESS ((guint64)1 << 32)
#define PRUNE_ADDRESS_STEP ((guint64)1 << 24)
#define PRUNE_FIRST_VARIABLE ((guint64)1 << 48)
#define PRUNE_LAST_VARIABLE ((guint64)1 << 49)

/* The addresses of a way. */
typedef struct {
    PruneLogic *logic;
    PrunePlaces *places;
    GPtrArray *variables; /* const PrunePlace: variables whose address was taken; number k lies at PRUNE_FIRST_VARIABLE
                             + k * PRUNE_ADDRESS_STEP */
} PruneLayout;

/* The bytes of a place. */
typedef struct {
    const PrunePlace *object; /* the variable that they are of; NULL: all that lies at addresses of no variable */
    guint64 at, size;         /* bytes behind its beginning, or the address; how many */
    guint bit, bits;          /* of a bit-field: bits before it in those bytes, and its width; else 0 */
} PruneExtent;

/* Makes a layout of no variables; to be cleared. */
PruneLayout prune_layout(PruneLogic *logic, PrunePlaces *places);
void prune_layout_clear(PruneLayout *layout);

/* Sets *extent to where the place lies; FALSE: nobody knows, an index or a pointer is no number. */
gboolean prune_place_extent(const PruneLayout *layout, const PrunePlace *place, PruneExtent *extent);

/* Returns the place of the scalar, and sets *extent to its bytes, that has bit `bit` of byte `at` of the object: as its
 * type says, or that of the pointer of the input that leads there. NULL: there is none, or nobody knows. */
const PrunePlace *prune_scalar_at(const PruneLayout *layout, const PrunePlace *object, guint64 at, guint bit,
                                  PruneExtent *extent);

/* Makes the address of the place, 64 bits; a variable gets one if it has none. NULL: it is not known. */
PruneTerm prune_place_address(PruneLayout *layout, const PrunePlace *place);

/* Whether the address is a number, among those of variables. */
gboolean prune_leads_to_variable(const PruneLayout *layout, PruneTerm address);

#endif
