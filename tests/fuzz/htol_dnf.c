/* Fuzz target: the disjunctive normal form of what is well-formed and the hyperlabel itself, both without their guards,
 * are covered by the same sets of members; and what nothing was recorded for is not covered. */
#include "htol/judge/decide.h"
#include "htol/lang/parse.h"
#include "htol/lang/wellformed.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* A label or sequence is taken to be covered or not by its place in the hyperlabel and the seed. */
static gboolean chosen(const HtolHyper *member, guint32 seed)
{
    return (member->steps[0].occurrence.column * 2654435761u ^ seed) >> 31;
}

static gboolean covered(const HtolHyper *hyper, guint32 seed)
{
    switch (hyper->kind) {
    case HTOL_HYPER_AND: return covered(hyper->left, seed) && covered(hyper->right, seed);
    case HTOL_HYPER_OR: return covered(hyper->left, seed) || covered(hyper->right, seed);
    case HTOL_HYPER_GUARD: return covered(hyper->left, seed);
    default: return chosen(hyper, seed);
    }
}

static gboolean dnf_covered(const HtolDnf *dnf, guint32 seed)
{
    for (guint i = 0; i < dnf->n_conjuncts; i++) {
        guint m = 0;
        while (m < dnf->conjuncts[i].n_members && chosen(dnf->conjuncts[i].members[m], seed))
            m++;
        if (m == dnf->conjuncts[i].n_members)
            return TRUE;
    }
    return FALSE;
}

static void try(HtolArena *arena, const HtolHyper *hyper)
{
    HtolDnf dnf;
    HtolVerdict verdict;
    g_autoptr(GHashTable) relations = g_hash_table_new(g_str_hash, g_str_equal);
    if (!htol_dnf(arena, hyper, &dnf, NULL))
        return;
    g_assert(dnf.n_conjuncts > 0 && dnf.n_conjuncts <= HTOL_MOST_CONJUNCTS);
    for (guint32 seed = 0; seed < 8; seed++)
        g_assert(covered(hyper, seed * 0x9e3779b9u) == dnf_covered(&dnf, seed * 0x9e3779b9u));
    g_assert(htol_decide(arena, hyper, relations, &verdict, NULL) && !verdict.covered);
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = {{"a.htol", 1, 1}, (const char *)data, size};
    if (!htol_parse_file(arena, &text, &script, &faults) || !htol_wellformed(&script, &faults))
        return 0;
    for (const HtolHyperDecl *decl = script.hypers; decl; decl = decl->next)
        try(arena, decl->hyper);
    return 0;
}
