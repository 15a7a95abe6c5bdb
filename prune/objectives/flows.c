/* Chooses the variables that are followed, and says when a use reads a definition; see flows.h. */
#include "prune/objectives/flows.h"

#include "prune/facts/effects.h"

enum { NUMBER_BYTES = 4 };

typedef struct {
    HtolArena *arena;
    const AnnotFlows *flows;
    PruneFlows *found;
} Finder;

/* ---- which variables ---- */

/* Whether it is known when the access happens, relative to other operands. */
static gboolean is_plain(const AnnotFlows *flows, guint32 access)
{
    if (access == ANNOT_NO_ACCESS)
        return TRUE;
    const AnnotAccess *at = annot_defuse_access(flows->defuse, access);
    return at->expr && !at->loose && !at->tangled;
}

static gboolean are_plain(const AnnotFlows *flows, guint32 variable)
{
    for (guint i = 0; i < flows->definitions->len; i++) {
        const AnnotDefinition *definition = &g_array_index(flows->definitions, AnnotDefinition, i);
        if (definition->variable == variable && (definition->part || !is_plain(flows, definition->access)))
            return FALSE;
    }
    for (guint i = 0; i < flows->uses->len; i++) {
        const AnnotUse *use = &g_array_index(flows->uses, AnnotUse, i);
        if (use->variable == variable && !is_plain(flows, use->access))
            return FALSE;
    }
    return TRUE;
}

static gboolean is_followed(const Finder *finder, guint32 index, GHashTable *private)
{
    const AnnotFlowVariable *variable = &g_array_index(finder->flows->variables, AnnotFlowVariable, index);
    const AnnotObject *object = &variable->object;
    return variable->shape == HTOL_SHAPE_SCALAR && !variable->unmeasured && !variable->piled && !variable->aliased &&
           object->n_members == 0 && !object->part && g_hash_table_contains(private, object->decl) &&
           annot_kind_is_scalar(object->decl->type->kind) && are_plain(finder->flows, index);
}

static PruneShadow *shadow_new(const Finder *finder, const AnnotDecl *variable)
{
    static const AnnotType number = {.kind = ANNOT_TYPE_INTEGER, .size = NUMBER_BYTES};
    PruneShadow *shadow = htol_arena_new0(finder->arena, PruneShadow, 1);
    shadow->decl = (AnnotDecl){.kind = ANNOT_DECL_VARIABLE, .name = "", .at = ANNOT_NO_OFFSET, .type = &number};
    g_hash_table_insert(finder->found->shadows, (gpointer)variable, shadow);
    return shadow;
}

/* ---- what is done to them ---- */

static PruneTracked *track_access(const Finder *finder, PruneShadow *shadow, guint32 access)
{
    const AnnotExpr *expr = annot_defuse_access(finder->flows->defuse, access)->expr;
    GPtrArray *all = g_hash_table_lookup(finder->found->accesses, expr);
    if (!all) {
        all = g_ptr_array_new();
        g_hash_table_insert(finder->found->accesses, (gpointer)expr, all);
    }
    PruneTracked *tracked = htol_arena_new0(finder->arena, PruneTracked, 1);
    tracked->shadow = shadow;
    g_ptr_array_add(all, tracked);
    return tracked;
}

/* Tracks the uses of a variable. They come before definitions: a step reads what was there before. */
static void track_uses(const Finder *finder, guint32 variable, PruneShadow *shadow)
{
    for (guint i = 0; i < finder->flows->uses->len; i++) {
        const AnnotUse *use = &g_array_index(finder->flows->uses, AnnotUse, i);
        if (use->variable == variable)
            finder->found->uses[i] = track_access(finder, shadow, use->access);
    }
}

static void track_definitions(const Finder *finder, guint32 variable, PruneShadow *shadow)
{
    for (guint i = 0; i < finder->flows->definitions->len; i++) {
        const AnnotDefinition *definition = &g_array_index(finder->flows->definitions, AnnotDefinition, i);
        if (definition->variable != variable)
            continue;
        if (definition->access == ANNOT_NO_ACCESS) {
            shadow->first = definition->number;
            continue;
        }
        PruneTracked *tracked = track_access(finder, shadow, definition->access);
        tracked->number = definition->number;
        finder->found->definitions[i] = tracked;
    }
}

PruneFlows prune_flows_new(HtolArena *arena, const AnnotFunction *function, const AnnotFlows *flows)
{
    PruneFlows found = {.accesses = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref),
                        .shadows = g_hash_table_new(NULL, NULL)};
    if (!flows)
        return found;
    Finder finder = {arena, flows, &found};
    g_autoptr(GHashTable) private = prune_private_variables(function);
    found.definitions = htol_arena_new0(arena, PruneTracked *, MAX(flows->definitions->len, 1));
    found.uses = htol_arena_new0(arena, PruneTracked *, MAX(flows->uses->len, 1));
    for (guint32 i = 0; i < flows->variables->len; i++) {
        const AnnotDecl *decl = g_array_index(flows->variables, AnnotFlowVariable, i).object.decl;
        if (!is_followed(&finder, i, private) || g_hash_table_contains(found.shadows, decl))
            continue;
        PruneShadow *shadow = shadow_new(&finder, decl);
        track_uses(&finder, i, shadow);
        track_definitions(&finder, i, shadow);
    }
    return found;
}

void prune_flows_clear(PruneFlows *flows)
{
    g_hash_table_unref(flows->accesses);
    g_hash_table_unref(flows->shadows);
}

/* ---- after the pass ---- */

/* Marks shadows as lost if the pass did not meet one of their definitions exactly once: it might write at other
 * moments. */
static void distrust(const PruneFlows *found, const AnnotFlows *flows)
{
    for (guint i = 0; i < flows->definitions->len; i++)
        if (found->definitions[i] && found->definitions[i]->visits != 1)
            found->definitions[i]->shadow->is_lost = TRUE;
}

static PruneTerm read_by(PruneLogic *logic, const PruneTracked *use, guint32 number)
{
    if (!use->last)
        return NULL;
    return prune_and(logic, use->guard, prune_equal(logic, use->last, prune_number(logic, number, 8 * NUMBER_BYTES)));
}

void prune_flows_find(PruneLogic *logic, const PruneFlows *found, const AnnotFlows *flows, PruneTerm *slots)
{
    if (!flows)
        return;
    distrust(found, flows);
    for (guint i = 0; i < flows->flows->len; i++) {
        const HtolRowFlow *flow = &g_array_index(flows->flows, HtolRowFlow, i);
        const AnnotUse *use = &g_array_index(flows->uses, AnnotUse, flow->use);
        const PruneTracked *tracked = found->uses[flow->use];
        if (!tracked || tracked->visits != 1 || tracked->shadow->is_lost || use->leader != flow->use)
            continue;
        guint32 number = 0;
        if (flow->definition > 0)
            number = g_array_index(flows->definitions, AnnotDefinition, flow->definition - 1).number;
        slots[flow->slot] = use->fixed ? tracked->guard : read_by(logic, tracked, number);
    }
}
