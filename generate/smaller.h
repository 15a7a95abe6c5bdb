/* Smaller inputs made of one, best first: candidates, of which who shrinks takes the first that does the same. A number
 * is smaller if it is nearer to 0, or positive instead of negative; a text, array or list if it is shorter. It runs
 * nothing. */
#ifndef GENERATE_SMALLER_H
#define GENERATE_SMALLER_H

#include "generate/contract/input.h"

/* Returns inputs in which node number `index` is smaller: GBytes, to be unreferenced. */
GPtrArray *generate_smaller(const GenerateInput *input, guint index);

/* Returns inputs in which one node of the `n` from `first` on in `nodes` (GenerateNode) is 0, as above. */
GPtrArray *generate_smaller_wholes(const GenerateInput *input, const GPtrArray *nodes, guint first, guint n);

/* Returns inputs in which several numbers are smaller at a time, as above: all divided by the same number; some nearer
 * to 0 by the same step, or one by two steps, so that what compares them, or their sums, finds the same. */
GPtrArray *generate_smaller_together(const GenerateInput *input);

/* Whether all of node number `index` is 0. */
gboolean generate_is_zero(const GenerateInput *input, guint index);

#endif
