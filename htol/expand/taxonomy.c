/* Walks hyperlabels for the operators that they need; see taxonomy.h. It decides none of them. */
#include "htol/expand/taxonomy.h"

#include "htol/expand/expansion.h"

#include "htol/lang/script.h"

/* Of a sequence from a definition to a use. That both are of the same element of an array, its index says: it
 * is bound at the definition and compared at the use. */
static guint32 needs_of_flow(const HtolFunction *function, const HtolRowFlow *flow)
{
    guint32 variable = function->uses[flow->use].variable;
    gboolean cells = function->variables[variable].shape == HTOL_SHAPE_CELLS;
    return HTOL_NEEDS_SEQUENCE | (cells ? HTOL_NEEDS_GUARD | HTOL_NEEDS_BINDINGS : 0);
}

/* What one label at the site stands for in meaning. */
static guint32 needs_of_site(const HtolFunction *function, HtolSite site)
{
    switch (site.kind) {
    case HTOL_SITE_BLOCK:
    case HTOL_SITE_DECISION:
    case HTOL_SITE_ARM:
    case HTOL_SITE_CALL:
    case HTOL_SITE_CHANGE:
    case HTOL_SITE_OPERATION: return 0;
    case HTOL_SITE_PATH: return HTOL_NEEDS_SEQUENCE;
    case HTOL_SITE_FLOW: return needs_of_flow(function, &function->flows[site.index]);
    case HTOL_SITE_FLOW_PATH: return needs_of_flow(function, &function->flows[function->flow_paths[site.index].flow]);
    }
    g_assert_not_reached();
}

static guint32 needs_of_steps(const HtolHyper *hyper)
{
    guint32 needs = hyper->n_steps > 1 ? HTOL_NEEDS_SEQUENCE : 0;
    for (guint32 i = 0; i < hyper->n_steps; i++) {
        const HtolLabelDecl *label = hyper->steps[i].occurrence.label;
        needs |= label && label->n_bindings > 0 ? HTOL_NEEDS_BINDINGS : 0;
    }
    return needs;
}

guint32 htol_hyper_needs(const HtolFunction *function, const HtolHyper *hyper)
{
    guint32 needs = 0;
    switch (hyper->kind) {
    case HTOL_HYPER_LABEL:
        needs = hyper->n_bindings > 0 ? HTOL_NEEDS_BINDINGS : 0;
        return needs | needs_of_site(function, hyper->site);
    case HTOL_HYPER_OCCURRENCE:
    case HTOL_HYPER_SEQUENCE: return needs_of_steps(hyper);
    case HTOL_HYPER_GUARD: return HTOL_NEEDS_GUARD | htol_hyper_needs(function, hyper->left);
    case HTOL_HYPER_AND: needs = HTOL_NEEDS_CONJUNCTION; break;
    case HTOL_HYPER_OR: needs = hyper->one_event ? 0 : HTOL_NEEDS_DISJUNCTION; break;
    }
    return needs | htol_hyper_needs(function, hyper->left) | htol_hyper_needs(function, hyper->right);
}

static void add_function(const HtolFunction *function, HtolTaxonomy *taxonomy)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolSelection selection = {.n = 2};
    guint count;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        selection.wanted[i] = i != HTOL_CRIT_user;
    const HtolObjective *objectives = htol_expand(arena, function, &selection, &count);
    for (guint i = 0; i < count; i++) {
        if (!objectives[i].hyper)
            continue;
        taxonomy->known[objectives[i].criterion] = TRUE;
        taxonomy->needs[objectives[i].criterion] |= htol_hyper_needs(function, objectives[i].hyper);
    }
}

void htol_taxonomy_add(const HtolTable *table, HtolTaxonomy *taxonomy)
{
    for (guint32 i = 0; i < table->n_functions; i++)
        add_function(&table->functions[i], taxonomy);
}

/* ---- words ---- */

static const struct {
    HtolNeeds need;
    const char *name, *edge; /* of the cube; NULL: none */
} rows[] = {
    {HTOL_NEEDS_SEQUENCE, "sequence", "whole paths"},
    {HTOL_NEEDS_CONJUNCTION, "conjunction", "several runs"},
    {HTOL_NEEDS_DISJUNCTION, "disjunction", "choices"},
    {HTOL_NEEDS_GUARD, "guard", NULL},
    {HTOL_NEEDS_BINDINGS, "bindings", NULL},
};

static void add_word(GString *text, const char *word)
{
    g_string_append_printf(text, "%s%s", text->len ? ", " : "", word);
}

char *htol_needs_text(guint32 needs)
{
    g_autoptr(GString) names = g_string_new(NULL), edges = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!(needs & rows[i].need))
            continue;
        add_word(names, rows[i].name);
        if (rows[i].edge)
            add_word(edges, rows[i].edge);
    }
    if (edges->len)
        g_string_append_printf(names, " (%s)", edges->str);
    return needs ? g_string_free(g_steal_pointer(&names), FALSE) : g_strdup("labels alone");
}
