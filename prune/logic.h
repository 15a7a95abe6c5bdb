/* Formulas: Booleans and bit-vectors of Z3, made small where they are made. Equal formulas are one and the same
 * pointer (Z3 hash-conses), so they can be compared and looked up by it. They live as long as the logic; nothing here
 * knows C. */
#ifndef PRUNE_LOGIC_H
#define PRUNE_LOGIC_H

#include <glib.h>
#include <z3.h>

typedef Z3_ast PruneTerm;

typedef struct {
    Z3_context z3;
    PruneTerm no, yes;
    guint fresh; /* free variables made so far */
} PruneLogic;

/* The exit status of a process in which Z3 failed (no memory, say): whoever makes a logic does it in a process that may
 * end so. */
enum { PRUNE_LOGIC_FAILED = 125 };

/* To be freed with prune_logic_free. */
PruneLogic *prune_logic_new(void);
void prune_logic_free(PruneLogic *logic);

/* A variable of its own: any truth, any `bits` bits. */
PruneTerm prune_free_truth(PruneLogic *logic);
PruneTerm prune_free_bits(PruneLogic *logic, guint bits);

PruneTerm prune_and(PruneLogic *logic, PruneTerm left, PruneTerm right);
PruneTerm prune_or(PruneLogic *logic, PruneTerm left, PruneTerm right);
PruneTerm prune_not(PruneLogic *logic, PruneTerm operand);
/* Part 0 or 1 of a conjunction; NULL of what is none. */
PruneTerm prune_conjunct(PruneLogic *logic, PruneTerm term, guint part);
PruneTerm prune_implies(PruneLogic *logic, PruneTerm left, PruneTerm right);
/* Of two truths, or of two vectors of one width. */
PruneTerm prune_choose(PruneLogic *logic, PruneTerm condition, PruneTerm then, PruneTerm otherwise);
PruneTerm prune_equal(PruneLogic *logic, PruneTerm left, PruneTerm right);

PruneTerm prune_number(PruneLogic *logic, guint64 value, guint bits);
/* Whether it is a number, whatever its variables are. */
gboolean prune_is_number(const PruneLogic *logic, PruneTerm term);
guint prune_width(const PruneLogic *logic, PruneTerm bits);

/* Truncated, or extended by zeros or by the sign, to that width. */
PruneTerm prune_resize(PruneLogic *logic, PruneTerm bits, guint width, gboolean is_signed);
PruneTerm prune_is_true(PruneLogic *logic, PruneTerm bits);                  /* is not 0 */
PruneTerm prune_truth_bits(PruneLogic *logic, PruneTerm truth, guint width); /* 1 or 0 */

/* Operators of Z3 on vectors of one width, by Z3's names: made with Z3_mk_bvadd and its like. */
typedef PruneTerm PruneOperator(Z3_context z3, PruneTerm left, PruneTerm right);
PruneTerm prune_operate(PruneLogic *logic, PruneOperator *op, PruneTerm left, PruneTerm right);
PruneTerm prune_negate(PruneLogic *logic, PruneTerm bits);
PruneTerm prune_complement(PruneLogic *logic, PruneTerm bits);

#endif
