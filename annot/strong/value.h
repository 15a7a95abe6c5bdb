/* Mutants in which an expression has another value, or is not evaluated at all: which there are, and how they are
 * written. They are those of weak mutation, as its criteria ask for them; so each knows the objective that judges it.
 */
#ifndef ANNOT_STRONG_VALUE_H
#define ANNOT_STRONG_VALUE_H

#include "annot/graph/cfg.h"
#include "annot/strong/change.h"
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

/* Writes the `n` mutants, all of kind VALUE and of the same expression: one text that evaluates its operands once and
 * asks which of them is chosen. `first` is added to their numbers. */
void annot_strong_write_value(const AnnotText *text, AnnotEdits *edits, const AnnotChange *changes, guint n,
                              guint32 first);

/* Writes a mutant of kind EFFECT; `first` is added to its number. */
void annot_strong_write_effect(AnnotEdits *edits, const AnnotChange *change, guint32 first);

/* Returns the C statement that gives hlcov_v the value of that of the `n` mutants which is chosen, and does
 * `otherwise`, a statement without its semicolon, if none is. To be freed. */
char *annot_strong_choice(const AnnotChange *changes, guint n, guint32 first, const char *otherwise);

#endif
