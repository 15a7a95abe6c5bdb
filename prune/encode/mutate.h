/* Formulas for the recorded classes of an operation's values: comparisons, signs, computed mutants. Which operations
 * there are and how they are recorded, annot knows. */
#ifndef PRUNE_MUTATE_H
#define PRUNE_MUTATE_H

#include "annot/mutants/operations.h"
#include "prune/state/encoding.h"

/* Operations with more classes than that have no formulas. */
enum { PRUNE_MOST_CLASSES = 32 };

/* Returns the expression of the operation at which its classes are recorded: prune_operation_classes needs its moment.
 * NULL if it has no classes, or nothing is known of its kind here. */
const AnnotExpr *prune_operation_site(const AnnotOperation *operation);

/* Sets classes[k] to the formula that class k of the operation is recorded; NULL: not known. `moment` is that of its
 * site. */
void prune_operation_classes(PruneLogic *logic, const AnnotOperation *operation, const PruneMoment *moment,
                             PruneTerm classes[PRUNE_MOST_CLASSES]);

#endif
