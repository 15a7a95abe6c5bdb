/* Conditions that may be evaluated early, before the conditions that guard them: which they are, and their text. It
 * chooses no probes. */
#ifndef ANNOT_EARLY_H
#define ANNOT_EARLY_H

#include "annot/facts/facts.h"
#include "htol/files/table.h"

/* Returns HTOL_FALLBACK_NONE if `expr` may be evaluated where the program might not have evaluated it, without a trap,
 * a floating-point exception, undefined behaviour or any visible effect, so that a compiler can conclude nothing from
 * it about the guards before it. It then reads only objects that hold a value by `assigned` of `facts`, or that are
 * among `reads`; CRITERIA.md lists what it must be free of. Otherwise returns the reason, and sets *guarded to the
 * expression that it is about: `expr` or a part of it. */
HtolFallback annot_early_why_not(const AnnotText *text, const AnnotFacts *facts, const AnnotExpr *expr,
                                 GHashTable *reads, const AnnotExpr **guarded);

/* Says what annot_early_why_not says of the condition that its decision always evaluates first. */
HtolFallback annot_early_why_not_first(const AnnotText *text, const AnnotFacts *facts, const AnnotExpr *expr,
                                       const AnnotExpr **guarded);

/* Returns the set of texts of the objects that `expr` reads on every evaluation, whatever their values; empty if it
 * changes something. To be unreferenced. */
GHashTable *annot_early_reads(const AnnotText *text, const AnnotExpr *expr);

/* Returns the C text for evaluating `expr` early, in one line: as in the text, but signed arithmetic wraps and
 * relations of floating-point numbers are quiet. Only for an expression that annot_early_why_not allows. To be freed.
 */
char *annot_early_text(const AnnotText *text, const AnnotExpr *expr);

#endif
