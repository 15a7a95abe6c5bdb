/* What expressions and statements may read and write, on any path; which variables are private: only accessible by
 * their names. It follows no values. */
#ifndef PRUNE_EFFECTS_H
#define PRUNE_EFFECTS_H

#include "annot/tree/tree.h"

/* What some text may read and write. */
typedef struct {
    GHashTable *private;        /* set of AnnotDecl, as prune_private_variables returns; not owned */
    GHashTable *reads, *writes; /* set of AnnotDecl: private variables that may be read, written */
    gboolean loads, stores;     /* something that is not private may be read, written */
    gboolean any;               /* it may write anything: text that the tree does not hold */
} PruneEffects;

/* Returns the private variables of the function, a set of const AnnotDecl: its parameters and variables, except those
 * whose address is taken, arrays that decay to pointers, and those named in text that the tree does not hold. To be
 * unreferenced. */
GHashTable *prune_private_variables(const AnnotFunction *function);

/* Returns effects without any read or write; `private` must outlive them. To be cleared. */
PruneEffects prune_effects_new(GHashTable *private);
void prune_effects_clear(PruneEffects *effects);

/* Add the effects of `expr` or `stmt`, which may be NULL. */
void prune_effects_of_expr(PruneEffects *effects, const AnnotExpr *expr);
void prune_effects_of_stmt(PruneEffects *effects, const AnnotStmt *stmt);

/* Whether the tree holds the meaning of `expr`. If not, it may be evaluated or not, and variables that it names are not
 * private. */
gboolean prune_is_understood(const AnnotExpr *expr);

/* Returns the variable that `lvalue` names, or names a part of without following a pointer; NULL if there is none. */
const AnnotDecl *prune_root_variable(const AnnotExpr *lvalue);

/* Returns which operand of `expr`, an INDEX, is the array or pointer: 0 or 1. */
guint prune_indexed(const AnnotExpr *expr);

/* Whether `expr` is an array that is converted to a pointer to its first element. */
gboolean prune_decays(const AnnotExpr *expr);

#endif
