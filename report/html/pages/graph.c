/* Finds which measured criteria imply which, and draws them; see graph.h. */
#include "report/html/pages/graph.h"

#include <math.h>
#include <stdlib.h>

#include "report/html/pages/layout.h"
#include "report/html/parts/tiles.h"

enum { NODE_WIDTH = 110, NODE_HEIGHT = 36, COLUMN = 126, LAYER = 80, NUMBER_WIDTH = 40, NUMBER_HEIGHT = 15 };

/* The criteria that were measured, and the nearest implications among them. */
typedef struct {
    const ReportModel *model;
    guint n_nodes;
    HtolCriterion nodes[HTOL_CRITERIA];
    GArray *edges; /* ReportEdge: of indices of nodes, the stronger above */
} Graph;

/* ---- which there are ---- */

gboolean report_html_is_measured(const ReportModel *model, HtolCriterion criterion)
{
    return model->selection.wanted[criterion] && report_score(&model->totals[criterion]) >= 0;
}

/* Marks what a criterion implies next; through those that were not measured, what these imply. */
static void mark_next(const ReportModel *model, HtolCriterion strong, gboolean *next)
{
    for (guint i = 0; i < htol_n_subsumptions; i++) {
        HtolCriterion weak = htol_subsumptions[i].weak;
        if (htol_subsumptions[i].strong != strong)
            continue;
        if (report_html_is_measured(model, weak))
            next[weak] = TRUE;
        else
            mark_next(model, weak, next);
    }
}

/* Whether one of the criteria, other than `weak`, implies it. */
static gboolean is_implied_by_others(const ReportModel *model, const gboolean *criteria, HtolCriterion weak)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        gboolean below[HTOL_CRITERIA] = {FALSE};
        if (!criteria[i] || i == weak)
            continue;
        mark_next(model, i, below);
        if (below[weak] || is_implied_by_others(model, below, weak))
            return TRUE;
    }
    return FALSE;
}

static guint node_of(const Graph *graph, HtolCriterion criterion)
{
    guint node = 0;
    while (graph->nodes[node] != criterion)
        node++;
    return node;
}

static void add_edges(const Graph *graph, guint node)
{
    gboolean next[HTOL_CRITERIA] = {FALSE};
    mark_next(graph->model, graph->nodes[node], next);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!next[i] || is_implied_by_others(graph->model, next, i))
            continue;
        ReportEdge edge = {.from = node, .to = node_of(graph, i)};
        g_array_append_val(graph->edges, edge);
    }
}

static Graph graph_of(const ReportModel *model)
{
    Graph graph = {.model = model, .edges = g_array_new(FALSE, FALSE, sizeof(ReportEdge))};
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (report_html_is_measured(model, i))
            graph.nodes[graph.n_nodes++] = i;
    for (guint i = 0; i < graph.n_nodes; i++)
        add_edges(&graph, i);
    return graph;
}

static const char *name_of(const Graph *graph, guint node)
{
    return htol_selection_name(&graph->model->selection, graph->nodes[node]);
}

static int score_of(const Graph *graph, guint node)
{
    return report_score(&graph->model->totals[graph->nodes[node]]);
}

/* ---- the picture ---- */

/* A curve from below one node, through the bends, to the top of the other. */
static void put_curve(const ReportLayout *layout, const ReportEdge *edge, FILE *out)
{
    ReportPoint at = layout->nodes[edge->from], end = layout->nodes[edge->to];
    at.y += NODE_HEIGHT / 2.0;
    end.y -= NODE_HEIGHT / 2.0 + 8;
    fprintf(out, "<path d=\"M%.1f %.1f", at.x, at.y);
    for (guint i = 0; i <= edge->n_bends; i++) {
        ReportPoint next = i < edge->n_bends ? edge->bends[i] : end;
        double half = (next.y - at.y) / 2;
        fprintf(out, "C%.1f %.1f %.1f %.1f %.1f %.1f", at.x, at.y + half, next.x, next.y - half, next.x, next.y);
        at = next;
    }
    fputs("\"", out);
}

/* How many edges end in the node, and begin there. */
static guint count_edges(const Graph *graph, guint node, gboolean ending)
{
    guint edges = 0;
    for (guint i = 0; i < graph->edges->len; i++) {
        const ReportEdge *edge = &g_array_index(graph->edges, ReportEdge, i);
        edges += (ending ? edge->to : edge->from) == node;
    }
    return edges;
}

/* Where the edge's last curve is after a share of its way, 0 to 1. */
static ReportPoint point_of_edge(const ReportLayout *layout, const ReportEdge *edge, double t)
{
    ReportPoint from = edge->n_bends ? edge->bends[edge->n_bends - 1] : layout->nodes[edge->from];
    ReportPoint to = layout->nodes[edge->to];
    from.y += edge->n_bends ? 0 : NODE_HEIGHT / 2.0;
    to.y -= NODE_HEIGHT / 2.0 + 8;
    return (ReportPoint){from.x + (to.x - from.x) * t * t * (3 - 2 * t),
                         from.y + (to.y - from.y) * t * (1.5 - 1.5 * t + t * t)};
}

static gboolean is_free(const GArray *numbers, ReportPoint at)
{
    for (guint i = 0; i < numbers->len; i++) {
        ReportPoint other = g_array_index(numbers, ReportPoint, i);
        if (fabs(other.x - at.x) < NUMBER_WIDTH && fabs(other.y - at.y) < NUMBER_HEIGHT)
            return FALSE;
    }
    return TRUE;
}

/* On its last curve: near the end that other edges do not come near, away from numbers that stand already. */
static ReportPoint place_of_number(const Graph *graph, const ReportLayout *layout, const ReportEdge *edge,
                                   GArray *numbers)
{
    static const double steps[] = {0, 0.12, -0.12, 0.24, -0.24, 0.36, -0.36};
    gboolean meets = count_edges(graph, edge->to, TRUE) > 1;
    gboolean parts = !edge->n_bends && count_edges(graph, edge->from, FALSE) > 1;
    double begin = meets == parts ? 0.5 : meets ? 0.38 : 0.62;
    ReportPoint at = point_of_edge(layout, edge, begin);
    for (guint i = 1; i < G_N_ELEMENTS(steps) && !is_free(numbers, at); i++)
        at = point_of_edge(layout, edge, CLAMP(begin + steps[i], 0.15, 0.85));
    g_array_append_val(numbers, at);
    return at;
}

static void begin_edge(const Graph *graph, const ReportEdge *edge, FILE *out)
{
    fprintf(out, "<g class=ed data-from=\"%s\" data-to=\"%s\">", name_of(graph, edge->from), name_of(graph, edge->to));
}

static void put_edge(const Graph *graph, const ReportLayout *layout, const ReportEdge *edge, FILE *out)
{
    begin_edge(graph, edge, out);
    put_curve(layout, edge, out);
    fputs(" marker-end=\"url(#h)\"/></g>\n", out);
}

static void put_number(const Graph *graph, const ReportLayout *layout, const ReportEdge *edge, GArray *numbers,
                       FILE *out)
{
    int more = score_of(graph, edge->to) - score_of(graph, edge->from);
    ReportPoint at = place_of_number(graph, layout, edge, numbers);
    begin_edge(graph, edge, out);
    fprintf(out, "<text x=%.1f y=%.1f>%s%d.%d</text></g>\n", at.x, at.y + 4, more < 0 ? "−" : "+", abs(more) / 10,
            abs(more) % 10);
}

/* The score is written, and drawn as an arc. */
static void put_node(const Graph *graph, const ReportLayout *layout, guint node, FILE *out)
{
    const ReportTotals *totals = &graph->model->totals[graph->nodes[node]];
    const char *name = name_of(graph, node);
    fprintf(out,
            "<a class=\"nd %s\" href=\"#%s\" transform=\"translate(%.1f %.1f)\"><title>%s</title>"
            "<rect x=-55 y=-18 width=110 height=36 rx=4 /><circle cx=-35 r=10 />"
            "<path class=ar d=\"M-35-10a10 10 0 1 1-.01 0\" pathLength=1000 stroke-dasharray=\"%d 1000\"/>"
            "<text class=nm x=-17 y=-2>%s</text><text class=sc x=-17 y=12>",
            report_html_grade(graph->model, totals), name, layout->nodes[node].x, layout->nodes[node].y,
            htol_criteria[graph->nodes[node]].title, score_of(graph, node), name);
    report_html_score(out, totals);
    fputs("</text></a>\n", out);
}

static ReportLayout *layout_of(const Graph *graph)
{
    return report_layout_new(graph->n_nodes, (const ReportEdge *)(const void *)graph->edges->data, graph->edges->len,
                             COLUMN, LAYER);
}

guint report_html_graph_width(const ReportModel *model)
{
    Graph graph = graph_of(model);
    guint width = 0;
    if (graph.edges->len > 0) {
        g_autoptr(ReportLayout) layout = layout_of(&graph);
        width = (guint)layout->width;
    }
    g_array_unref(graph.edges);
    return width;
}

static void put_picture(const Graph *graph, FILE *out)
{
    g_autoptr(ReportLayout) layout = layout_of(graph);
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(ReportPoint)); /* where they stand */
    fprintf(out,
            "<div class=scroll><svg class=graph viewBox=\"0 0 %.0f %.0f\" role=group aria-label=\"Which criterion "
            "implies which\"><defs><marker id=h viewBox=\"0 0 8 8\" refX=1 refY=4 markerWidth=8 markerHeight=8 "
            "orient=auto markerUnits=userSpaceOnUse><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
            layout->width, layout->height);
    for (guint i = 0; i < layout->n_edges; i++)
        put_edge(graph, layout, &layout->edges[i], out);
    for (guint i = 0; i < layout->n_edges; i++) /* above all lines */
        put_number(graph, layout, &layout->edges[i], numbers, out);
    for (guint i = 0; i < layout->n_nodes; i++)
        put_node(graph, layout, i, out);
    fputs("</svg></div>\n", out);
}

gboolean report_html_graph(const ReportModel *model, FILE *out)
{
    Graph graph = graph_of(model);
    gboolean any = graph.edges->len > 0;
    if (any) {
        fputs("<section aria-labelledby=h-g><h2 id=h-g>Which implies which <small>and how much more the weaker one "
              "scores</small></h2>\n",
              out);
        put_picture(&graph, out);
        fputs(
            "<p class=muted>An arrow goes from a criterion to one that it implies, where nothing is impossible, "
            "excluded "
            "or unmeasured. The number is what the weaker one scores more; it may be less, for the two count different "
            "objectives.<span class=needs-js> Click a criterion to follow it; <kbd>Esc</kbd> lets go.</span></p>"
            "</section>\n",
            out);
    }
    g_array_unref(graph.edges);
    return any;
}
