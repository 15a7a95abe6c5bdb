/* Formulas: Booleans and bit-vectors of Z3, made small where they are made. Equal formulas are one and the same
 * pointer (Z3 hash-conses), so they can be compared and looked up by it. They live as long as the logic; nothing here
 * knows C. */
#ifndef PRUNE_LOGIC_H
#define PRUNE_LOGIC_H

#include <glib.h>
#include <z3.h>

/* A formula, owned by its logic. */
typedef Z3_ast PruneTerm;

/* Where formulas are made. To be freed by prune_logic_free. */
typedef struct {
    Z3_context z3;
    PruneTerm no, yes;
    guint fresh;           /* free variables made so far */
    GHashTable *folded;    /* PruneTerm of numbers: the number that it is, of those computed so far */
    gboolean follows_ways; /* formulas are of single ways: floating-point numbers are followed, about which questions
                              take long, and so are records */
} PruneLogic;

/* Exit status of the process when Z3 fails (no memory, say): make a logic only in a process that may end like that. */
enum { PRUNE_LOGIC_FAILED = 125 };

/* Makes a logic; to be freed with prune_logic_free. */
PruneLogic *prune_logic_new(void);
void prune_logic_free(PruneLogic *logic);

/* Make a fresh variable: a truth, or a vector of `bits` bits. */
PruneTerm prune_free_truth(PruneLogic *logic);
PruneTerm prune_free_bits(PruneLogic *logic, guint bits);

/* Make truths of truths: conjunction, disjunction, negation. What follows from constants, from equal operands and from
 * an operand that is the other one's negation is simplified. */
PruneTerm prune_and(PruneLogic *logic, PruneTerm left, PruneTerm right);
PruneTerm prune_or(PruneLogic *logic, PruneTerm left, PruneTerm right);
PruneTerm prune_not(PruneLogic *logic, PruneTerm operand);
/* Returns part 0 or 1 of `term` if it is a conjunction, else NULL. */
PruneTerm prune_conjunct(PruneLogic *logic, PruneTerm term, guint part);
/* Makes the truth `not left or right`. */
PruneTerm prune_implies(PruneLogic *logic, PruneTerm left, PruneTerm right);
/* Makes `then` where `condition` holds, else `otherwise`: two truths, or two vectors of one width. */
PruneTerm prune_choose(PruneLogic *logic, PruneTerm condition, PruneTerm then, PruneTerm otherwise);
/* Makes the truth that `left` and `right`, vectors of one width, are equal. */
PruneTerm prune_equal(PruneLogic *logic, PruneTerm left, PruneTerm right);

/* Makes the vector of `bits` bits that holds the lowest bits of `value`; bits above 64 are 0. */
PruneTerm prune_number(PruneLogic *logic, guint64 value, guint bits);
/* Whether `term` is a number: it has no variables. */
gboolean prune_is_number(const PruneLogic *logic, PruneTerm term);
/* Returns the number of bits of a vector. */
guint prune_width(const PruneLogic *logic, PruneTerm bits);

/* Truncates `bits` to `width`, or extends it by its sign if `is_signed`, else by zeros. */
PruneTerm prune_resize(PruneLogic *logic, PruneTerm bits, guint width, gboolean is_signed);
/* Makes the vector of `width` bits of `bits` from bit `low` on; that of the bits of `high` above those of `low`. */
PruneTerm prune_extract(PruneLogic *logic, PruneTerm bits, guint low, guint width);
PruneTerm prune_concat(PruneLogic *logic, PruneTerm high, PruneTerm low);
/* Whether byte `at`, from the lowest, of `bits` is made as a byte of another vector: byte *part_at of *part. */
gboolean prune_extracted_byte(PruneLogic *logic, PruneTerm bits, guint at, PruneTerm *part, guint *part_at);
PruneTerm prune_is_true(PruneLogic *logic, PruneTerm bits);                  /* is not 0 */
PruneTerm prune_truth_bits(PruneLogic *logic, PruneTerm truth, guint width); /* 1 or 0 */

/* A maker of Z3 for an operator on two vectors of one width, such as Z3_mk_bvadd; prune_operate simplifies its result.
 */
typedef PruneTerm PruneOperator(Z3_context z3, PruneTerm left, PruneTerm right);
PruneTerm prune_operate(PruneLogic *logic, PruneOperator *op, PruneTerm left, PruneTerm right);
/* Make -bits and ~bits, of the width of `bits`. */
PruneTerm prune_negate(PruneLogic *logic, PruneTerm bits);
PruneTerm prune_complement(PruneLogic *logic, PruneTerm bits);
/* Makes the truth that bits with a sign are less than 0. */
PruneTerm prune_is_negative(PruneLogic *logic, PruneTerm bits);
/* Makes the absolute value as a number without a sign: one term for bits, their negation, and a choice between these.
 */
PruneTerm prune_magnitude(PruneLogic *logic, PruneTerm bits);

/* Returns the first part of the formula that the finder says TRUE of, itself included; NULL: there is none. It is asked
 * once of each part but numbers, in an order that the formula decides. */
typedef gboolean PrunePartFinder(const PruneLogic *logic, PruneTerm part, gpointer data);
PruneTerm prune_find_part(const PruneLogic *logic, PruneTerm term, PrunePartFinder *finder, gpointer data);

/* Whether the formula is a variable. */
gboolean prune_is_variable(const PruneLogic *logic, PruneTerm term);

/* Whether floating-point arithmetic is part of the formula. */
gboolean prune_calculates(const PruneLogic *logic, PruneTerm term);

/* Returns the value of `bits` in the model, 0 for what it leaves open; of vectors of more than 64 bits the lowest ones.
 */
guint64 prune_value(PruneLogic *logic, Z3_model model, PruneTerm bits);

/* Whether `truth` holds in the model, which leaves nothing open that matters to it or takes it for 0. */
gboolean prune_holds(PruneLogic *logic, Z3_model model, PruneTerm truth);

#endif
