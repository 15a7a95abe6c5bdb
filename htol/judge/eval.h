/* The evaluator of criteria's hyperlabels: makes relations of what was recorded at their sites, and decides
 * by the same join as users' hyperlabels (decide.h). Makes the relations of users' labels at sites too. */
#ifndef HTOL_EVAL_H
#define HTOL_EVAL_H

#include "htol/judge/env.h"
#include "htol/judge/relation.h"
#include "htol/lang/script.h"

/* A label is covered when its predicate is true, by Kleene's three values, in some environment of its site; a
 * conjunction when both, a disjunction when one of its operands is covered; under a guard, when environments
 * of all its labels satisfy the guard together. Members are labels at sites. */
gboolean htol_covered(const HtolHyper *hyper, HtolObserved *observed);

/* The predicate in one environment (a row of `columns` values). !, && and || are Kleene's; any other operator is
 * that of expr.h over 0 and 1, and unknown if an operand is unknown or it has no value. */
HtolTruth htol_eval(const HtolExpr *predicate, const guint8 *row);

/* Appends to `sets` (HtolTestSet) the tests of each environment that satisfies a label of the hyperlabel: others do not
 * matter to its verdict. The tests must have been asked for. */
void htol_label_tests(const HtolHyper *hyper, HtolObserved *observed, GArray *sets);

/* The environments that cover a label at a site: a row for each that satisfies its predicate, a column for each
 * of its bindings, whose values are those of HtolTruth. `observed` is of a function that its place means and that
 * it fits (site.h); where several are meant, the label's relation is that of all of them. In `arena`. */
const HtolRelation *htol_site_relation(HtolArena *arena, const HtolLabelDecl *label, HtolObserved *observed);

#endif
