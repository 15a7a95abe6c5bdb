/* Sets of paths; see paths.h. It finds none. */
#include <string.h>

#include "htol/graph/paths.h"

HtolPathSet *htol_path_set_new(void)
{
    HtolPathSet *set = g_new0(HtolPathSet, 1);
    set->nodes = g_array_new(FALSE, FALSE, sizeof(guint32));
    set->paths = g_array_new(FALSE, FALSE, sizeof(HtolPath));
    return set;
}

void htol_path_set_free(HtolPathSet *set)
{
    if (!set)
        return;
    g_array_unref(set->nodes);
    g_array_unref(set->paths);
    g_free(set);
}

void htol_path_set_add(HtolPathSet *set, const guint32 *nodes, HtolPath path)
{
    g_assert(path.n_nodes > 0);
    path.first = set->nodes->len;
    g_array_append_vals(set->nodes, nodes, path.n_nodes);
    g_array_append_val(set->paths, path);
}

static const guint32 *nodes_of(const HtolPathSet *set, const HtolPath *path)
{
    return &g_array_index(set->nodes, guint32, path->first);
}

const guint32 *htol_path_nodes(const HtolPathSet *set, guint index)
{
    return nodes_of(set, &g_array_index(set->paths, HtolPath, index));
}

/* How many nodes both begin with. */
static guint32 common_prefix(const HtolPathSet *set, const HtolPath *one, const HtolPath *other)
{
    const guint32 *a = nodes_of(set, one), *b = nodes_of(set, other);
    guint32 most = MIN(one->n_nodes, other->n_nodes), n = 0;
    while (n < most && a[n] == b[n])
        n++;
    return n;
}

static gint compare_paths(gconstpointer one, gconstpointer other, gpointer data)
{
    const HtolPath *a = one, *b = other;
    guint32 n = common_prefix(data, a, b);
    if (n < a->n_nodes && n < b->n_nodes)
        return nodes_of(data, a)[n] < nodes_of(data, b)[n] ? -1 : 1;
    if (a->n_nodes != b->n_nodes)
        return a->n_nodes < b->n_nodes ? -1 : 1;
    return a->loop < b->loop ? -1 : a->loop > b->loop;
}

void htol_path_set_sort(HtolPathSet *set)
{
    HtolPath *paths = (HtolPath *)set->paths->data;
    guint kept = 0;
    g_array_sort_with_data(set->paths, compare_paths, set);
    for (guint i = 0; i < set->paths->len; i++)
        if (kept > 0 && compare_paths(&paths[kept - 1], &paths[i], set) == 0)
            paths[kept - 1].kinds |= paths[i].kinds;
        else
            paths[kept++] = paths[i];
    g_array_set_size(set->paths, kept);
}

void htol_path_set_drop(HtolPathSet *set, guint32 kinds)
{
    HtolPath *paths = (HtolPath *)set->paths->data;
    guint kept = 0;
    for (guint i = 0; i < set->paths->len; i++) {
        paths[i].kinds &= ~kinds;
        if (paths[i].kinds != 0)
            paths[kept++] = paths[i];
    }
    g_array_set_size(set->paths, kept);
}

guint32 htol_path_set_states(const HtolPathSet *set, guint32 n_nodes)
{
    const HtolPath *paths = (const HtolPath *)set->paths->data;
    guint32 states = n_nodes;
    for (guint i = 0; i < set->paths->len; i++) {
        guint32 common = i > 0 ? common_prefix(set, &paths[i - 1], &paths[i]) : 0;
        states += paths[i].n_nodes - MAX(common, 1);
    }
    return states;
}
