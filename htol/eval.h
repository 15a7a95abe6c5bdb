/* The evaluator: decides whether recorded environments cover a hyperlabel. The only place where verdicts are made. */
#ifndef HTOL_EVAL_H
#define HTOL_EVAL_H

#include "htol/env.h"
#include "htol/hyper.h"

/* A label is covered when its predicate is true, by Kleene's three values, in some environment of its site; a
 * conjunction when both, a disjunction when one of its operands is covered. */
gboolean htol_covered(const HtolHyper *hyper, HtolObserved *observed);

/* The predicate in one environment (a row of `columns` values). */
HtolTruth htol_eval(const HtolExpr *predicate, const guint8 *row);

#endif
