/* The parts of formulas in post-order, each once: a part stands behind all that it is made of. It evaluates nothing. */
#ifndef PRUNE_ORDER_H
#define PRUNE_ORDER_H

#include "prune/formula/logic.h"

/* The parts that were asked for so far. */
typedef struct {
    PruneLogic *logic;
    GPtrArray *terms;  /* PruneTerm */
    GHashTable *index; /* PruneTerm: 1 + its index in `terms` */
} PruneOrder;

/* Makes an empty order; to be freed. */
PruneOrder *prune_order_new(PruneLogic *logic);
void prune_order_free(PruneOrder *order);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PruneOrder, prune_order_free)

/* Adds the formula and its parts, as far as they are not there; returns 1 + its index. */
guint prune_order_add(PruneOrder *order, PruneTerm term);

/* Returns 1 + the index of the formula; 0 if it was not added. */
guint prune_order_find(const PruneOrder *order, PruneTerm term);

/* Returns how many arguments the formula has; 0 for numbers. */
guint prune_order_arguments(const PruneOrder *order, PruneTerm term);

#endif
