/* Asks Z3 whether formulas can hold: one incremental solver for a function, a limit for each question. Limits are of
 * the work that Z3 counts, so that answers do not hang on how fast or busy the machine is. */
#ifndef PRUNE_PROVER_H
#define PRUNE_PROVER_H

#include "prune/formula/cache.h"
#include "prune/formula/simulate.h"

/* Whether a formula can hold. */
typedef enum {
    PRUNE_UNKNOWN,   /* the solver gave up, or time was up */
    PRUNE_POSSIBLE,  /* for some values of the variables */
    PRUNE_IMPOSSIBLE /* for none */
} PruneAnswer;

typedef struct PruneProver PruneProver;

/* Makes a prover of formulas of `logic`; to be freed. A millisecond of patience stands for about the work that a
 * processor does in it, as Z3 counts it: past the limit of a question, or of all, the answer is PRUNE_UNKNOWN. Work
 * that Z3 does not count is ended by clocks after PRUNE_TIMES_LONGER times the patience: wall-clock time for a
 * question, processor time for all. */
enum { PRUNE_TIMES_LONGER = 20 };
PruneProver *prune_prover_new(PruneLogic *logic, PrunePatience patience);
void prune_prover_free(PruneProver *prover);

/* Says whether `term`, which simplification does not decide, can hold. Answers are memoised. */
PruneAnswer prune_ask(PruneProver *prover, PruneTerm term);

/* Answers each of `n` formulas; NULL ones are PRUNE_UNKNOWN. A model of one formula is tried on the others, and those
 * that hold in it are not asked. */
void prune_ask_all(PruneProver *prover, const PruneTerm *terms, guint n, PruneAnswer *answers);

/* Asks whether `term` can hold, even if it was asked before; returns values of the variables for which it does, valid
 * until the next question, or NULL. */
Z3_model prune_ask_model(PruneProver *prover, PruneTerm term);

/* Asks as above whether `term` and `wish` can hold at once. If they cannot, and `term` is the reason, that is known
 * from then on: prune_ask(prover, term) is PRUNE_IMPOSSIBLE without a question. */
Z3_model prune_ask_wish(PruneProver *prover, PruneTerm term, PruneTerm wish);

/* Says whether `term` can hold, by a solver that solves equations before all else and keeps nothing: for a question
 * that is large, and asked once. If it can, *model is values for which it does, to be released; else NULL. */
PruneAnswer prune_ask_once(PruneProver *prover, PruneTerm term, Z3_model *model);

/* Forgets what was asked, but for the answers: the solver keeps each formula, and each question pays for all of them.
 * For who asks about formulas that have little in common. */
void prune_prover_renew(PruneProver *prover);

/* Samples are assignments of values to all variables: PRUNE_RANDOM_SAMPLES random ones, then Z3's models for the first
 * PRUNE_MOST_MODELS answers PRUNE_POSSIBLE. prune_samples returns how many there are now; prune_try_sample simulates
 * one, and sets `holds` as prune_simulate does. */
enum { PRUNE_RANDOM_SAMPLES = 300, PRUNE_MOST_MODELS = 300 };
guint prune_samples(const PruneProver *prover);
void prune_try_sample(const PruneProver *prover, guint sample, PruneSimulator *simulator, guint8 *holds);

/* Return the number of different questions; of questions without an answer; of questions that were not asked because no
 * time was left. */
guint prune_questions(const PruneProver *prover);
guint prune_unanswered(const PruneProver *prover);
guint prune_unasked(const PruneProver *prover);

#endif
