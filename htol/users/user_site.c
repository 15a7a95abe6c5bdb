/* Finds what was recorded at the sites that users' labels name; see user_state.h. Which functions a place
 * means is site.h's, what their environments are eval.h's. */
#include "htol/graph/tour.h"
#include "htol/judge/eval.h"
#include "htol/judge/site.h"
#include "htol/lang/print.h"
#include "htol/users/user_state.h"

struct HtolUserSites {
    HtolArena *arena;
    GPtrArray *functions; /* HtolRecorded */
    GHashTable *named;    /* name: a GPtrArray of those; NULL until it is asked for */
    GHashTable *observed; /* HtolRecorded: its HtolObserved */
};

HtolUserSites *htol_user_sites_new(HtolArena *arena)
{
    HtolUserSites *sites = g_new0(HtolUserSites, 1);
    *sites = (HtolUserSites){.arena = arena, .functions = g_ptr_array_new(), .observed = g_hash_table_new(NULL, NULL)};
    return sites;
}

void htol_user_sites_free(HtolUserSites *sites)
{
    g_ptr_array_unref(sites->functions);
    g_hash_table_unref(sites->observed);
    g_clear_pointer(&sites->named, g_hash_table_unref);
    g_free(sites);
}

void htol_user_sites_add(HtolUserSites *sites, const HtolRecorded *recorded)
{
    g_ptr_array_add(sites->functions, (gpointer)recorded);
}

HtolTestSets *htol_user_sites_tests(const HtolUserSites *sites)
{
    return sites->functions->len > 0 ? ((const HtolRecorded *)sites->functions->pdata[0])->tests : NULL;
}

/* Functions
 * -----------------------------------------------------------------------------------------------------------
 */

static void free_list(gpointer list)
{
    g_ptr_array_unref(list);
}

static void name_functions(HtolUserSites *sites)
{
    sites->named = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_list);
    for (guint i = 0; i < sites->functions->len; i++) {
        const HtolRecorded *recorded = sites->functions->pdata[i];
        const char *name = recorded->function->row.name;
        GPtrArray *list = g_hash_table_lookup(sites->named, name);
        if (!list) {
            list = g_ptr_array_new();
            g_hash_table_insert(sites->named, (gpointer)name, list);
        }
        g_ptr_array_add(list, (gpointer)recorded);
    }
}

/* Those that the place means; to be unreferenced. */
static GPtrArray *functions_of(HtolUserSites *sites, const HtolPlace *place)
{
    GPtrArray *meant = g_ptr_array_new();
    if (!sites->named)
        name_functions(sites);
    const GPtrArray *list = g_hash_table_lookup(sites->named, place->name);
    for (guint i = 0; list && i < list->len; i++) {
        const HtolRecorded *recorded = list->pdata[i];
        if (htol_place_means(place, recorded->function, recorded->function->files[0].path))
            g_ptr_array_add(meant, (gpointer)recorded);
    }
    return meant;
}

/* Records
 * -----------------------------------------------------------------------------------------------------------
 */

static HtolUserPlace place_of_use(const HtolRecorded *recorded, guint32 flow)
{
    const HtolFunction *function = recorded->function;
    const HtolRowUse *row = &function->uses[function->flows[flow].use];
    return (HtolUserPlace){recorded, row->file, row->line, row->column};
}

static HtolUserPlace site_place(const HtolRecorded *recorded, HtolSite site)
{
    const HtolFunction *function = recorded->function;
    switch (site.kind) {
    case HTOL_SITE_BLOCK: {
        const HtolRowBlock *row = &function->blocks[site.index];
        return (HtolUserPlace){recorded, row->file, row->line, row->column};
    }
    case HTOL_SITE_DECISION: {
        const HtolRowDecision *row = &function->decisions[site.index];
        return (HtolUserPlace){recorded, row->file, row->line, row->column};
    }
    case HTOL_SITE_ARM: {
        const HtolRowArm *row = &function->arms[site.index];
        return (HtolUserPlace){recorded, row->file, row->line, row->column};
    }
    case HTOL_SITE_CALL: {
        const HtolRowCall *row = &function->calls[site.index];
        return (HtolUserPlace){recorded, row->file, row->line, row->column};
    }
    case HTOL_SITE_PATH: {
        const HtolRowNode *row = &function->nodes[htol_tour_start(function, site.index)];
        return (HtolUserPlace){recorded, row->file, row->line, row->column};
    }
    case HTOL_SITE_OPERATION: {
        const HtolRowOperation *row = &function->operations[site.index];
        return (HtolUserPlace){recorded, row->file, row->line, row->column};
    }
    case HTOL_SITE_CHANGE: {
        const HtolRowChange *row = &function->changes[site.index];
        return (HtolUserPlace){recorded, row->file, row->line, row->column};
    }
    case HTOL_SITE_FLOW: return place_of_use(recorded, site.index);
    case HTOL_SITE_FLOW_PATH: return place_of_use(recorded, function->flow_paths[site.index].flow);
    }
    g_assert_not_reached();
}

static HtolObserved *observed_of(HtolUserSites *sites, const HtolRecorded *recorded)
{
    HtolObserved *observed = g_hash_table_lookup(sites->observed, recorded);
    if (!observed) {
        observed = htol_observed_of(sites->arena, recorded);
        g_hash_table_insert(sites->observed, (gpointer)recorded, observed);
    }
    return observed;
}

GArray *htol_user_sites_of(HtolUserSites *sites, const HtolLabelDecl *label)
{
    g_autoptr(GPtrArray) functions = functions_of(sites, &label->place);
    GArray *found = g_array_new(FALSE, FALSE, sizeof(HtolUserSite));
    for (guint i = 0; i < functions->len; i++) {
        const HtolRecorded *recorded = functions->pdata[i];
        if (htol_site_label_fits(sites->arena, label, recorded->function))
            continue;
        const HtolUserSite site = {site_place(recorded, htol_site_of(&label->place, recorded->function)),
                                   htol_site_relation(sites->arena, label, observed_of(sites, recorded))};
        g_array_append_val(found, site);
    }
    return found;
}

const char *htol_user_sites_why(HtolUserSites *sites, const HtolLabelDecl *label)
{
    g_autoptr(GPtrArray) functions = functions_of(sites, &label->place);
    g_autoptr(GString) place = g_string_new(NULL);
    htol_place_print(&label->place, place);
    if (functions->len == 0)
        return htol_arena_printf(sites->arena, "label %s: %s is in no function", label->name, place->str);
    const HtolRecorded *first = functions->pdata[0];
    return htol_arena_printf(sites->arena, "label %s: %s: %s", label->name, place->str,
                             htol_site_label_fits(sites->arena, label, first->function));
}
