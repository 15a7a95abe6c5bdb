/* Finds the paths that scripts name; see specified.h. */
#include "annot/users/specified.h"

#include <string.h>

/* Whether the nodes of `place` are a path of the graph that begins where the entry leads to. */
static gboolean is_path(const HtolGraph *graph, const HtolPlace *place)
{
    for (guint32 i = 0; i < place->n_nodes; i++)
        if (place->nodes[i] >= graph->n_nodes)
            return FALSE;
    for (guint32 i = 1; i < place->n_nodes; i++)
        if (!htol_graph_has_edge(graph, place->nodes[i - 1], place->nodes[i]))
            return FALSE;
    return graph->reached[place->nodes[0]];
}

static gboolean is_wanted(const HtolLabelDecl *label)
{
    return !label->wrong && label->place.kind == HTOL_PLACE_SITE && label->place.site.kind == HTOL_SITE_PATH;
}

void annot_specified_paths(const AnnotLocator *locator, const AnnotFunction *function, const HtolFunction *out,
                           const HtolGraph *graph, HtolPathSet *set)
{
    for (guint i = 0; i < annot_scripts_count(locator->scripts); i++) {
        const AnnotScript *script = annot_scripts_nth(locator->scripts, i);
        for (const HtolLabelDecl *label = script->declared.labels; label; label = label->next) {
            const HtolPlace *place = &label->place;
            gboolean meant = is_wanted(label) && annot_location_means(locator, function, place) &&
                             (!place->hash || strcmp(place->hash, out->row.hash) == 0);
            if (meant && is_path(graph, place))
                htol_path_set_add(set, place->nodes,
                                  (HtolPath){.n_nodes = place->n_nodes, .kinds = HTOL_PATH_SPECIFIED});
        }
    }
}
