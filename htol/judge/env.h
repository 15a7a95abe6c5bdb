/* Environments: what the slots and tuples of a function say was observed at each of its sites. Not a verdict. */
#ifndef HTOL_ENV_H
#define HTOL_ENV_H

#include "htol/files/table.h"
#include "htol/files/test_set.h"
#include "htol/files/tuple.h"
#include "htol/files/ways.h"
#include "htol/lang/hyper.h"

/* The environments recorded at one site (columns as HtolSiteKind says): `rows` of `columns` values (HtolTruth
 * each), row after row; a site without variables has one row of no columns when it was reached. */
typedef struct {
    guint rows, columns;
    const guint8 *values;
    const HtolTestSet *tests; /* of each row the tests that recorded it; NULL: nobody asked. Rows may be alike */
} HtolEnvs;

/* A function and what was recorded of it, merged over all units and runs. */
typedef struct {
    const HtolFunction *function;
    const guint8 *slots; /* function->row.slots bytes, each 0 or 1 */
    guint n_tuples;
    const HtolTuple *tuples;    /* by source, which counts within the function; each once */
    gboolean lossy;             /* its unit had no room for some tuples: some of these may be missing */
    const char *const *callees; /* n_tuples: of a call through a pointer, the function that was called; NULL: not known,
                                   or no call. NULL altogether: nobody looked */
    gboolean unnamed;    /* where the unit says what a pointer may point to, none of that was found by its name */
    HtolTestSets *tests; /* NULL: nobody asks which tests recorded what, here and below */
    const HtolTestSet *slot_tests;  /* of each slot; of one that is 0: none */
    const HtolTestSet *tuple_tests; /* of each tuple */
} HtolRecorded;

/* The environments of all sites of a function, computed when first asked for and kept in `arena`. */
typedef struct HtolObserved HtolObserved;

/* Makes them of what was recorded, which must outlive the result. A decision over the cap has the vectors among its
 * tuples as environments, then one with a single value (of the outcome, or of a condition) for each of its slots. */
HtolObserved *htol_observed_of(HtolArena *arena, const HtolRecorded *recorded);

/* Makes them as if these `n` slots had been recorded as well, by no test. `before`, which htol_observed_of made, must
 * outlive the result. */
HtolObserved *htol_observed_with(HtolArena *arena, HtolObserved *before, const guint32 *slots, guint32 n);

/* Makes them of the slots alone, for a function that recorded no tuples. */
HtolObserved *htol_observed_new(HtolArena *arena, const HtolFunction *function, const guint8 *slots);
HtolEnvs htol_observed_at(HtolObserved *observed, HtolSite site);
/* Whether more cells of the variable (index of its row) were live than there is room for: flows may be missing. */
gboolean htol_observed_lost(const HtolObserved *observed, guint32 variable);
const HtolFunction *htol_observed_function(const HtolObserved *observed);

/* Makes them without the environments for whose tests `keeps` is FALSE: as if only the others had been recorded. The
 * tests of `observed`, which must outlive the result, must have been asked for. */
typedef gboolean (*HtolKeeps)(HtolTestSet tests, gpointer data);
HtolObserved *htol_observed_by(HtolArena *arena, HtolObserved *observed, HtolKeeps keeps, gpointer data);

/* Returns the sets of tests that recorded the environments; NULL: nobody asked which tests recorded what. */
HtolTestSets *htol_observed_tests(const HtolObserved *observed);

/* From now on these are the environments of the decision, whatever its slots say: the answer to "what if". They must
 * outlive `observed`. */
void htol_observed_set(HtolObserved *observed, guint32 decision, HtolEnvs envs);

/* What the function could record at most: every way of every decision, cut short or not, but those in which
 * conditions differ that must have the same value (Condition.same). What no environment of these covers is
 * infeasible. Not so of a decision over the cap: of what there can be, only the single values are among them. */
HtolObserved *htol_possible_new(HtolArena *arena, const HtolFunction *function);

/* Makes them as htol_possible_new does, where it is known that only these slots (function->row.slots bytes) can be
 * set. */
HtolObserved *htol_possible_of(HtolArena *arena, const HtolFunction *function, const guint8 *slots);

/* Why some ways of the decision are not possible: "condition 3 repeats condition 1 (`a`)"; NULL if all are.
 * Conditions count from 1. In `arena`. */
const char *htol_decision_repeats(HtolArena *arena, const HtolFunction *function, guint32 decision);

/* Every way through a decision, observed or not, possible or not, in the order of their numbers: columns are
 * the outcome, then each condition. Of a complete decision every combination of values of its live conditions
 * is a way. Cut-short ways are not among them. Rows 0 for a decision over the cap. */
HtolEnvs htol_decision_ways(HtolArena *arena, const HtolFunction *function, guint32 decision);

/* The environments of a decision that are worth telling: without those that were cut short before a condition that some
 * other went on from. What is recorded before a call tells no more than that others went on. Rows lie in `arena`; of a
 * decision over the cap all are told. */
HtolEnvs htol_envs_told(HtolArena *arena, const HtolRowDecision *decision, HtolEnvs envs);

/* Whether a vector of the decision is recorded, as a way or as a tuple; if not, single values are, unless constants
 * decide it. */
gboolean htol_decision_has_vectors(const HtolRowDecision *decision);

/* The first of the function's tuples, which are in the order of their sources, whose source is not below that; n_tuples
 * if there is none. */
guint htol_recorded_first(const HtolRecorded *recorded, guint32 source);

#endif
