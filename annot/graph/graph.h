/* The exact control-flow graph of a function while cfg_make.c walks over its text: which node is left for which.
 * It knows nothing of what a jump or a statement is, nor of what tells that a node was reached.
 *
 * At each moment the walk is in a node, which is open, or between nodes: then some nodes lead on, and the
 * next node that is begun follows them. With neither, what is walked is never reached. */
#ifndef ANNOT_GRAPH_H
#define ANNOT_GRAPH_H

#include "annot/graph/cfg.h"

/* The exact graph while it is made. */
typedef struct {
    HtolArena *arena;
    AnnotCfg *cfg;
    AnnotBlock *node;        /* NULL: between nodes */
    GArray *leads;           /* guint32: nodes from which control goes on to the next one; empty while `node` is open */
    const AnnotExpr *joined; /* the ?: if its arms alone lead on, and text may stand behind it; else NULL */
} AnnotGraph;

/* A set of nodes; to be unreferenced. */
GArray *annot_nodes_new(void);

/* Adds `more` to the nodes. */
void annot_nodes_add(GArray *nodes, const GArray *more);

/* Begins an empty graph of `cfg`, with memory of `arena`. */
void annot_graph_init(AnnotGraph *graph, HtolArena *arena, AnnotCfg *cfg);

/* Puts the node behind all others and begins it: whatever led on leads to it. */
void annot_graph_begin(AnnotGraph *graph, AnnotBlock *node);

/* Returns the node that holds what is walked now, at offset `at`; between nodes begins a hidden one. NULL if what is
 * walked is never reached. */
AnnotBlock *annot_graph_here(AnnotGraph *graph, guint32 at);

/* Says that control comes to `expr` from all that leads on, and that text may stand before it: between nodes begins a
 * hidden node whose passages can be seen. */
void annot_graph_come_to(AnnotGraph *graph, const AnnotExpr *expr);

/* Whether the open node is the rest of an expression, and may be extended by the next statement's block. */
gboolean annot_graph_may_extend(const AnnotGraph *graph);

/* Ends the open node, which leads on. */
void annot_graph_fall(AnnotGraph *graph);

/* Says that nothing leads on, as behind a return. */
void annot_graph_stop(AnnotGraph *graph);

/* Ends the open node and moves the nodes that lead on into the set `to`. */
void annot_graph_take(AnnotGraph *graph, GArray *to);

/* Makes `nodes`, and nothing else, lead on; a single node is opened again. */
void annot_graph_resume(AnnotGraph *graph, const GArray *nodes);

/* Ends the open node and adds edges from all that leads on to node `to`. Nothing leads on then. */
void annot_graph_connect(AnnotGraph *graph, guint32 to);

/* Ends the open node and adds edges from all that leads on to the exit, by the return statement `by` or, if that is
 * NULL, by the end of the body. Nothing leads on then. */
void annot_graph_leave(AnnotGraph *graph, const AnnotStmt *by);

/* Sorts the edges, drops repeated ones, and frees what only the walk needs. */
void annot_graph_finish(AnnotGraph *graph);

#endif
