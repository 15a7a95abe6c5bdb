/* Guesses, before the program has run, which way control mostly takes in a loop or function. A wrong guess costs time
 * and no more. */
#ifndef ANNOT_LIKELY_H
#define ANNOT_LIKELY_H

#include "annot/graph/cfg.h"

/* Which way control mostly takes from a node on. */
typedef struct AnnotLikely AnnotLikely;

/* Guesses for a loop: its nodes `first` to `end` - 1 are entered by `head`, and control may get back there from those
 * that are `hot`, by node. annot_likely_free frees the result. */
AnnotLikely *annot_likely_new(const AnnotCfg *cfg, const gboolean *hot, guint32 first, guint32 end, guint32 head);
void annot_likely_free(AnnotLikely *likely);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnnotLikely, annot_likely_free)

/* Whether control mostly gets to the block; TRUE if it is not known (NULL). */
gboolean annot_likely_block(const AnnotLikely *likely, const AnnotBlock *block);

/* Whether it mostly gets to the decision. */
gboolean annot_likely_decision(const AnnotLikely *likely, const AnnotDecision *decision);

/* Whether condition number `i` of the decision may well be `value`, once it is evaluated. Of the only condition of a
 * decision that may leave the loop nothing is guessed by its form: mostly control stays. */
gboolean annot_likely_condition(const AnnotLikely *likely, const AnnotDecision *decision, guint i, gboolean value);

#endif
