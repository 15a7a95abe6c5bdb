/* Nodes and edges as they are met; see graph.h. */
#include "annot/graph/graph.h"

/* The exit's number until all nodes are known: greater than theirs. */
#define EXIT G_MAXUINT32

GArray *annot_nodes_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(guint32));
}

static void add_node(GArray *nodes, guint32 node)
{
    for (guint i = 0; i < nodes->len; i++)
        if (g_array_index(nodes, guint32, i) == node)
            return;
    g_array_append_val(nodes, node);
}

void annot_nodes_add(GArray *nodes, const GArray *more)
{
    for (guint i = 0; i < more->len; i++)
        add_node(nodes, g_array_index(more, guint32, i));
}

void annot_graph_init(AnnotGraph *graph, HtolArena *arena, AnnotCfg *cfg)
{
    *graph = (AnnotGraph){.arena = arena, .cfg = cfg, .leads = annot_nodes_new()};
}

void annot_graph_fall(AnnotGraph *graph)
{
    if (graph->node)
        add_node(graph->leads, graph->node->node);
    graph->node = NULL;
}

void annot_graph_stop(AnnotGraph *graph)
{
    graph->node = NULL;
    graph->joined = NULL;
    g_array_set_size(graph->leads, 0);
}

void annot_graph_take(AnnotGraph *graph, GArray *to)
{
    annot_graph_fall(graph);
    annot_nodes_add(to, graph->leads);
    annot_graph_stop(graph);
}

void annot_graph_connect(AnnotGraph *graph, guint32 to)
{
    annot_graph_fall(graph);
    for (guint i = 0; i < graph->leads->len; i++) {
        AnnotFlowEdge edge = {g_array_index(graph->leads, guint32, i), to};
        g_array_append_val(graph->cfg->flow, edge);
    }
    annot_graph_stop(graph);
}

void annot_graph_begin(AnnotGraph *graph, AnnotBlock *node)
{
    node->node = graph->cfg->blocks->len;
    g_ptr_array_add(graph->cfg->blocks, node);
    annot_graph_connect(graph, node->node);
    graph->node = node;
}

AnnotBlock *annot_graph_here(AnnotGraph *graph, guint32 at)
{
    if (graph->node || graph->leads->len == 0)
        return graph->node;
    AnnotBlock *node = annot_block_new(graph->arena, at, ANNOT_PLACE_NONE);
    node->hidden = TRUE;
    node->joined = graph->joined;
    annot_graph_begin(graph, node);
    return node;
}

void annot_graph_come_to(AnnotGraph *graph, const AnnotExpr *expr)
{
    if (graph->node || graph->leads->len == 0)
        return;
    graph->joined = NULL;
    annot_graph_here(graph, expr->at.begin)->expr = expr;
}

gboolean annot_graph_may_extend(const AnnotGraph *graph)
{
    return graph->node && graph->node->hidden && !graph->node->calls;
}

void annot_graph_resume(AnnotGraph *graph, const GArray *nodes)
{
    annot_graph_stop(graph);
    if (nodes->len == 1)
        graph->node = g_ptr_array_index(graph->cfg->blocks, g_array_index(nodes, guint32, 0));
    else
        annot_nodes_add(graph->leads, nodes);
}

void annot_graph_leave(AnnotGraph *graph, const AnnotStmt *by)
{
    annot_graph_fall(graph);
    for (guint i = 0; i < graph->leads->len; i++) {
        AnnotBlock *node = g_ptr_array_index(graph->cfg->blocks, g_array_index(graph->leads, guint32, i));
        node->left_by = by;
    }
    annot_graph_connect(graph, EXIT);
}

static int compare_edges(gconstpointer one, gconstpointer other)
{
    const AnnotFlowEdge *a = one, *b = other;
    return a->from != b->from ? (a->from > b->from) - (a->from < b->from) : (a->to > b->to) - (a->to < b->to);
}

void annot_graph_finish(AnnotGraph *graph)
{
    GArray *flow = graph->cfg->flow;
    guint32 exit = graph->cfg->blocks->len;
    g_array_sort(flow, compare_edges);
    guint kept = 0;
    for (guint i = 0; i < flow->len; i++) {
        AnnotFlowEdge edge = g_array_index(flow, AnnotFlowEdge, i);
        if (edge.to == EXIT)
            edge.to = exit;
        if (kept == 0 || compare_edges(&g_array_index(flow, AnnotFlowEdge, kept - 1), &edge) != 0)
            g_array_index(flow, AnnotFlowEdge, kept++) = edge;
    }
    g_array_set_size(flow, kept);
    graph->cfg->n_nodes = exit + 1;
    g_array_unref(graph->leads);
}
