/* Layered layouts of random graphs: edges point down, nodes keep apart and lie within the picture, bends lie
 * in the layers between. */
#include <math.h>

#include "report/html/pages/layout.h"

enum { DX = 100, DY = 50, MOST_NODES = 30 };

static GArray *random_edges(GRand *rand, guint n_nodes)
{
    GArray *edges = g_array_new(FALSE, FALSE, sizeof(ReportEdge));
    for (guint from = 0; from < n_nodes; from++)
        for (guint to = from + 1; to < n_nodes; to++) {
            ReportEdge edge = {.from = from, .to = to};
            if (g_rand_int_range(rand, 0, 12) == 0)
                g_array_append_val(edges, edge);
        }
    return edges;
}

static void check_edge(const ReportLayout *layout, const ReportEdge *edge)
{
    double y = layout->nodes[edge->from].y;
    for (guint i = 0; i < edge->n_bends; i++) {
        g_assert_cmpfloat_with_epsilon(edge->bends[i].y - y, DY, 0.01);
        g_assert_true(edge->bends[i].x >= 0 && edge->bends[i].x <= layout->width);
        y = edge->bends[i].y;
    }
    g_assert_cmpfloat_with_epsilon(layout->nodes[edge->to].y - y, DY, 0.01);
}

static void check_apart(const ReportLayout *layout)
{
    for (guint i = 0; i < layout->n_nodes; i++) {
        const ReportPoint *node = &layout->nodes[i];
        g_assert_true(node->x >= DX / 2 - 0.01 && node->x <= layout->width - DX / 2 + 0.01);
        g_assert_true(node->y > 0 && node->y < layout->height);
        for (guint k = 0; k < i; k++)
            g_assert_true(fabs(node->y - layout->nodes[k].y) > 1 || fabs(node->x - layout->nodes[k].x) > DX - 0.01);
    }
}

static void test_random(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);
    for (guint round = 0; round < 200; round++) {
        guint n_nodes = (guint)g_rand_int_range(rand, 0, MOST_NODES);
        g_autoptr(GArray) edges = random_edges(rand, n_nodes);
        g_autoptr(ReportLayout) layout =
            report_layout_new(n_nodes, (const ReportEdge *)(const void *)edges->data, edges->len, DX, DY);
        g_assert_cmpuint(layout->n_edges, ==, edges->len);
        for (guint i = 0; i < layout->n_edges; i++)
            check_edge(layout, &layout->edges[i]);
        check_apart(layout);
    }
}

/* A chain stands upright, and what has no edges lies below it. */
static void test_chain(void)
{
    const ReportEdge edges[] = {{.from = 0, .to = 1}, {.from = 1, .to = 2}};
    g_autoptr(ReportLayout) layout = report_layout_new(4, edges, 2, DX, DY);
    g_assert_cmpfloat_with_epsilon(layout->nodes[0].x, layout->nodes[2].x, 0.01);
    g_assert_true(layout->nodes[3].y > layout->nodes[2].y);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/layout/random", test_random);
    g_test_add_func("/layout/chain", test_chain);
    return g_test_run();
}
