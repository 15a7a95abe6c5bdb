/* The evaluator of criteria's hyperlabels: makes relations of what was recorded at their sites, and decides
 * by the same join as users' hyperlabels (decide.h). */
#ifndef HTOL_EVAL_H
#define HTOL_EVAL_H

#include "htol/env.h"
#include "htol/hyper.h"

/* A label is covered when its predicate is true, by Kleene's three values, in some environment of its site; a
 * conjunction when both, a disjunction when one of its operands is covered; under a guard, when environments
 * of all its labels satisfy the guard together. Members are labels at sites. */
gboolean htol_covered(const HtolHyper *hyper, HtolObserved *observed);

/* The predicate in one environment (a row of `columns` values). Over truth values there are constants, !, &&,
 * ||, == and !=; another operator is our bug. */
HtolTruth htol_eval(const HtolExpr *predicate, const guint8 *row);

#endif
