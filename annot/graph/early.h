/* Conditions that may be evaluated out of turn, before what guards them: which they are, and their text. It
 * chooses no probes. */
#ifndef ANNOT_EARLY_H
#define ANNOT_EARLY_H

#include "annot/facts/facts.h"
#include "htol/files/table.h"

/* HTOL_FALLBACK_NONE: the expression may be evaluated where the program might not have evaluated it, without a trap, a
 * floating-point exception, undefined behaviour, or anything that could be noticed: so that a compiler can
 * conclude nothing from it about the guards before it. It reads only what `assigned` of `facts` says
 * holds a value, and what is among `reads`; CRITERIA.md lists what it must be free of. Else the reason, and `guarded`
 * is what it holds of: the expression, or one in it. */
HtolFallback annot_early_why_not(const AnnotText *text, const AnnotFacts *facts, const AnnotExpr *expr,
                                 GHashTable *reads, const AnnotExpr **guarded);

/* Why the condition that its decision evaluates first, in any case, may not be evaluated early; as
 * annot_early_why_not. */
HtolFallback annot_early_why_not_first(const AnnotText *text, const AnnotFacts *facts, const AnnotExpr *expr,
                                       const AnnotExpr **guarded);

/* The texts of the objects that are read when the expression is evaluated, whatever their values are; empty if it
 * changes something. To be unreferenced. */
GHashTable *annot_early_reads(const AnnotText *text, const AnnotExpr *expr);

/* The expression for evaluation out of turn, in one line: as in the text, but signed arithmetic wraps and
 * relations of floating-point numbers are quiet. Only of one that may be. To be freed. */
char *annot_early_text(const AnnotText *text, const AnnotExpr *expr);

#endif
