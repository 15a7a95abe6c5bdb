/* The exact control-flow graph of a function while cfg.c walks over its text: which node is left for which.
 * It knows nothing of what a jump or a statement is, nor of what tells that a node was reached.
 *
 * At each moment the walk is in a node, which is open, or between nodes: then some nodes lead on, and the
 * next node that is begun follows them. With neither, what is walked is never reached. */
#ifndef ANNOT_GRAPH_H
#define ANNOT_GRAPH_H

#include "annot/graph/cfg.h"

typedef struct {
    HtolArena *arena;
    AnnotCfg *cfg;
    AnnotBlock *node;        /* NULL: between nodes */
    GArray *leads;           /* guint32: nodes that lead on; empty while `node` is open */
    const AnnotExpr *joined; /* the ?: whose arms lead on, and nothing else, if text may stand behind it; else NULL */
} AnnotGraph;

/* A set of nodes; to be unreferenced. */
GArray *annot_nodes_new(void);

/* Adds `more` to the nodes. */
void annot_nodes_add(GArray *nodes, const GArray *more);

void annot_graph_init(AnnotGraph *graph, HtolArena *arena, AnnotCfg *cfg);

/* Puts the node behind all others and begins it: whatever led on leads to it. */
void annot_graph_begin(AnnotGraph *graph, AnnotBlock *node);

/* The node in which is what is walked now, at that offset; between nodes a hidden one is begun. NULL: what is
 * walked is never reached. */
AnnotBlock *annot_graph_here(AnnotGraph *graph, guint32 at);

/* Where all that leads on comes to the expression, and text may stand before it: between nodes a hidden one is begun,
 * whose passages can be seen. */
void annot_graph_come_to(AnnotGraph *graph, const AnnotExpr *expr);

/* Whether the open node is the rest of an expression, and may go on as what follows that. */
gboolean annot_graph_may_extend(const AnnotGraph *graph);

/* Ends the open node, which leads on. */
void annot_graph_fall(AnnotGraph *graph);

/* Nothing leads on. */
void annot_graph_stop(AnnotGraph *graph);

/* Ends the open node and moves all that leads on to `to`. */
void annot_graph_take(AnnotGraph *graph, GArray *to);

/* From here on, these lead on; one alone is open again. What led on before does no longer. */
void annot_graph_resume(AnnotGraph *graph, const GArray *nodes);

/* Ends the open node; all that leads on leads to that node. Nothing leads on then. */
void annot_graph_connect(AnnotGraph *graph, guint32 to);

/* Ends the open node; all that leads on leads to the exit, by the return statement `by` or, if that is NULL, by the end
 * of the body. Nothing leads on then. */
void annot_graph_leave(AnnotGraph *graph, const AnnotStmt *by);

/* Sorts the edges, each once, and frees what only the walk needs. */
void annot_graph_finish(AnnotGraph *graph);

#endif
