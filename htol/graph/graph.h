/* The control-flow graph of a function as a plain graph: numbers of nodes and edges between them. It knows no
 * text and no blocks; what leads where is annot/graph/cfg_make.c's to say. */
#ifndef HTOL_GRAPH_H
#define HTOL_GRAPH_H

#include "htol/files/table.h"

/* An edge, as the rows of the table have it: from one node to another. */
typedef HtolRowEdge HtolGraphEdge;

/* Node 0 is the entry, the last node is the exit; nodes that the entry does not lead to keep their numbers
 * and have no edges. */
typedef struct {
    guint32 n_nodes, n_edges;
    const HtolGraphEdge *edges; /* by from, then by to; each once */
    const guint32 *first;       /* n_nodes + 1: the edges from node i are those from first[i] up to first[i + 1] */
    const guint8 *reached;      /* n_nodes: whether the entry leads to it; the entry leads to itself */
} HtolGraph;

/* The graph of these edges, which may stand in any order and more than once; `n_nodes` is 1 at least. Copies
 * what it keeps; lives in the arena. */
HtolGraph *htol_graph_new(HtolArena *arena, guint32 n_nodes, const HtolGraphEdge *edges, guint32 n_edges);

/* The graph in the rows of a function; NULL if it has none. */
HtolGraph *htol_graph_of(HtolArena *arena, const HtolFunction *function);

/* Whether there is an edge from node `from` to node `to`. Nodes that the entry does not lead to have none. */
gboolean htol_graph_has_edge(const HtolGraph *graph, guint32 from, guint32 to);

/* Returns the graph with all edges turned round: what leads to a node stands where what it leads to stood. `reached` is
 * as in `graph`. */
HtolGraph *htol_graph_turned(HtolArena *arena, const HtolGraph *graph);

/* Marks in `marks` (n_nodes bytes, to be zero where not marked yet) what `start` leads to, itself too, by way
 * of nodes that are set in `through` (NULL: all are); `start` and what is marked in the end need not be. */
void htol_graph_mark(const HtolGraph *graph, guint32 start, const guint8 *through, guint8 *marks);

/* For each node the number of its strongly connected component, n_nodes of them: two nodes have the same one
 * if each leads to the other. Of a node that the entry does not lead to it is HTOL_NO_COMPONENT. */
#define HTOL_NO_COMPONENT G_MAXUINT32
guint32 *htol_graph_components(HtolArena *arena, const HtolGraph *graph);

/* Writes the nodes that the entry leads to into `order`, which has room for n_nodes, in the order in which a
 * depth-first search from the entry is done with them, and returns how many they are. In a graph without
 * cycles each stands behind all that it leads to. */
guint32 htol_graph_finish_order(const HtolGraph *graph, guint32 *order);

/* Whether some path comes back to where it began. */
gboolean htol_graph_has_cycle(const HtolGraph *graph);

#endif
