/* What is missing: of an uncovered objective of a decision, which vectors would cover it, and all in words.
 * It decides nothing: it asks the evaluator (eval.h) what would be if one vector more, or two, had been seen.
 */
#ifndef HTOL_MISSING_H
#define HTOL_MISSING_H

#include "htol/criteria/criteria.h"
#include "htol/judge/env.h"

/* Questions about one function. What was found of its decisions is kept in its arena. */
typedef struct HtolMissing HtolMissing;

/* `observed` must outlive the result. */
HtolMissing *htol_missing_new(HtolArena *arena, const HtolFunction *function, HtolObserved *observed);

/* Vectors of a decision: rows of its environments, in the arena or the environments that were observed. */
typedef struct {
    guint n_new; /* 1: this one would cover the objective; 2: both together would; 0: none were found */
    const guint8 *vectors[2];
    const guint8 *partner; /* of one: the vector seen that it makes a pair with; NULL: it needs none */
} HtolMissingVectors;

/* Finds ways through the decision, none of them seen, that would cover the uncovered objective (of one decision: it
 * is not cut): one if one does, and of those the one that differs least from a vector that was seen (in fewest
 * conditions that both evaluated, then in fewest that only one of them did; then the first in the order of ways); else
 * two, of which the first differs least.
 *
 * Bounded: it looks once at each way through the decision (at none of one over the cap), and asks at most
 * HTOL_MISSING_TRIES times what more vectors than one would cover. */
enum { HTOL_MISSING_TRIES = 500 };
HtolMissingVectors htol_missing_vectors(HtolMissing *missing, const HtolObjective *objective);

/* Whether some vector of the decision was seen; *row is the nearest one to `vector`, in the sense of the above: a row
 * of the environments that were observed. */
gboolean htol_missing_nearest(HtolMissing *missing, guint32 decision, const guint8 *vector, guint *row);

/* "TF- -> true": a vector of a decision of so many conditions. Appended. */
void htol_vector_append(const guint8 *vector, guint32 conditions, GString *out);

/* "seen F -> false": some vectors of the decision that were seen; "T -> true would cover it": what htol_missing_vectors
 * found. Appended; nothing if there are none. */
void htol_missing_seen_append(HtolMissing *missing, guint32 decision, GString *out);
void htol_missing_vectors_append(const HtolMissing *missing, guint32 decision, const HtolMissingVectors *vectors,
                                 GString *out);

/* Says in one line what the objective lacks: what was never seen, and some vectors that were:
 *
 *     `x < y` (condition 2) was never seen to decide the outcome while false: seen TT- -> true, F-- -> false;
 *     TF- -> false would complete the pair with TT- -> true
 *
 * A vector has a letter for each condition: T, F, - not evaluated. For a branch that was cut only what was never seen
 * is said; for data flow, what missing_flow.h says; "" for all else. To be freed. */
char *htol_missing_words(HtolMissing *missing, const HtolObjective *objective);

#endif
