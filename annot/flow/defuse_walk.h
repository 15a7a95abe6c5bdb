/* The walk that finds accesses and the points that control passes through: where it is, and what it knows
 * there. What expressions do is in defuse_expr.c, what statements do in defuse_make.c. */
#ifndef ANNOT_DEFUSE_WALK_H
#define ANNOT_DEFUSE_WALK_H

#include "annot/flow/defuse.h"
#include "annot/graph/jump.h"

#define ANNOT_NOWHERE G_MAXUINT32 /* control does not get here */

typedef struct AnnotDefUseScope AnnotDefUseScope; /* of break, continue and case */

/* The walk over a function. */
typedef struct {
    const AnnotText *text;
    const AnnotFacts *facts; /* with their nodes */
    AnnotDefUse *out;
    guint32 current;   /* point, or NOWHERE */
    GHashTable *seen;  /* const AnnotExpr that does an access: 1 + the access */
    AnnotJumps *jumps; /* whose `from` and `to` are points */
    GArray *calls;     /* guint32: points of calls, in a function that returns twice */
    GArray *returns;   /* guint32: points behind calls that return twice */
    AnnotDefUseScope *scope;
    gboolean predicate;      /* what is walked is inside of a condition */
    guint blocked;           /* number of expressions around what is walked in which nothing may be inserted */
    const AnnotExpr *sealed; /* a call around what is walked, whose operands are left alone */
    const AnnotStmt *header; /* the `for` whose header is walked */
    guint forks;
    guint maybes;  /* number of operands around what is walked that may be skipped though its node is entered */
    guint loose;   /* number of operands around it that stand beside others that may have nodes */
    guint tangled; /* number of expressions around it whose operands' order matters, but of which one order is walked */
    GHashTable *taken; /* const AnnotDecl: variables whose address is taken; NULL: unknown effects do not matter */
} AnnotDefUseWalk;

/* ---- points; where the walk is, is its current one ---- */

/* Makes a point without an access that nothing leads to yet: a join. */
guint32 annot_defuse_join(AnnotDefUseWalk *w);

/* Notes that control may pass from one point to the other; does nothing if one of them is NOWHERE. */
void annot_defuse_pass(AnnotDefUseWalk *w, guint32 from, guint32 to);

/* Passes to the join; the walk is nowhere then. */
void annot_defuse_jump(AnnotDefUseWalk *w, guint32 join);

/* Passes to the join; the walk is there then. */
void annot_defuse_arrive(AnnotDefUseWalk *w, guint32 join);

/* Passes to a new point of that access (ANNOT_NO_ACCESS: of none); the walk is there then. */
void annot_defuse_visit(AnnotDefUseWalk *w, guint32 access);

/* ---- accesses ---- */

/* Returns the node of the control-flow graph in which the operation of `expr` is done. */
guint32 annot_defuse_node_of(const AnnotDefUseWalk *w, const AnnotExpr *expr);

/* Makes an access by `expr` with all that follows from where the walk is; its object is to be set by the caller. */
AnnotAccess annot_defuse_access_at(const AnnotDefUseWalk *w, const AnnotExpr *expr, AnnotAccessKind kind);

/* Visits an access; adds it if none was added for `key`, the expression or other thing that does it. */
void annot_defuse_add(AnnotDefUseWalk *w, gconstpointer key, const AnnotAccess *access);

/* ---- the walk; `valued`: the expression's value is used ---- */

/* Walks `expr` in an order in which it may be evaluated: adds its accesses, and points for them, from where the walk is
 * on. In sealed expressions it splits nothing. */
void annot_defuse_walk(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued);

/* Walks `expr` as its kind says, whether or not it is sealed: for callers that note themselves where nothing may be
 * inserted. */
void annot_defuse_walk_kind(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued);

/* Walks an expression whose truth decides what follows: goes on where it is true, passes to `when_false`
 * where not. */
void annot_defuse_test(AnnotDefUseWalk *w, const AnnotExpr *expr, guint32 when_false);

/* Walks the statements of `expr`, a ({ ... }). */
void annot_defuse_walk_body(AnnotDefUseWalk *w, const AnnotExpr *expr, gboolean valued);

#endif
