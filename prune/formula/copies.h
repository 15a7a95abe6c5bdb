/* Copies of formulas with variables of their own: what holds of two runs of a function is said with one formula of it
 * and a copy. */
#ifndef PRUNE_COPIES_H
#define PRUNE_COPIES_H

#include "prune/formula/logic.h"

/* One copy of all variables. To be freed by prune_copy_free. */
typedef struct {
    PruneLogic *logic;
    GHashTable *variables; /* PruneTerm: PruneTerm, a variable and its copy */
} PruneCopy;
PruneCopy *prune_copy_new(PruneLogic *logic);
void prune_copy_free(PruneCopy *copy);

/* Returns the formula, a truth or a vector, with the copies of its variables. */
PruneTerm prune_copied(PruneCopy *copy, PruneTerm term);

/* Makes the truth that each variable of the formula has the value that its copy has in the model. */
PruneTerm prune_as_copied(PruneCopy *copy, Z3_model model, PruneTerm term);

/* Returns `term` with `to` in place of its variable `from`, of one width. */
PruneTerm prune_replaced(PruneLogic *logic, PruneTerm term, PruneTerm from, PruneTerm to);

#endif
