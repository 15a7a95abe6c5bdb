/* Words for uncovered objectives of data flow; see missing_flow.h. It looks at what was seen, and judges
 * nothing. */
#include "htol/words/missing_flow.h"

#include "htol/expand/flow.h"

enum { MOST_SHOWN = 6 };

/* A list that is being appended, of which only the first ones are shown. */
typedef struct {
    GString *out;
    guint count;
} List;

static gboolean begin_item(List *list)
{
    if (list->count++ >= MOST_SHOWN)
        return FALSE;
    g_string_append(list->out, list->count == 1 ? " " : ", ");
    return TRUE;
}

static void end_list(const List *list)
{
    if (list->count > MOST_SHOWN)
        g_string_append_printf(list->out, " and %u more", list->count - MOST_SHOWN);
}

static gboolean is_seen(HtolObserved *observed, guint32 flow)
{
    return htol_observed_at(observed, (HtolSite){HTOL_SITE_FLOW, flow}).rows > 0;
}

static void append_source(const HtolFunction *function, const HtolRowFlow *flow, GString *out)
{
    if (flow->definition == 0)
        g_string_append(out, "as nothing known has defined it");
    else
        htol_flow_append_definition(function, flow->definition - 1, out);
}

/* `the use was seen with x defined in line 3, as passed in`; flows of one use stand together. */
static void append_use(HtolObserved *observed, guint32 flow, GString *out)
{
    const HtolFunction *function = htol_observed_function(observed);
    guint32 use = function->flows[flow].use, first = flow;
    gsize start = out->len;
    List list = {out, 0};
    while (first > 0 && function->flows[first - 1].use == use)
        first--;
    g_string_append_printf(out, "the use was only seen with %s",
                           function->variables[function->uses[use].variable].name);
    for (guint32 i = first; i < function->n_flows && function->flows[i].use == use; i++)
        if (is_seen(observed, i) && begin_item(&list))
            append_source(function, &function->flows[i], out);
    end_list(&list);
    if (list.count > 0)
        return;
    g_string_truncate(out, start);
    g_string_append(out, "the use was never seen");
}

/* `none of the uses that it can reach was seen with it: used in line 5, tested in line 7` */
static void append_uses(const HtolFunction *function, guint32 definition, GString *out)
{
    List list = {out, 0};
    g_string_append(out, "none of the uses that it can reach was seen with it:");
    for (guint32 i = 0; i < function->n_flows; i++)
        if (function->flows[i].definition == definition && begin_item(&list))
            htol_flow_append_use(function, function->flows[i].use, out);
    end_list(&list);
}

static gboolean is_about_definition(const HtolObjective *objective)
{
    return objective->criterion == HTOL_CRIT_adc || objective->criterion == HTOL_CRIT_cadc;
}

static void append_words(HtolObserved *observed, const HtolObjective *objective, guint32 flow, GString *out)
{
    const HtolFunction *function = htol_observed_function(observed);
    if (is_about_definition(objective))
        append_uses(function, function->flows[flow].definition, out);
    else if (objective->site.kind == HTOL_SITE_FLOW_PATH && is_seen(observed, flow))
        g_string_append(out, "the use was seen with it along other paths only");
    else
        append_use(observed, flow, out);
}

void htol_missing_flow_append(HtolObserved *observed, const HtolObjective *objective, GString *out)
{
    const HtolFunction *function = htol_observed_function(observed);
    gboolean of_path = objective->site.kind == HTOL_SITE_FLOW_PATH;
    guint32 flow = of_path ? function->flow_paths[objective->site.index].flow : objective->site.index;
    append_words(observed, objective, flow, out);
    if (htol_observed_lost(observed, function->uses[function->flows[flow].use].variable))
        g_string_append(out, "; but more elements were live than there is room for: it may be missing");
}
