/* What is missing of an uncovered objective of an operation, in words. Part of missing.h. */
#ifndef HTOL_MISSING_OPERATION_H
#define HTOL_MISSING_OPERATION_H

#include "htol/criteria/criteria.h"
#include "htol/judge/env.h"

/* Appends them, in one line: that the comparison or value was never evaluated, the function of the parameter never
 * entered, or in which classes it was seen; of a computed mutant, which values would tell it apart. Nothing for
 * other kinds of operations. `objective` has the site of an operation, of the function that was observed. */
void htol_missing_operation_append(HtolObserved *observed, const HtolObjective *objective, GString *out);

#endif
