/* What operations with computed mutants share: what is compared, words of mutants, and the check of a probe.
 * Which mutants there are, files of the operators say: arithmetic.h. */
#ifndef ANNOT_MUTANT_H
#define ANNOT_MUTANT_H

#include "annot/mutants/operation.h"

/* An operation of kind COMPUTED and its mutants. */
typedef struct {
    HtolOperator op;
    AnnotNumber type;   /* of its values, or the type that they are compared in */
    gboolean alone;     /* nothing is inserted for it */
    guint32 impossible; /* bit k: mutant k is equivalent, or never computed */
    GArray *mutants;    /* AnnotMutant, at least one */
} AnnotComputed;

/* Appends the operation that the expression met is; takes `computed.mutants`. */
void annot_mutant_add(const AnnotMet *met, AnnotComputed computed, GArray *operations);

/* Returns an empty array of AnnotMutant, which frees their texts; to be unreferenced. */
GArray *annot_mutants_new(void);

/* Appends a mutant; takes its text. */
void annot_mutants_add(GArray *mutants, HtolMutation mutation, HtolOperator op, char *text);

/* Returns the text of an operand, in parentheses if its top is an infix operator; cut if it is long. To be freed. */
char *annot_mutant_operand(const AnnotText *text, const AnnotExpr *operand);

/* Returns the mutants of the operation that no judge looks for: bit k for mutant k. */
guint32 annot_mutant_unjudged(const AnnotOperation *operation);

/* Returns a statement that has the mutants judged unless all are set already; `arguments` are C expressions joined by
 * commas, and must be set before it. Type and comparison of `judge` are set here. To be freed. */
char *annot_mutant_check(const AnnotProbe *probe, const AnnotOperation *operation, AnnotJudge judge,
                         const char *arguments);

/* Puts text around `operand` of the operation that has the mutants judged by its value, in the type of the operation,
 * and then by `more` if that is not NULL. */
void annot_mutant_around(const AnnotProbe *probe, const AnnotOperation *operation, const AnnotExpr *operand,
                         AnnotJudge judge, const char *more);

/* Returns the type of the expression's values after promotion; also of bit-fields. */
AnnotNumber annot_mutant_promoted(const AnnotExpr *expr);

/* Whether the value of `operand` is that of a bit-field whose type differs among compilers. */
gboolean annot_is_wide_bit_field(const AnnotExpr *operand);

#endif
