/* Layered layout; see layout.h. Edges that pass layers get a place there, a dummy, so that nodes make room
 * for them. */
#include "report/html/pages/layout.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 12, RELAXATIONS = 40, MOST_IN_LAYER = 7 };

/* What an edge takes of a layer that it passes, a node being 1. */
#define EDGE_WIDTH 0.3

/* A node, or the place where an edge passes a layer. */
typedef struct {
    guint layer; /* from above */
    double width, x, wish;
    GArray *above, *below; /* guint: neighbours */
} Place;

typedef struct {
    guint n_nodes, n_layers;
    GArray *places;    /* Place: nodes, then dummies */
    GPtrArray *layers; /* GArray of guint, from left to right */
    GArray *chains;    /* guint: of each edge the first of its dummies; they follow each other */
    double dx;
} Grid;

static Place *place_at(const Grid *grid, guint index)
{
    return &g_array_index(grid->places, Place, index);
}

static guint add_place(Grid *grid, guint layer, double width)
{
    Place place = {.layer = layer,
                   .width = width,
                   .above = g_array_new(FALSE, FALSE, sizeof(guint)),
                   .below = g_array_new(FALSE, FALSE, sizeof(guint))};
    g_array_append_val(grid->places, place);
    return grid->places->len - 1;
}

static void connect(const Grid *grid, guint upper, guint lower)
{
    g_array_append_val(place_at(grid, upper)->below, lower);
    g_array_append_val(place_at(grid, lower)->above, upper);
}

/* ---- layers ---- */

/* Moves nodes up to where there is room below all that lead to them, so that edges are short; `filled` counts
 * the nodes of each layer. */
static void lift(guint n_nodes, const ReportEdge *edges, guint n_edges, guint *height, guint *filled)
{
    for (guint layer = n_nodes; layer-- > 0;)
        for (guint node = 0; node < n_nodes; node++) {
            guint most = G_MAXUINT;
            for (guint i = 0; i < n_edges; i++)
                most = edges[i].to == node ? MIN(most, height[edges[i].from] - 1) : most;
            if (height[node] != layer || most == G_MAXUINT)
                continue;
            while (most > layer && filled[most] >= MOST_IN_LAYER)
                most--;
            filled[layer]--;
            filled[height[node] = most]++;
        }
}

/* The layer of each node, counted from below: above all that it leads to, and not too many in one (Coffman
 * and Graham, 1972, in the order of distances). */
static guint *heights(guint n_nodes, const ReportEdge *edges, guint n_edges, const gboolean *have)
{
    guint *height = g_new0(guint, MAX(n_nodes, 1));
    g_autofree gboolean *done = g_new0(gboolean, MAX(n_nodes, 1));
    g_autofree guint *filled = g_new0(guint, 2 * n_nodes + 1);
    for (gboolean progress = TRUE; progress;) {
        progress = FALSE;
        for (guint node = 0; node < n_nodes; node++) {
            gboolean ready = have[node] && !done[node];
            guint least = 0;
            for (guint i = 0; i < n_edges && ready; i++) {
                ready = edges[i].from != node || done[edges[i].to];
                least = edges[i].from == node && ready ? MAX(least, height[edges[i].to] + 1) : least;
            }
            if (!ready)
                continue;
            while (filled[least] >= MOST_IN_LAYER)
                least++;
            filled[height[node] = least]++;
            done[node] = progress = TRUE;
        }
    }
    lift(n_nodes, edges, n_edges, height, filled);
    return height;
}

static gboolean *have_edges(guint n_nodes, const ReportEdge *edges, guint n_edges)
{
    gboolean *have = g_new0(gboolean, MAX(n_nodes, 1));
    for (guint i = 0; i < n_edges; i++)
        have[edges[i].from] = have[edges[i].to] = TRUE;
    return have;
}

static void add_nodes(Grid *grid, const ReportEdge *edges, guint n_edges)
{
    g_autofree gboolean *have = have_edges(grid->n_nodes, edges, n_edges);
    g_autofree guint *height = heights(grid->n_nodes, edges, n_edges, have);
    guint top = 0, alone = 0;
    for (guint i = 0; i < grid->n_nodes; i++) {
        top = MAX(top, height[i]);
        alone += !have[i];
    }
    gboolean some = alone < grid->n_nodes;
    for (guint i = 0; i < grid->n_nodes; i++)
        add_place(grid, have[i] ? top - height[i] : some ? top + 1 : 0, 1);
    grid->n_layers = some ? top + 1 + (alone > 0) : 1;
}

static void add_edges(Grid *grid, const ReportEdge *edges, guint n_edges)
{
    for (guint i = 0; i < n_edges; i++) {
        guint at = edges[i].from, last = place_at(grid, edges[i].to)->layer;
        g_array_append_val(grid->chains, grid->places->len);
        for (guint layer = place_at(grid, at)->layer + 1; layer < last; layer++) {
            guint dummy = add_place(grid, layer, EDGE_WIDTH);
            connect(grid, at, dummy);
            at = dummy;
        }
        connect(grid, at, edges[i].to);
    }
}

static void fill_layers(Grid *grid)
{
    for (guint i = 0; i < grid->n_layers; i++)
        g_ptr_array_add(grid->layers, g_array_new(FALSE, FALSE, sizeof(guint)));
    for (guint i = 0; i < grid->places->len; i++)
        g_array_append_val((GArray *)grid->layers->pdata[place_at(grid, i)->layer], i);
}

/* ---- order ---- */

static double mean(const Grid *grid, const GArray *neighbours, double otherwise)
{
    double sum = 0;
    for (guint i = 0; i < neighbours->len; i++)
        sum += place_at(grid, g_array_index(neighbours, guint, i))->x;
    return neighbours->len ? sum / neighbours->len : otherwise;
}

static int compare_wishes(gconstpointer left, gconstpointer right, gpointer grid)
{
    const Place *one = place_at(grid, *(const guint *)left), *other = place_at(grid, *(const guint *)right);
    return (one->wish > other->wish) - (one->wish < other->wish);
}

/* How far apart two that follow each other in a layer must be. */
static double gap(const Grid *grid, const GArray *layer, guint first)
{
    return (place_at(grid, g_array_index(layer, guint, first))->width +
            place_at(grid, g_array_index(layer, guint, first + 1))->width) /
           2;
}

static void number(const Grid *grid, const GArray *layer)
{
    double x = 0;
    for (guint i = 0; i < layer->len; i++) {
        place_at(grid, g_array_index(layer, guint, i))->x = x;
        x += i + 1 < layer->len ? gap(grid, layer, i) : 0;
    }
    for (guint i = 0; i < layer->len; i++)
        place_at(grid, g_array_index(layer, guint, i))->x -= x / 2;
}

static void order_layer(Grid *grid, GArray *layer, gboolean downwards)
{
    for (guint i = 0; i < layer->len; i++) {
        Place *place = place_at(grid, g_array_index(layer, guint, i));
        place->wish = mean(grid, downwards ? place->above : place->below, place->x);
    }
    g_array_sort_with_data(layer, compare_wishes, grid);
    number(grid, layer);
}

static void order(Grid *grid)
{
    for (guint i = 0; i < grid->n_layers; i++)
        number(grid, grid->layers->pdata[i]);
    for (guint sweep = 0; sweep < SWEEPS; sweep++)
        for (guint i = 0; i < grid->n_layers; i++) {
            gboolean downwards = sweep % 2 == 0;
            order_layer(grid, grid->layers->pdata[downwards ? i : grid->n_layers - 1 - i], downwards);
        }
}

/* ---- coordinates ---- */

/* Pulls each place to the mean of all its neighbours, as far as its neighbours in the layer allow. */
static void relax_layer(const Grid *grid, const GArray *layer)
{
    for (guint i = 0; i < layer->len; i++) {
        Place *place = place_at(grid, g_array_index(layer, guint, i));
        double above = mean(grid, place->above, place->x), below = mean(grid, place->below, place->x);
        double wish =
            (above * place->above->len + below * place->below->len) / MAX(place->above->len + place->below->len, 1);
        if (place->above->len + place->below->len == 0)
            wish = place->x;
        if (i > 0)
            wish = MAX(wish, place_at(grid, g_array_index(layer, guint, i - 1))->x + gap(grid, layer, i - 1));
        if (i + 1 < layer->len)
            wish = MIN(wish, place_at(grid, g_array_index(layer, guint, i + 1))->x - gap(grid, layer, i));
        place->x = wish;
    }
}

static void relax(const Grid *grid)
{
    for (guint i = 0; i < RELAXATIONS; i++)
        for (guint k = 0; k < grid->n_layers; k++)
            relax_layer(grid, grid->layers->pdata[i % 2 ? k : grid->n_layers - 1 - k]);
}

/* ---- the whole ---- */

static ReportPoint point_of(const Grid *grid, guint place, double least, double dy)
{
    const Place *at = place_at(grid, place);
    return (ReportPoint){(at->x - least + 0.5) * grid->dx, (at->layer + 0.5) * dy};
}

static void write_layout(const Grid *grid, double dy, ReportLayout *layout)
{
    double least = 0, most = 0;
    for (guint i = 0; i < grid->places->len; i++) {
        least = MIN(least, place_at(grid, i)->x);
        most = MAX(most, place_at(grid, i)->x);
    }
    layout->width = (most - least + 1) * grid->dx;
    layout->height = grid->n_layers * dy;
    for (guint i = 0; i < layout->n_nodes; i++)
        layout->nodes[i] = point_of(grid, i, least, dy);
    for (guint i = 0; i < layout->n_edges; i++) {
        ReportEdge *edge = &layout->edges[i];
        edge->n_bends = place_at(grid, edge->to)->layer - place_at(grid, edge->from)->layer - 1;
        edge->bends = g_new0(ReportPoint, MAX(edge->n_bends, 1));
        for (guint k = 0; k < edge->n_bends; k++)
            edge->bends[k] = point_of(grid, g_array_index(grid->chains, guint, i) + k, least, dy);
    }
}

static void clear_grid(Grid *grid)
{
    for (guint i = 0; i < grid->places->len; i++) {
        g_array_unref(place_at(grid, i)->above);
        g_array_unref(place_at(grid, i)->below);
    }
    g_array_unref(grid->places);
    g_array_unref(grid->chains);
    g_ptr_array_unref(grid->layers);
}

ReportLayout *report_layout_new(guint n_nodes, const ReportEdge *edges, guint n_edges, double dx, double dy)
{
    Grid grid = {.n_nodes = n_nodes,
                 .places = g_array_new(FALSE, FALSE, sizeof(Place)),
                 .layers = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref),
                 .chains = g_array_new(FALSE, FALSE, sizeof(guint)),
                 .dx = dx};
    add_nodes(&grid, edges, n_edges);
    add_edges(&grid, edges, n_edges);
    fill_layers(&grid);
    order(&grid);
    relax(&grid);
    ReportLayout *layout = g_new0(ReportLayout, 1);
    *layout = (ReportLayout){.n_nodes = n_nodes, .nodes = g_new0(ReportPoint, MAX(n_nodes, 1)), .n_edges = n_edges};
    layout->edges = g_memdup2(edges, MAX(n_edges, 1) * sizeof *edges);
    write_layout(&grid, dy, layout);
    clear_grid(&grid);
    return layout;
}

void report_layout_free(ReportLayout *layout)
{
    for (guint i = 0; i < layout->n_edges; i++)
        g_free(layout->edges[i].bends);
    g_free(layout->edges);
    g_free(layout->nodes);
    g_free(layout);
}
