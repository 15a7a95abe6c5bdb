/* Asks Z3 whether formulas can hold: one incremental solver for a function, a limit of time for each question. */
#ifndef PRUNE_PROVER_H
#define PRUNE_PROVER_H

#include "prune/logic.h"

typedef enum {
    PRUNE_UNKNOWN,   /* the solver gave up, or time was up */
    PRUNE_POSSIBLE,  /* for some values of the variables */
    PRUNE_IMPOSSIBLE /* for none */
} PruneAnswer;

typedef struct PruneProver PruneProver;

/* At most so many milliseconds for a question, and for all of them: what comes later is not answered. */
PruneProver *prune_prover_new(PruneLogic *logic, guint timeout, guint budget);
void prune_prover_free(PruneProver *prover);

/* Whether the formula, which no simplification decides, can hold. */
PruneAnswer prune_ask(PruneProver *prover, PruneTerm term);

/* Asks each of `n` formulas, NULL ones apart, which are PRUNE_UNKNOWN: what makes one hold may make others hold, which
 * then are not asked. */
void prune_ask_all(PruneProver *prover, const PruneTerm *terms, guint n, PruneAnswer *answers);

/* Of each of `n` formulas whether it holds for the values of variables that the solver's last answer, PRUNE_POSSIBLE,
 * rests on. */
void prune_evaluate_last(PruneProver *prover, const PruneTerm *terms, guint n, guint8 *holds);

/* Questions that the solver was asked, and those that it did not answer in time. */
guint prune_questions(const PruneProver *prover);
guint prune_unanswered(const PruneProver *prover);

#endif
