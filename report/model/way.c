/* Ways as lines; see way.h. */
#include "report/model/way.h"

#include "htol/graph/tour.h"

static void add_path(const HtolFunction *function, guint32 path, GArray *lines)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    guint32 n;
    const guint32 *nodes = htol_tour_string(scratch, function->states, function->paths[path].state, &n);
    for (guint32 i = 0; i < n; i++)
        g_array_append_val(lines, function->nodes[nodes[i]].line);
}

/* From a definition that is known. */
static void add_flow(const HtolFunction *function, guint32 flow, GArray *lines)
{
    const HtolRowFlow *row = &function->flows[flow];
    if (row->definition == 0)
        return;
    g_array_append_val(lines, function->definitions[row->definition - 1].line);
    g_array_append_val(lines, function->uses[row->use].line);
}

GArray *report_way(const ReportFunction *function, const HtolObjective *objective)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(guint32));
    if (!objective->hyper || objective->hyper->kind != HTOL_HYPER_LABEL)
        return NULL;
    if (objective->site.kind == HTOL_SITE_PATH)
        add_path(function->function, objective->site.index, lines);
    else if (objective->site.kind == HTOL_SITE_FLOW)
        add_flow(function->function, objective->site.index, lines);
    else if (objective->site.kind == HTOL_SITE_FLOW_PATH)
        add_path(function->function, function->function->flow_paths[objective->site.index].path, lines);
    return lines->len > 0 ? g_steal_pointer(&lines) : NULL;
}
