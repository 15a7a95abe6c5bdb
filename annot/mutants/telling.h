/* Which values of an operand may tell an operator with a constant from mutants with other constants, as a condition in
 * the program, so that judges are called for few values. It judges none: more values may pass than tell. */
#ifndef ANNOT_TELLING_H
#define ANNOT_TELLING_H

#include "annot/mutants/operation.h"

/* An operator with an operand and a constant, and its mutants. */
typedef struct {
    const AnnotProbe *probe;
    const AnnotOperation *operation; /* of kind COMPUTED, of integers unless its type says otherwise */
    gint64 constant;
    const gint64 *constants; /* by mutant: what stands in place of the constant */
    guint n_constants;
} AnnotTelling;

/* Returns the condition, in C over the local hlcov_v, the value of the operand, without which all mutants that are
 * looked for and not yet killed have the operator's value; to be freed. NULL: there is none that is worth to be asked.
 */
char *annot_telling_values(const AnnotTelling *telling);

#endif
