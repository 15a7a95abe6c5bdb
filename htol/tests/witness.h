/* Witnesses: which tests cover an objective, one alone or several together. Every verdict is the evaluator's,
 * asked of what some tests recorded as if nothing else had been.
 *
 * Facts that the same tests recorded share a set of tests, and are asked about together. Coverage never
 * shrinks when facts are added: so what covers an objective are the smallest choices of sets with whose facts
 * it is covered, and one test of each set of such a choice. */
#ifndef HTOL_WITNESS_H
#define HTOL_WITNESS_H

#include "htol/judge/env.h"
#include "htol/users/user.h"

/* Limits for one objective: how often the evaluator may be asked before no more choices are looked for, how many
 * environments it may look at for that in all, and how often a test may be tried in a list. */
enum { HTOL_MOST_ASKED = 2000, HTOL_MOST_LOOKED_AT = 4000000, HTOL_MOST_TRIED = 100000 };

/* One test of each of these sets, 2 at least, cover it; none of them does alone. A test may be in several,
 * and fewer may do. */
typedef struct {
    guint n;
    const HtolTestSet *sets;
} HtolTogether;

/* Which tests cover one objective. */
typedef struct {
    HtolTestSet alone; /* each of these tests covers it */
    guint n_together;
    const HtolTogether *together;
    HtolTestSet needed; /* without any one of these it is not covered */
    gboolean partial;   /* there may be more that cover it, alone or together: too many would have to be asked
                           about.   What is needed is exact, and something covers it, if it is covered */
} HtolWitnesses;

/* Finds which tests cover a criterion's hyperlabel, over what the function recorded, whose tests must have been asked
 * for; none if it is not covered. In the arena. */
HtolWitnesses htol_witnesses(HtolArena *arena, const HtolHyper *hyper, HtolObserved *observed);
/* Finds which tests cover a user's objective that is measured, over relations whose tests are known. In the arena. */
HtolWitnesses htol_user_witnesses(HtolArena *arena, HtolTestSets *sets, const HtolUserObjective *objective);

/* The tests that cover it with others: those of some choice. Some of them may cover it alone as well. */
HtolTestSet htol_witnesses_together(HtolTestSets *sets, const HtolWitnesses *witnesses);

/* Whether it is covered by what these tests recorded alone. */
gboolean htol_covered_by(const HtolHyper *hyper, HtolObserved *observed, HtolTestSet tests);
gboolean htol_user_covered_by(HtolTestSets *sets, const HtolUserObjective *objective, HtolTestSet tests);

/* Tests that cover an objective together, and of which none may be left out. Ascending. */
typedef struct {
    guint n;
    const guint32 *tests;
} HtolWitness;

/* The first `most` witnesses, smaller ones first, those of one size in the order of their tests: an array in
 * the arena, *count of them. Of those of several tests some may be left out if HTOL_MOST_TRIED was reached.
 */
const HtolWitness *htol_witness_list(HtolArena *arena, const HtolTestSets *sets, const HtolWitnesses *witnesses,
                                     guint most, guint *count);

#endif
