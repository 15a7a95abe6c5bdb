/* Guards as clauses: alternatives that are conjunctions each. It does not decide them. */
#ifndef HTOL_JOIN_CLAUSE_H
#define HTOL_JOIN_CLAUSE_H

#include "htol/lang/expr.h"

/* Decides one clause: that each of `atoms` (const HtolExpr *) is true. */
typedef gboolean (*HtolClauseFunc)(const GPtrArray *atoms, gpointer data);

/* Whether some clause of the guard (NULL: the empty one) is decided with TRUE; stops at the first. kinds[v] has a bit
 * 1 << HtolValueKind for each kind that the variable v may have. New expressions are made in the arena.
 *
 * The guard is true exactly where some clause is. A guard that is an error is not true, so with "true" and "false" both
 * excluding errors, whatever stops early:
 *   a && b is true iff a is true and b is true: if a is not, then it is false or an error, and so is the whole. The
 *     order does not matter, nor whether b alone would be an error where a is false.
 *   a && b is false iff a is false, or a is true and b is false.
 *   a || b is true iff a is true, or a is false and b is true. Where a cannot be an error: iff a is true or b is.
 *   a || b is false iff both are false.
 *   !a is true iff a is false, and the other way round. */
gboolean htol_clauses(HtolArena *arena, const HtolExpr *guard, const guint8 *kinds, HtolClauseFunc decide,
                      gpointer data);

#endif
