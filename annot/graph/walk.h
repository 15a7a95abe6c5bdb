/* The walk that builds a control-flow graph: where it is, and what leads on from there. What statements mean
 * is in cfg_make.c, what expressions mean in walk_expr.c.
 *
 * At each moment it keeps two views: `current` and `pending` are about facts, for reach.h; `graph` is exact.
 * They differ where an expression may be skipped in part, and behind ?:. */
#ifndef ANNOT_WALK_H
#define ANNOT_WALK_H

#include "annot/graph/graph.h"

/* Where control comes from to some place, in both views. */
typedef struct {
    GArray *edges; /* AnnotEdge, for the view of facts */
    GArray *nodes; /* guint32, for the exact view */
} AnnotLeads;

/* What break and continue mean here. */
typedef struct AnnotScope AnnotScope;
struct AnnotScope {
    AnnotScope *outer;
    AnnotLeads *breaks, *continues; /* continues is NULL in a switch */
    AnnotSwitch *sw;                /* of a switch */
    const GArray *dispatch;         /* of a switch: the nodes that choose an arm */
    gboolean has_default;
};

/* A loop while its body is walked. */
typedef struct AnnotOpenLoop AnnotOpenLoop;
struct AnnotOpenLoop {
    AnnotScope scope;
    AnnotBlock *head;       /* NULL until it is begun */
    AnnotOpenLoop *waiting; /* the next outer loop whose head is that block too */
    guint entered;          /* AnnotWalk.entered when it began */
    AnnotLoop *row;         /* of the graph */
    gboolean kept;          /* nothing may be put into its header, or before it */
};

/* A condition of a decision: whenever it is evaluated, so is what is walked. */
typedef struct {
    const AnnotDecision *decision; /* NULL: there is no such condition */
    guint condition;
    gboolean left;   /* something in it may have left before */
    guint unordered; /* AnnotWalk.unordered when it began */
} AnnotSince;

/* The walk over a function. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotOptions options;
    AnnotCfg *cfg;
    AnnotGraph graph;
    GArray *outcomes[2];      /* guint32: by outcome of the branch walked last, the nodes that lead on from it */
    AnnotBlock *current;      /* that facts are about; NULL: between blocks; then `pending` leads on */
    GArray *pending;          /* AnnotEdge; empty while `current` is open */
    AnnotOpenLoop *waiting;   /* innermost of the loops whose head is the next block that is begun, or NULL */
    struct AnnotJumps *jumps; /* labels and jumps */
    AnnotScope *scope;        /* NULL: none */
    AnnotSince since;
    guint unordered; /* number of expressions around what is walked that may leave before they evaluate it, though its
                        block was reached */
    guint kept;      /* number of statements around what is walked whose calls must stay as they are */
    guint sealed;    /* number of sealed expressions around what is walked */
    guint entered;   /* labels and cases met so far: ways into a loop other than its head */
} AnnotWalk;

/* Returns an empty array of AnnotEdge; to be unreferenced. */
GArray *annot_edges_new(void);
/* Makes an AnnotLeads without edges and nodes; annot_leads_free frees it. */
AnnotLeads *annot_leads_new(void);
void annot_leads_free(AnnotLeads *leads);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnnotLeads, annot_leads_free)

/* ---- where the walk is ---- */

/* Begins a block at offset `at`, whose store can be put at `place`; what leads on leads to it. */
AnnotBlock *annot_walk_block(AnnotWalk *w, guint32 at, AnnotPlace place);

/* Begins a block with the statement unless it is part of the current one. */
void annot_walk_begin_stmt(AnnotWalk *w, const AnnotStmt *stmt);

/* Begins a block with the condition or the step of a loop unless it is part of the current one. `placeable`: a store
 * may be put before it. */
void annot_walk_begin_expr(AnnotWalk *w, const AnnotExpr *expr, gboolean placeable);

/* Makes the block the head of the loops that wait for one. */
void annot_walk_begin_loops(AnnotWalk *w, AnnotBlock *head);

/* Notes that what is walked now could leave, trap or loop. */
void annot_walk_make_noise(AnnotWalk *w);

/* Drops all facts from which it follows that control gets here. Does not change the graph. */
void annot_walk_sever(AnnotWalk *w);

/* Ends the current block; what is pending afterwards leads on by falling. */
void annot_walk_fall(AnnotWalk *w);

/* Says that nothing leads on from here. */
void annot_walk_stop(AnnotWalk *w);

/* Moves what leads on from here to `to`; NULL: drops it. Nothing leads on then. */
void annot_walk_leave(AnnotWalk *w, AnnotLeads *to);

/* Leads from here to a block that was begun before. Nothing leads on then. */
void annot_walk_leave_to(AnnotWalk *w, AnnotBlock *block);

/* Lets what is in `from` lead on too, and empties it. The current block must have ended. */
void annot_walk_join(AnnotWalk *w, AnnotLeads *from);

/* Whether control may get here, for all that is known. */
gboolean annot_walk_is_reached(const AnnotWalk *w);

/* ---- statements and expressions ---- */

/* Walk a statement or an expression with all its parts: make nodes and blocks for it, and note for each expression the
 * node that it belongs to. */
void annot_walk_stmt(AnnotWalk *w, const AnnotStmt *stmt);
void annot_walk_expr(AnnotWalk *w, const AnnotExpr *expr);

/* Notes that the expression's own operation is done here, after its operands. */
void annot_walk_do(AnnotWalk *w, const AnnotExpr *expr);

/* Notes that all of the expression, which is left alone, is done here. */
void annot_walk_settle(AnnotWalk *w, const AnnotExpr *expr);

/* Lists the decisions that `cut` makes of `expr`, and walks their conditions; returns them as a branch, in the arena.
 * Both outcomes lead on then. `placeable`: probes may be put into it; else it is left alone. */
AnnotBranch *annot_walk_decision(AnnotWalk *w, const AnnotExpr *expr, AnnotCut cut, gboolean placeable);

/* Goes on with the true outcome of the branch that was walked last; returns what leads on when it is false, to be
 * freed. */
AnnotLeads *annot_walk_ways(AnnotWalk *w, const AnnotBranch *branch);

#endif
