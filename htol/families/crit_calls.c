/* The criterion over calls: FCC. A pair of caller and callee is covered at whichever call of the caller it is
 * seen; what was called through a pointer, and no text of the caller says, is no objective. */
#include "htol/expand/expand.h"

/* A callee of the function, while its calls are gathered. */
typedef struct {
    const char *name;
    guint32 first;  /* the first call that may call it */
    GArray *labels; /* const HtolHyper *: a label for each such call that is recorded */
    guint unrecorded;
    gboolean by_name;
} Pair;

typedef struct {
    HtolExpansion *expansion;
    GPtrArray *pairs;  /* Pair, in the order of their first calls */
    GHashTable *named; /* name: its Pair */
} Gathering;

static void free_pair(gpointer pair)
{
    g_array_unref(((Pair *)pair)->labels);
}

static Pair *pair_of(Gathering *gathering, const char *name, guint32 call)
{
    Pair *pair = g_hash_table_lookup(gathering->named, name);
    if (pair)
        return pair;
    pair = htol_arena_new0(gathering->expansion->arena, Pair, 1);
    *pair = (Pair){.name = name, .first = call, .labels = g_array_new(FALSE, FALSE, sizeof(HtolHyper *))};
    g_ptr_array_add(gathering->pairs, pair);
    g_hash_table_insert(gathering->named, (gpointer)name, pair);
    return pair;
}

/* Adds a call of the function `name`. `callee`: which callee of a call through a pointer, from 1; 0: a direct call. */
static void add_call(Gathering *gathering, const char *name, guint32 call, guint32 callee)
{
    HtolArena *arena = gathering->expansion->arena;
    const HtolRowCall *row = &gathering->expansion->function->calls[call];
    Pair *pair = pair_of(gathering, name, call);
    if (row->terms == 0 && row->source == 0) {
        pair->unrecorded++;
        return;
    }
    HtolSite site = {HTOL_SITE_CALL, call};
    pair->by_name |= callee > 0;
    const HtolHyper *label = htol_label(arena, site, callee > 0 ? htol_variable(arena, callee) : NULL);
    g_array_append_val(pair->labels, label);
}

static void add_pair(HtolExpansion *expansion, const Pair *pair)
{
    const HtolRowCall *row = &expansion->function->calls[pair->first];
    HtolObjective objective = {.site = {HTOL_SITE_CALL, pair->first},
                               .value = -1,
                               .file = row->file,
                               .line = row->line,
                               .column = row->column,
                               .text = pair->name,
                               .by_name = pair->by_name,
                               .id = pair->name};
    const HtolHyper *const *labels = (const HtolHyper *const *)(const void *)pair->labels->data;
    if (pair->labels->len > 0)
        objective.hyper = htol_combined(expansion->arena, labels, pair->labels->len, htol_disjunction);
    else
        objective.unmeasured = "nothing may be inserted where it is called";
    if (pair->labels->len > 0 && pair->unrecorded > 0)
        objective.open = "nothing may be inserted at some of its calls";
    htol_expand_add(expansion, objective);
}

void htol_crit_fcc(HtolExpansion *expansion)
{
    const HtolFunction *function = expansion->function;
    g_autoptr(GPtrArray) pairs = g_ptr_array_new_with_free_func(free_pair);
    g_autoptr(GHashTable) named = g_hash_table_new(g_str_hash, g_str_equal);
    Gathering gathering = {expansion, pairs, named};
    for (guint32 i = 0; i < function->n_calls; i++) {
        const HtolRowCall *row = &function->calls[i];
        if (*row->callee)
            add_call(&gathering, row->callee, i, 0);
        for (guint32 k = 0; k < row->callees; k++)
            add_call(&gathering, function->callees[row->first_callee + k].name, i, 1 + k);
    }
    for (guint i = 0; i < pairs->len; i++)
        add_pair(expansion, pairs->pdata[i]);
}
