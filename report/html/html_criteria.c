/* criteria.html: which criterion implies which, as a picture with the scores; scores by file; what falls from
 * a criterion to a stronger one; the list of all. */
#include <stdlib.h>
#include <string.h>

#include "report/html/html.h"
#include "report/html/layout.h"

enum { NODE_WIDTH = 124, NODE_HEIGHT = 38, COLUMN = 136, LAYER = 84, MOST_FALLS = 8 };

/* The criteria that were measured, and the nearest implications among them. */
typedef struct {
    const ReportModel *model;
    guint n_nodes;
    HtolCriterion nodes[HTOL_CRITERIA];
    GArray *edges; /* ReportEdge: of indices of nodes, the stronger above */
} Graph;

/* ---- which there are ---- */

static gboolean is_measured(const ReportModel *model, HtolCriterion criterion)
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
        if (is_measured(model, weak))
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
        if (is_measured(model, i))
            graph.nodes[graph.n_nodes++] = i;
    for (guint i = 0; i < graph.n_nodes; i++)
        add_edges(&graph, i);
    return graph;
}

/* The criterion that the page begins with: the headline's, if it was measured. */
static guint first_node(const Graph *graph)
{
    HtolCriterion headline = report_headline(graph->model);
    return is_measured(graph->model, headline) ? node_of(graph, headline) : 0;
}

static const char *name_of(const Graph *graph, guint node)
{
    return htol_selection_name(&graph->model->selection, graph->nodes[node]);
}

static int score_of(const Graph *graph, guint node)
{
    return report_score(&graph->model->totals[graph->nodes[node]]);
}

/* "−13.2", "+0.4": what is left of a score, in tenths, from the weaker criterion to the stronger. */
static void put_fall(FILE *out, int tenths)
{
    fprintf(out, "%s%d.%d", tenths < 0 ? "−" : "+", abs(tenths) / 10, abs(tenths) % 10);
}

static int fall_of(const Graph *graph, const ReportEdge *edge)
{
    return score_of(graph, edge->from) - score_of(graph, edge->to);
}

/* ---- the picture ---- */

/* A curve from below one node, through the bends, to the top of the other. */
static void put_curve(const ReportLayout *layout, const ReportEdge *edge, FILE *out)
{
    ReportPoint at = layout->nodes[edge->from], end = layout->nodes[edge->to];
    at.y += NODE_HEIGHT / 2.0;
    end.y -= NODE_HEIGHT / 2.0 + 9;
    fprintf(out, "<path d=\"M%.1f %.1f", at.x, at.y);
    for (guint i = 0; i <= edge->n_bends; i++) {
        ReportPoint next = i < edge->n_bends ? edge->bends[i] : end;
        double half = (next.y - at.y) / 2;
        fprintf(out, "C%.1f %.1f %.1f %.1f %.1f %.1f", at.x, at.y + half, next.x, next.y - half, next.x, next.y);
        at = next;
    }
    fputs("\"", out);
}

static gboolean is_shared(const Graph *graph, guint node)
{
    guint edges = 0;
    for (guint i = 0; i < graph->edges->len; i++)
        edges += g_array_index(graph->edges, ReportEdge, i).to == node;
    return edges > 1;
}

/* Of its last curve's ends that which other edges do not come near. */
static ReportPoint place_of_fall(const Graph *graph, const ReportLayout *layout, const ReportEdge *edge)
{
    ReportPoint from = edge->n_bends ? edge->bends[edge->n_bends - 1] : layout->nodes[edge->from];
    ReportPoint to = layout->nodes[edge->to];
    if (is_shared(graph, edge->to))
        return (ReportPoint){(3 * from.x + to.x) / 4, (from.y + to.y) / 2};
    return (ReportPoint){(from.x + 3 * to.x) / 4, (from.y + to.y) / 2 + 8};
}

static void put_edge(const Graph *graph, const ReportLayout *layout, const ReportEdge *edge, FILE *out)
{
    int fall = fall_of(graph, edge);
    ReportPoint at = place_of_fall(graph, layout, edge);
    fprintf(out, "<g class=\"ed%s\" data-from=\"%s\" data-to=\"%s\">", fall <= -200 ? " big" : "",
            name_of(graph, edge->from), name_of(graph, edge->to));
    put_curve(layout, edge, out);
    fprintf(out, " stroke-width=\"%.1f\"/><text x=\"%.1f\" y=\"%.1f\">", 1 + MIN(abs(fall), 300) / 100.0, at.x, at.y);
    put_fall(out, fall);
    fputs("</text></g>\n", out);
}

/* Its score is written, and drawn as an arc. */
static void put_node(const Graph *graph, const ReportLayout *layout, guint node, FILE *out)
{
    int score = score_of(graph, node);
    fprintf(out,
            "<a class=nd href=\"#%s\" transform=\"translate(%.1f %.1f)\"><title>%s</title>"
            "<rect x=-62 y=-19 width=124 height=38 rx=3 /><circle cx=-43 r=11 />"
            "<path class=ar d=\"M-43-11a11 11 0 1 1-.01 0\" pathLength=1000 stroke-dasharray=\"%d 1000\"/>"
            "<text x=-26 y=-3>%s</text><text class=sc x=-26 y=12>",
            name_of(graph, node), layout->nodes[node].x, layout->nodes[node].y, htol_criteria[graph->nodes[node]].title,
            score, name_of(graph, node));
    report_html_score(out, &graph->model->totals[graph->nodes[node]]);
    fputs("</text></a>\n", out);
}

static void put_picture(const Graph *graph, FILE *out)
{
    g_autoptr(ReportLayout) layout = report_layout_new(
        graph->n_nodes, (const ReportEdge *)(const void *)graph->edges->data, graph->edges->len, COLUMN, LAYER);
    fprintf(out,
            "<svg class=graph viewBox=\"0 0 %.0f %.0f\" role=img aria-labelledby=\"gt gd\">"
            "<title id=gt>Which criterion implies which</title><desc id=gd>An arrow goes from a criterion to one "
            "that it "
            "implies; the number is what the score loses from the weaker to the stronger. The table below says "
            "the "
            "same.</desc>\n<defs><marker id=h orient=auto refX=1 refY=4 markerWidth=9 markerHeight=8 "
            "markerUnits=userSpaceOnUse><path d=\"M0 0L9 4 0 8z\"/></marker></defs>\n<g marker-end=\"url(#h)\">",
            layout->width, layout->height);
    for (guint i = 0; i < layout->n_edges; i++)
        put_edge(graph, layout, &layout->edges[i], out);
    fputs("</g>\n", out);
    for (guint i = 0; i < layout->n_nodes; i++)
        put_node(graph, layout, i, out);
    fputs("</svg>\n", out);
}

static void put_graph(const Graph *graph, FILE *out)
{
    fputs("<section aria-labelledby=h-g><h2 id=h-g>Which criterion implies which <span class=muted>and what "
          "the stronger "
          "one still asks</span></h2>\n",
          out);
    put_picture(graph, out);
    fputs("<p class=muted>An arrow goes from the stronger criterion to one that it implies, within a "
          "function, where nothing "
          "is infeasible, excluded or unmeasured. The number is what the score loses, and the line is as "
          "thick; a rise (+) "
          "is possible, for the two count different objectives. <span class=needs-js>Click a criterion to "
          "follow it; "
          "<kbd>Esc</kbd> lets go.</span></p>\n</section>\n",
          out);
}

/* ---- by file ---- */

/* The first that it implies; its own index if there is none. */
static guint weaker(const Graph *graph, guint node)
{
    for (guint i = 0; i < graph->edges->len; i++)
        if (g_array_index(graph->edges, ReportEdge, i).from == node)
            return g_array_index(graph->edges, ReportEdge, i).to;
    return node;
}

static void put_bar(const ReportTotals *totals, const char *class, FILE *out)
{
    int score = MAX(report_score(totals), 0);
    fprintf(out, "<rect class=%s width=\"%d.%d%%\"/>", class, score / 10, score % 10);
}

/* All scores stand in the row, for the script that changes the criterion. */
static void put_file(const Graph *graph, const ReportFile *file, guint node, FILE *out)
{
    HtolCriterion criterion = graph->nodes[node], weak = graph->nodes[weaker(graph, node)];
    int score = report_score(&file->totals[criterion]), other = report_score(&file->totals[weak]);
    g_autofree char *page = report_html_page_name(file->path);
    fputs("<tr data-v=\"", out);
    for (guint i = 0; i < graph->n_nodes; i++) {
        fputs(i ? " " : "", out);
        report_html_score(out, &file->totals[graph->nodes[i]]);
    }
    fprintf(out, "\"><th scope=row><a href=\"%s\">", page);
    report_html_path(out, file->path);
    fputs("</a><td><svg aria-hidden=true>", out);
    put_bar(&file->totals[weak], "g", out);
    put_bar(&file->totals[criterion], "own", out);
    fputs("</svg><td class=n>", out);
    report_html_score(out, &file->totals[criterion]);
    fputs("<td class=r>", out);
    if (score >= 0 && other >= 0 && weak != criterion)
        put_fall(out, score - other);
    putc('\n', out);
}

static void put_files(const Graph *graph, guint node, FILE *out)
{
    fputs("<section aria-labelledby=h-c><div class=toolbar><h2 id=h-c>By file</h2><label "
          "class=needs-js>criterion <select "
          "id=pick>",
          out);
    for (guint i = 0; i < graph->n_nodes; i++)
        fprintf(out, "<option%s>%s", i == node ? " selected" : "", name_of(graph, i));
    fprintf(out,
            "</select></label></div>\n<table class=chart><thead><tr><th scope=col>file<th scope=col id=picked>%s"
            "<th scope=col class=num>score<th scope=col class=num id=ghost>",
            name_of(graph, node));
    if (weaker(graph, node) != node)
        fprintf(out, "from %s", name_of(graph, weaker(graph, node)));
    fputs("</thead><tbody>\n", out);
    for (guint i = 0; i < graph->model->n_files; i++)
        put_file(graph, graph->model->files[i], node, out);
    fputs("</tbody></table>\n<p class=muted>Solid: the criterion. Pale: the first one that it "
          "implies.</p>\n</section>\n",
          out);
}

/* ---- falls ---- */

static int compare_falls(gconstpointer left, gconstpointer right, gpointer graph)
{
    int one = fall_of(graph, left), other = fall_of(graph, right);
    return (one > other) - (one < other);
}

static guint open_of(const ReportFile *file, HtolCriterion criterion)
{
    return report_wanted(&file->totals[criterion]) - file->totals[criterion].covered;
}

static void put_most_open(const ReportModel *model, HtolCriterion criterion, FILE *out)
{
    const ReportFile *most = model->files[0];
    for (guint i = 1; i < model->n_files; i++)
        if (open_of(model->files[i], criterion) > open_of(most, criterion))
            most = model->files[i];
    g_autofree char *page = report_html_page_name(most->path);
    fprintf(out, "<td><a href=\"%s\"><code>", page);
    report_html_string(out, most->path);
    fprintf(out, "</code></a> %u\n", open_of(most, criterion));
}

static void put_falls(const Graph *graph, FILE *out)
{
    g_autoptr(GArray) edges = g_array_copy(graph->edges);
    g_array_sort_with_data(edges, compare_falls, (gpointer)graph);
    fputs("<section aria-labelledby=h-f><h2 id=h-f>Steepest falls</h2>\n<table class=list><thead><tr><th "
          "scope=col>from"
          "<th scope=col>to<th scope=col class=num>fall<th scope=col class=num>open<th scope=col>most of "
          "them in</thead>"
          "<tbody>\n",
          out);
    for (guint i = 0; i < MIN(edges->len, MOST_FALLS); i++) {
        const ReportEdge *edge = &g_array_index(edges, ReportEdge, i);
        const ReportTotals *totals = &graph->model->totals[graph->nodes[edge->from]];
        if (fall_of(graph, edge) >= 0)
            break;
        fprintf(out, "<tr><td>%s<td><b>%s</b><td class=\"num u\">", name_of(graph, edge->to),
                name_of(graph, edge->from));
        put_fall(out, fall_of(graph, edge));
        fprintf(out, "<td class=num>%u", report_wanted(totals) - totals->covered);
        put_most_open(graph->model, graph->nodes[edge->from], out);
    }
    fputs("</tbody></table>\n</section>\n", out);
}

/* ---- the list ---- */

static void put_implied(const Graph *graph, HtolCriterion criterion, FILE *out)
{
    guint count = 0;
    for (guint i = 0; i < htol_n_subsumptions; i++)
        if (htol_subsumptions[i].strong == criterion)
            fprintf(out, "%s%s", count++ ? ", " : "",
                    htol_selection_name(&graph->model->selection, htol_subsumptions[i].weak));
    fputs(count ? "\n" : "–\n", out);
}

/* A column that is there only if something was proved. */
static gboolean has_proofs(const Graph *graph)
{
    guint pruned = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        pruned += report_pruned(&graph->model->totals[i]);
    return pruned > 0;
}

static void put_pruned(const Graph *graph, const ReportTotals *totals, FILE *out)
{
    if (!has_proofs(graph))
        return;
    g_autofree char *score = report_pruned_score_text(totals);
    fprintf(out,
            "<td class=num title=\"%u infeasible, %u duplicate, %u subsumed, %u infeasible in "
            "this program\">%s",
            totals->pruned[HTOL_PROOF_INFEASIBLE], totals->pruned[HTOL_PROOF_DUPLICATE],
            totals->pruned[HTOL_PROOF_SUBSUMED], totals->pruned[HTOL_PROOF_UNUSED], score);
}

static void put_criterion(const Graph *graph, HtolCriterion criterion, FILE *out)
{
    const ReportTotals *totals = &graph->model->totals[criterion];
    const char *name = htol_selection_name(&graph->model->selection, criterion);
    fprintf(out, "<tr id=\"%s\"><th scope=row>%s<td>%s<td>%u<td>%u<td>%u<td>%u<td>%u<td>", name, name,
            htol_criteria[criterion].doc, totals->objectives, totals->covered, totals->excluded, totals->infeasible,
            totals->unmeasured);
    report_html_score(out, totals);
    put_pruned(graph, totals, out);
    fputs("<td>", out);
    put_implied(graph, criterion, out);
}

static void put_list(const Graph *graph, FILE *out)
{
    fputs("<section aria-labelledby=h-t><h2 id=h-t>The criteria</h2><div class=scroll>\n<table class=\"list "
          "defs\"><thead>"
          "<tr><th scope=col>criterion<th scope=col>asks that<th scope=col>objectives<th scope=col>covered"
          "<th scope=col>excluded<th scope=col>infeasible<th scope=col>unmeasured<th scope=col>score",
          out);
    fputs(has_proofs(graph) ? "<th scope=col>pruned score" : "", out);
    fputs("<th scope=col>implies</thead><tbody>\n", out);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (graph->model->selection.wanted[i])
            put_criterion(graph, i, out);
    fputs("</tbody></table></div></section>\n", out);
}

/* ---- the page ---- */

void report_html_criteria_page(const ReportModel *model, FILE *out)
{
    Graph graph = graph_of(model);
    report_html_begin(out, "Criteria", "criteria");
    report_html_nav(out, "criteria.html");
    report_html_buttons(out, FALSE);
    fputs("</header>\n<main id=main>\n", out);
    if (graph.n_nodes > 0) {
        fputs("<div class=split>\n", out);
        put_graph(&graph, out);
        fputs("<div>\n", out);
        put_files(&graph, first_node(&graph), out);
        put_falls(&graph, out);
        fputs("</div>\n</div>\n", out);
    }
    put_list(&graph, out);
    fputs("</main>\n", out);
    report_html_end(out);
    g_array_unref(graph.edges);
}
