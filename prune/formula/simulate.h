/* Evaluates many formulas at once for given values of their variables: a formula that holds for some is possible, and
 * the solver need not be asked. It knows the operators that logic.h makes, and proves nothing. */
#ifndef PRUNE_SIMULATE_H
#define PRUNE_SIMULATE_H

#include "prune/formula/logic.h"

typedef struct PruneSimulator PruneSimulator;

/* Makes a simulator of `n` truths; NULL ones never hold. To be freed. */
PruneSimulator *prune_simulator_new(PruneLogic *logic, const PruneTerm *terms, guint n);
void prune_simulator_free(PruneSimulator *simulator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PruneSimulator, prune_simulator_free)

/* Sets `holds` of each formula to whether it holds in `model`, with 0 for variables that the model leaves open. If
 * `model` is NULL, values are drawn from `seed`: numbers that programs often compare with, and truths that are mostly
 * true, so that what may end a program mostly does not. */
void prune_simulate(PruneSimulator *simulator, Z3_model model, guint32 seed, guint8 *holds);

#endif
