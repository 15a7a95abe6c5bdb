/* Expands hyperlabels to disjunctive normal form; see dnf.h. */
#include "htol/lang/dnf.h"

G_DEFINE_QUARK(htol - dnf - error - quark, htol_dnf_error)

/* Of a form, or of a part of it. */
typedef struct {
    guint64 conjuncts, parts;
} Size;

typedef struct {
    HtolArena *arena;
    GHashTable *conjuncts; /* how many each AND and OR has, by node */
    GPtrArray *members;    /* of the conjunct that is being made */
    const HtolExpr *guard;
} Expansion;

/* Keeps products of two of them within 64 bits. */
static Size bounded(guint64 conjuncts, guint64 parts)
{
    return (Size){MIN(conjuncts, G_MAXINT32), MIN(parts, G_MAXINT32)};
}

/* Computed before anything is made. No part of a form is larger than the form: each has a conjunct. */
static Size size_of(Expansion *expansion, const HtolHyper *hyper)
{
    if (hyper->kind < HTOL_HYPER_GUARD)
        return (Size){1, 1};
    Size left = size_of(expansion, hyper->left), size;
    if (hyper->kind == HTOL_HYPER_GUARD)
        return bounded(left.conjuncts, left.parts + left.conjuncts);
    Size right = size_of(expansion, hyper->right);
    if (hyper->kind == HTOL_HYPER_OR)
        size = bounded(left.conjuncts + right.conjuncts, left.parts + right.parts);
    else
        size = bounded(left.conjuncts * right.conjuncts, left.parts * right.conjuncts + right.parts * left.conjuncts);
    g_hash_table_insert(expansion->conjuncts, (gpointer)hyper, GSIZE_TO_POINTER(size.conjuncts));
    return size;
}

static guint conjuncts_of(const Expansion *expansion, const HtolHyper *hyper)
{
    while (hyper->kind == HTOL_HYPER_GUARD)
        hyper = hyper->left;
    gpointer count = g_hash_table_lookup(expansion->conjuncts, hyper);
    return count ? GPOINTER_TO_SIZE(count) : 1;
}

/* Adds what the hyperlabel's conjunct of that number has. Those of an OR are its left side's, then its right side's; of
 * an AND, for each of the left side all of the right side. */
static void add_conjunct(Expansion *expansion, const HtolHyper *hyper, guint number)
{
    if (hyper->kind < HTOL_HYPER_GUARD) {
        g_ptr_array_add(expansion->members, (gpointer)hyper);
        return;
    }
    if (hyper->kind == HTOL_HYPER_GUARD) {
        add_conjunct(expansion, hyper->left, number);
        expansion->guard = htol_and(expansion->arena, expansion->guard, hyper->guard);
        return;
    }
    if (hyper->kind == HTOL_HYPER_AND) {
        guint right = conjuncts_of(expansion, hyper->right);
        add_conjunct(expansion, hyper->left, number / right);
        add_conjunct(expansion, hyper->right, number % right);
        return;
    }
    guint left = conjuncts_of(expansion, hyper->left);
    if (number < left)
        add_conjunct(expansion, hyper->left, number);
    else
        add_conjunct(expansion, hyper->right, number - left);
}

static HtolConjunct new_conjunct(Expansion *expansion, const HtolHyper *hyper, guint number)
{
    g_ptr_array_set_size(expansion->members, 0);
    expansion->guard = NULL;
    add_conjunct(expansion, hyper, number);
    guint n = expansion->members->len;
    gpointer members = htol_arena_memdup(expansion->arena, expansion->members->pdata, n * sizeof(gpointer));
    return (HtolConjunct){.members = members, .n_members = n, .guard = expansion->guard};
}

static gboolean is_small(Size size, GError **error)
{
    if (size.conjuncts <= HTOL_MOST_CONJUNCTS && size.parts <= HTOL_MOST_PARTS)
        return TRUE;
    gboolean many = size.conjuncts > HTOL_MOST_CONJUNCTS;
    g_set_error(error, HTOL_DNF_ERROR, 0,
                "the hyperlabel is too large: its disjunctive normal form has more than %d %s",
                many ? HTOL_MOST_CONJUNCTS : HTOL_MOST_PARTS,
                many ? "conjunctions" : "labels, sequences and guards in all conjunctions");
    return FALSE;
}

gboolean htol_dnf(HtolArena *arena, const HtolHyper *hyper, HtolDnf *dnf, GError **error)
{
    g_autoptr(GHashTable) conjuncts = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) members = g_ptr_array_new();
    Expansion expansion = {.arena = arena, .conjuncts = conjuncts, .members = members};
    Size size = size_of(&expansion, hyper);
    if (!is_small(size, error))
        return FALSE;
    dnf->n_conjuncts = size.conjuncts;
    dnf->conjuncts = htol_arena_new0(arena, HtolConjunct, size.conjuncts);
    for (guint i = 0; i < dnf->n_conjuncts; i++)
        dnf->conjuncts[i] = new_conjunct(&expansion, hyper, i);
    return TRUE;
}
