/* The walk that finds accesses and the points that control passes through: where it is, and what it knows
 * there. What expressions do is in defuse_expr.c, what statements do in defuse_make.c. */
#ifndef ANNOT_DEFUSE_WALK_H
#define ANNOT_DEFUSE_WALK_H

#include "annot/flow/defuse.h"
#include "annot/graph/jump.h"

#define ANNOT_NOWHERE G_MAXUINT32 /* control does not get here */

typedef struct AnnotDefUseScope AnnotDefUseScope; /* of break, continue and case */

typedef struct {
    const AnnotText *text;
    const AnnotFacts *facts; /* which know nodes */
    AnnotDefUse *out;
    guint32 current;   /* point, or NOWHERE */
    GHashTable *seen;  /* const AnnotExpr that does it: 1 + its access */
    AnnotJumps *jumps; /* from points to points */
    GArray *calls;     /* guint32: points, in a function that returns twice */
    GArray *returns;   /* guint32: points behind what returns twice */
    AnnotDefUseScope *scope;
    gboolean predicate;      /* what is walked is inside of a condition */
    guint blocked;           /* expressions around what is walked in which nothing may be inserted */
    const AnnotExpr *sealed; /* a call around what is walked, whose operands are left alone */
    const AnnotStmt *header; /* the `for` whose header is walked */
    guint forks;
    guint maybes;      /* operands around what is walked that may be left out though its node is entered */
    guint loose;       /* operands around it beside others that may have nodes */
    guint tangled;     /* expressions around it in which the order of operands matters, but only one is walked */
    GHashTable *taken; /* const AnnotDecl: variables whose address is taken; NULL: it is no matter what is unknown */
} AnnotDefUseWalk;

/* ---- points; where the walk is, is its current one ---- */

/* A new point without an access, which nothing leads to yet. */
guint32 annot_defuse_join(AnnotDefUseWalk *w);

/* Control may pass from one point to the other; where one of them is NOWHERE, it does not. */
void annot_defuse_pass(AnnotDefUseWalk *w, guint32 from, guint32 to);

/* Passes to the join, and is nowhere then. */
void annot_defuse_jump(AnnotDefUseWalk *w, guint32 join);

/* Passes to the join, and is there. */
void annot_defuse_arrive(AnnotDefUseWalk *w, guint32 join);

/* Passes to a new point of that access (ANNOT_NO_ACCESS: of none), and is there. */
void annot_defuse_visit(AnnotDefUseWalk *w, guint32 access);

/* ---- accesses ---- */

/* The node of the control-flow graph that an expression is done in. */
guint32 annot_defuse_node_of(const AnnotDefUseWalk *w, const AnnotExpr *expr);

/* What an access by the expression has in common with others, here; its object is left open. */
AnnotAccess annot_defuse_access_at(const AnnotDefUseWalk *w, const AnnotExpr *expr, AnnotAccessKind kind);

/* Visits an access, of which `key` is what does it; adds it, if it is new. */
void annot_defuse_add(AnnotDefUseWalk *w, gconstpointer key, const AnnotAccess *access);

/* ---- the walk; `valued`: the expression's value is used ---- */

void annot_defuse_walk(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued);

/* Walks an expression in which, and around which, nothing may be inserted. */
void annot_defuse_walk_kind(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued);

/* Walks an expression whose truth decides what follows: goes on where it is true, passes to `when_false`
 * where not. */
void annot_defuse_test(AnnotDefUseWalk *w, const AnnotExpr *expr, guint32 when_false);

/* The statements of ({ ... }). */
void annot_defuse_walk_body(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued);

#endif
