/* Evaluates formulas for given values of their variables, many formulas at once: a formula that holds so need not be
 * asked about. It knows the operators that logic.h makes, and proves nothing. */
#ifndef PRUNE_SIMULATE_H
#define PRUNE_SIMULATE_H

#include "prune/logic.h"

typedef struct PruneSimulator PruneSimulator;

/* Makes a simulator of `n` truths; NULL ones never hold. To be freed. */
PruneSimulator *prune_simulator_new(PruneLogic *logic, const PruneTerm *terms, guint n);
void prune_simulator_free(PruneSimulator *simulator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PruneSimulator, prune_simulator_free)

/* Sets `holds` of each formula: whether it holds in the model, where what the model leaves open is 0, or, without a
 * model, for values that follow from the seed: numbers that programs compare with, and truths, most of which are true,
 * so that what may end a program mostly does not. */
void prune_simulate(PruneSimulator *simulator, Z3_model model, guint32 seed, guint8 *holds);

#endif
