/* Guesses, before the program has run, which way control mostly takes in a loop or function. A wrong guess costs time
 * and no more. */
#ifndef ANNOT_LIKELY_H
#define ANNOT_LIKELY_H

#include "annot/graph/cfg.h"

/* Which way control mostly takes from a node on. */
typedef struct AnnotLikely AnnotLikely;

/* Guesses for the nodes `first` to `end` - 1, which are entered by `head`; annot_likely_free frees the result. */
AnnotLikely *annot_likely_new(const AnnotCfg *cfg, guint32 first, guint32 end, guint32 head);
void annot_likely_free(AnnotLikely *likely);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnnotLikely, annot_likely_free)

/* Whether control mostly gets to the block; TRUE if it is not known (NULL). */
gboolean annot_likely_block(const AnnotLikely *likely, const AnnotBlock *block);

/* Whether it mostly gets to the decision. */
gboolean annot_likely_decision(const AnnotLikely *likely, const AnnotDecision *decision);

/* Whether the condition may well be `value`, once it is evaluated. */
gboolean annot_likely_condition(const AnnotCondition *condition, gboolean value);

#endif
