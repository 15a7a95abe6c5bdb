/* Mutants in which an expression has another value, or is not evaluated at all: which there are, and how they are
 * written. They are those of weak mutation, as its criteria ask for them; so each knows the objective that judges it.
 */
#ifndef ANNOT_STRONG_VALUE_H
#define ANNOT_STRONG_VALUE_H

#include "annot/graph/cfg.h"
#include "annot/strong/change.h"
#include "annot/strong/chooser.h"
#include "annot/text/edit.h"

/* What mutants of a function are found in. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    const AnnotFunction *function;
    const AnnotCfg *cfg;
    const HtolFunction *rows; /* of the function, with its operations */
    guint32 operators;        /* bit k: AnnotStrongOperator k makes mutants */
} AnnotStrongInput;

/* Appends the mutants of the function's operations to `changes`. */
void annot_strong_find_values(const AnnotStrongInput *input, GArray *changes);

/* Where mutants of a function are written. */
typedef struct {
    const AnnotText *text;
    AnnotEdits *edits;
    AnnotChoosers *choosers;
    const AnnotFunction *function;
} AnnotStrongWriter;

/* Returns the name of the type in which the expression is handed to a function, a pointer as a number; NULL: it has
 * none. Types are the same if their names are, as pointers. */
const char *annot_strong_type(const AnnotExpr *expr);

/* Returns the name of the type of a binary operator's value; NULL: it has none. */
const char *annot_strong_result_type(const AnnotExpr *expr);

/* Whether a function that is called chooses from the mutants of the expression: what computes pointers stands in place.
 */
gboolean annot_strong_is_called(const AnnotExpr *expr);

/* Writes the `n` mutants of the same host, with numbers in a row: one text that evaluates its operands once and asks
 * which of them is chosen. */
void annot_strong_write_value(const AnnotStrongWriter *writer, const AnnotChange *changes, guint n);

/* Writes a mutant of kind EFFECT. */
void annot_strong_write_effect(const AnnotStrongWriter *writer, const AnnotChange *change);

/* Returns the C that gives the value of that of the `n` mutants which is chosen, or of hlcov_v, a local in the number
 * type `type`, of which they are made. To be freed. */
char *annot_strong_chosen(AnnotChoosers *choosers, const char *type, const AnnotChange *changes, guint n);

#endif
