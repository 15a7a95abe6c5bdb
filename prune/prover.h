/* Asks Z3 whether formulas can hold: one incremental solver for a function, a limit for each question. Limits are of
 * the work that Z3 counts, so that answers do not hang on how fast or busy the machine is. */
#ifndef PRUNE_PROVER_H
#define PRUNE_PROVER_H

#include "prune/cache.h"
#include "prune/simulate.h"

typedef enum {
    PRUNE_UNKNOWN,   /* the solver gave up, or time was up */
    PRUNE_POSSIBLE,  /* for some values of the variables */
    PRUNE_IMPOSSIBLE /* for none */
} PruneAnswer;

typedef struct PruneProver PruneProver;

/* Milliseconds of patience stand for the work that a processor does meanwhile, more or less: when that much was counted
 * of a question, or of all, no more is answered. What Z3 does without counting, clocks end: that of the wall a
 * question, that of the processor all of them, when so many times the patience has passed. */
enum { PRUNE_TIMES_LONGER = 20 };
PruneProver *prune_prover_new(PruneLogic *logic, PrunePatience patience);

/* From now on each question is asked of a solver of its own, which knows nothing of those before: to measure. */
void prune_prover_forget(PruneProver *prover);
void prune_prover_free(PruneProver *prover);

/* Whether the formula, which no simplification decides, can hold. Of equal formulas the solver is asked once. */
PruneAnswer prune_ask(PruneProver *prover, PruneTerm term);

/* Asks each of `n` formulas, NULL ones apart, which are PRUNE_UNKNOWN: what makes one hold may make others hold, which
 * then are not asked. */
void prune_ask_all(PruneProver *prover, const PruneTerm *terms, guint n, PruneAnswer *answers);

/* Samples are values of all variables: PRUNE_RANDOM_SAMPLES that follow from nothing, then those that the first answers
 * PRUNE_POSSIBLE rest on. How many there are now; and what a simulator says of one. */
enum { PRUNE_RANDOM_SAMPLES = 300, PRUNE_MOST_MODELS = 300 };
guint prune_samples(const PruneProver *prover);
void prune_try_sample(const PruneProver *prover, guint sample, PruneSimulator *simulator, guint8 *holds);

/* Different questions; those of them without an answer; and those of these for which no time was left at all. */
guint prune_questions(const PruneProver *prover);
guint prune_unanswered(const PruneProver *prover);
guint prune_unasked(const PruneProver *prover);

#endif
