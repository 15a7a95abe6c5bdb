/* Conditions that may be evaluated out of turn, before what guards them: which they are, and their text. It
 * chooses no probes. */
#ifndef ANNOT_EARLY_H
#define ANNOT_EARLY_H

#include "annot/tree.h"

/* Whether the expression may be evaluated where the program might not have evaluated it, without a trap, a
 * floating-point exception, undefined behaviour, or anything that could be noticed: so that a compiler can
 * conclude nothing from it about the guards before it. It reads only what `assigned` (see assigned.h) says
 * holds a value; CRITERIA.md lists what it must be free of. */
gboolean annot_early_may(const AnnotText *text, const AnnotExpr *expr);

/* The expression for evaluation out of turn, in one line: as in the text, but signed arithmetic wraps and
 * relations of floating-point numbers are quiet. Only of one that may be. To be freed. */
char *annot_early_text(const AnnotText *text, const AnnotExpr *expr);

#endif
