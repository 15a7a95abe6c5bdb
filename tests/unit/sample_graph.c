/* Makes graphs for unit tests; see sample_graph.h. */
#include "tests/unit/sample_graph.h"

HtolGraph *sample_graph_of(HtolArena *arena, const char *edges)
{
    g_auto(GStrv) words = g_strsplit(edges, " ", -1);
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(HtolGraphEdge));
    guint32 most = 0;
    for (char **word = words; *word; word++) {
        char *end;
        HtolGraphEdge edge = {.from = g_ascii_strtoull(*word, &end, 10)};
        g_assert_cmpint(*end, ==, '-');
        edge.to = g_ascii_strtoull(end + 1, NULL, 10);
        most = MAX(most, MAX(edge.from, edge.to));
        g_array_append_val(rows, edge);
    }
    return htol_graph_new(arena, most + 1, (const HtolGraphEdge *)rows->data, rows->len);
}

HtolGraph *sample_graph_random(HtolArena *arena, GRand *random, guint most, guint sparse)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(HtolGraphEdge));
    guint32 n = g_rand_int_range(random, 1, most + 1);
    for (guint32 i = 0; i < n * n; i++)
        if (g_rand_int_range(random, 0, sparse) == 0)
            g_array_append_val(rows, ((HtolGraphEdge){i / n, i % n}));
    return htol_graph_new(arena, n, (const HtolGraphEdge *)rows->data, rows->len);
}

char *sample_graph_paths(const HtolPathSet *set)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < set->paths->len; i++)
        for (guint32 k = 0; k < g_array_index(set->paths, HtolPath, i).n_nodes; k++)
            g_string_append_printf(text, "%s%u", k > 0 ? "-" : i > 0 ? " " : "", htol_path_nodes(set, i)[k]);
    return g_string_free(text, FALSE);
}
