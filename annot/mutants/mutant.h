/* What operations with computed mutants share: what is compared, words of mutants, and the check of a probe.
 * Which mutants there are, files of the operators say: arithmetic.h. */
#ifndef ANNOT_MUTANT_H
#define ANNOT_MUTANT_H

#include "annot/mutants/operation.h"

/* Appends the operation of kind COMPUTED that the expression is, whose values are of that type, or are
 * compared as such; takes the mutants, AnnotMutant, at least one. Bit k of `impossible`: mutant k is
 * equivalent, or never computed. If it is alone, nothing is inserted for it. */
typedef struct {
    HtolOperator op;
    AnnotNumber type;
    gboolean alone;
    guint32 impossible;
    GArray *mutants;
} AnnotComputed;
void annot_mutant_add(const AnnotMet *met, AnnotComputed computed, GArray *operations);

GArray *annot_mutants_new(void);

/* Appends a mutant; takes its text. */
void annot_mutants_add(GArray *mutants, HtolMutation mutation, HtolOperator op, char *text);

/* The text of an operand, in parentheses if it is one that operators join; cut if it is long. To be freed. */
char *annot_mutant_operand(const AnnotText *text, const AnnotExpr *operand);

/* What goes behind what sets the arguments, which C expressions joined by commas are: a statement that has
 * the mutants judged unless all are set. Of `judge`, type and comparison are set here. To be freed. */
char *annot_mutant_check(const AnnotProbe *probe, const AnnotOperation *operation, AnnotJudge judge,
                         const char *arguments);

/* Puts around an operand of the operation what has the mutants judged by its value, in the type of the operation,
 * and then by `more`, if that is not NULL. */
void annot_mutant_around(const AnnotProbe *probe, const AnnotOperation *operation, const AnnotExpr *operand,
                         AnnotJudge judge, const char *more);

/* The type of the expression's values once they are promoted, also of a bit-field. */
AnnotNumber annot_mutant_promoted(const AnnotExpr *expr);

/* Whether the value of an operand is of a bit-field whose type compilers do not agree on. */
gboolean annot_is_wide_bit_field(const AnnotExpr *operand);

#endif
