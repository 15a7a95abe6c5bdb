/* What evaluating expressions and running statements may read and write, whatever way they go; which variables nothing
 * but their name leads to. It follows no values. */
#ifndef PRUNE_EFFECTS_H
#define PRUNE_EFFECTS_H

#include "annot/tree/tree.h"

typedef struct {
    GHashTable *private; /* set of AnnotDecl: variables of the function that only their names lead to; not owned */
    GHashTable *reads, *writes; /* set of AnnotDecl: private variables */
    gboolean loads, stores;     /* what is not private */
    gboolean any;               /* it may write anything: text that the tree does not hold */
} PruneEffects;

/* Parameters and variables of the function, but those whose address is taken, that arrays decay of, or that something
 * unknown names; const AnnotDecl. To be freed. */
GHashTable *prune_private_variables(const AnnotFunction *function);

/* Nothing; to be cleared. */
PruneEffects prune_effects_new(GHashTable *private);
void prune_effects_clear(PruneEffects *effects);

/* Adds those of an expression or a statement; either may be NULL. */
void prune_effects_of_expr(PruneEffects *effects, const AnnotExpr *expr);
void prune_effects_of_stmt(PruneEffects *effects, const AnnotStmt *stmt);

/* Whether the tree tells what it means. What it does not, may be evaluated or not, and what it names is not private. */
gboolean prune_is_understood(const AnnotExpr *expr);

/* The variable that the lvalue is, or is part of, without a pointer on the way; NULL: none. */
const AnnotDecl *prune_root_variable(const AnnotExpr *lvalue);

/* Which operand of an INDEX is the array or pointer, 0 or 1. */
guint prune_indexed(const AnnotExpr *expr);

/* Whether it is an array that becomes a pointer to its first element. */
gboolean prune_decays(const AnnotExpr *expr);

#endif
