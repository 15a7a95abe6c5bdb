/* Operations of which classes of values are recorded, as formulas: comparisons, signs, computed mutants. Which there
 * are and how they are recorded, annot knows. */
#ifndef PRUNE_MUTATE_H
#define PRUNE_MUTATE_H

#include "annot/mutants/operations.h"
#include "prune/encoding.h"

enum { PRUNE_MOST_CLASSES = 32 };

/* The expression, of the operation, of which the pass must tell when it is evaluated, and with which value. The classes
 * are recorded then. NULL: it has none, or nothing is known of it here. */
const AnnotExpr *prune_operation_site(const AnnotOperation *operation);

/* That the class is recorded, for each of the operation's; NULL: not known. `moment` is of its site. */
void prune_operation_classes(PruneLogic *logic, const AnnotOperation *operation, const PruneMoment *moment,
                             PruneTerm classes[PRUNE_MOST_CLASSES]);

#endif
