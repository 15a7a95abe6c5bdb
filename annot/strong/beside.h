/* Mutants as texts that stand beside what they replace, for whoever asks by formulas whether both do the same: nothing
 * of it is compiled or run. Each mutant has a copy of its function behind the unit, in which one statement around the
 * change, the region, stands twice:
 *
 *     int hlcov_7_f(int a){ ... if(hlcov_beside) the region with mutant 7 else the region ... }
 *
 * A change in the condition of a loop has a smaller region, that condition before an iteration:
 *
 *     for(;;){ if(hlcov_beside){ if(!(the condition with mutant 7))break; }else{ if(!(the condition))break; } ... }
 *
 * One in the condition of an `if` has the region of whether that holds, assigned to an int as the next one.
 *
 * If the mutant is another value, the smallest region is the expression:
 *
 *     ({ T hlcov_e; if(hlcov_beside){ hlcov_e=(the mutant); }else{ hlcov_e=(the expression); } hlcov_e; })
 *
 * A change in a declaration has one that reaches from there to the last statement of the block that names what it
 * declares.
 *
 * What is outside of the region is the same for both. Labels in the region, to which nothing else jumps, are those of
 * each text alone: __label__. Operands with effects are evaluated once, into locals as strong builds have them. */
#ifndef ANNOT_BESIDE_H
#define ANNOT_BESIDE_H

#include "annot/strong/change.h"

/* A mutant, and a region around its change. */
typedef struct {
    const AnnotChange *change;
    guint width;                   /* 0: the smallest region; each is within the next */
    const AnnotFunction *function; /* the copy, in the tree of the text; set by annot_besides_new, as the next */
    const AnnotStmt *pair;         /* its `if`: `body` is the region with the mutant, `other` the one in the program */
} AnnotBeside;

/* A unit with copies behind it. */
typedef struct {
    AnnotText text;
    const AnnotTree *tree;
    guint n_functions; /* those of the unit: the first ones of the tree, in their order */
} AnnotBesides;

/* Returns how many regions the mutant of the function has: the last one is the function's body. 0: it has none, for it
 * is not written, or the function cannot be copied. Sets *n_parts, if that is not NULL, to how many of the first ones
 * are parts of a statement, expressions and conditions. */
guint annot_beside_widths(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change,
                          guint *n_parts);

/* Writes the function once for each of the `n` in `all`, and parses the text as annot_tree_parse does. All of it lies
 * in the arena. NULL: the front end cannot read the text; nothing in `all` is set then. */
AnnotBesides *annot_besides_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function,
                                AnnotBeside *all, guint n, const char *const *clang_args);

#endif
