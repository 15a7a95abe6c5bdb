/* What Z3 says of formulas, asked without prune's prover: for tests of what makes formulas. */
#ifndef SAMPLE_LOGIC_H
#define SAMPLE_LOGIC_H

#include "prune/formula/logic.h"

/* Whether some values of its variables make the formula `truth` hold. */
gboolean sample_can_hold(const PruneLogic *logic, PruneTerm truth);

/* Whether all values of its variables do. */
gboolean sample_holds_always(PruneLogic *logic, PruneTerm truth);

/* Whether the vectors have the same width and, whatever their variables are, the same value. */
gboolean sample_is_same(PruneLogic *logic, PruneTerm one, PruneTerm other);

#endif
