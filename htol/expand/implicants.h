/* The implicants of a decision: its disjunctive normal form and that of its negation. It makes no objectives.
 *
 * A literal is a condition or its negation. An implicant of a formula is a conjunction of literals that
 * implies it, a prime implicant one of which no literal can be left out. A disjunctive normal form is prime
 * if all its implicants are, irredundant if none can be left out.
 *
 * Each occurrence of a condition is a variable of its own, so a decision is a formula of &&, || and ! in
 * which every variable stands once, and so is its negation. Conditions on which the outcome does not hang,
 * because of constants (`a` in `(a && 0) || b`), are no variables. Such a formula has one prime irredundant
 * form only:
 *
 *   - With ! pushed to the conditions it is made of literals, && and ||, so it can only become true when a
 * literal does. At the least point of a term p (its literals are true, all others false) a formula holds if
 * and only if p implies it.
 *   - A prime implicant of g || h is one of g or one of h: at its least point g or h holds, say g; then its
 *     literals of g imply g, and there are no others. One of g is prime for g || h too, for no implicant of h
 * is a part of it: h has other variables, and is not constant. So those of g || h are those of g and those of
 * h.
 *   - A term implies g && h if and only if its literals of g imply g and those of h imply h. So the prime
 *     implicants of g && h are all p && q, p one of g and q one of h.
 *   - At the least point of a prime implicant no other one holds: it would be a part of it. So every prime
 *     irredundant form has all of them, and all of them are one.
 *
 * Source: Quine, "A way to simplify truth functions", 1955; Crama and Hammer, "Boolean Functions", 2011, on
 * monotone and on read-once functions. */
#ifndef HTOL_IMPLICANTS_H
#define HTOL_IMPLICANTS_H

#include "htol/judge/env.h"

/* Both forms of a decision. */
typedef struct HtolImplicants HtolImplicants;

/* Takes time linear in the conditions, however many implicants there are. Lives in the arena. NULL if the
 * graph of the decision is not that of a formula, which only a wrong table has. */
HtolImplicants *htol_implicants_new(HtolArena *arena, const HtolFunction *function, guint32 decision);

/* How many the form of the decision (`outcome` TRUE) or of its negation has; G_MAXUINT64 stands for that and
 * more. Neither form of a decision whose outcome is constant has any. */
guint64 htol_implicants_count(const HtolImplicants *implicants, gboolean outcome);

/* Writes an implicant into `row`, as htol_decision_ways writes a way: the outcome, then of each condition the
 * value (HtolTruth) that it must have, HTOL_UNKNOWN if it has no literal; takes time linear in the
 * conditions. `index` is below the count, which is not G_MAXUINT64. Of two implicants the first is the one
 * that has the leftmost condition that only one of them has. */
void htol_implicants_row(const HtolImplicants *implicants, gboolean outcome, guint64 index, guint8 *row);

#endif
