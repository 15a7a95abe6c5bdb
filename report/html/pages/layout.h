/* Places the nodes of a graph without cycles in layers, so that every edge points down and few cross: the
 * method of Sugiyama, Tagawa and Toda (1981), with barycentres. It draws nothing. */
#ifndef REPORT_LAYOUT_H
#define REPORT_LAYOUT_H

#include <glib.h>

/* A point of the drawing. */
typedef struct {
    double x, y; /* of a centre; y grows downwards */
} ReportPoint;

/* An edge and the points that it is drawn through. */
typedef struct {
    guint from, to; /* indices of nodes: the upper and the lower */
    guint n_bends;
    ReportPoint *bends; /* one in each layer that the edge passes, from above; to be freed with the layout */
} ReportEdge;

/* A drawing. To be freed by report_layout_free. */
typedef struct {
    guint n_nodes;
    ReportPoint *nodes; /* n_nodes; of those without edges too: their layer is the last */
    guint n_edges;
    ReportEdge *edges; /* as they were given */
    double width, height;
} ReportLayout;

/* Lays out `n_nodes` nodes; of the edges `from` and `to` are read and bends set. Centres of nodes are at
 * least `dx` apart in a layer, layers `dy`. The edges must make no cycle. */
ReportLayout *report_layout_new(guint n_nodes, const ReportEdge *edges, guint n_edges, double dx, double dy);
void report_layout_free(ReportLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportLayout, report_layout_free)

#endif
