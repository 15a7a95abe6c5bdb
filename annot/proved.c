/* Proofs as bits of operations; see proved.h. Names of objectives become mutants by expansion of their criteria. */
#include "annot/proved.h"

#include <string.h>

#include "htol/expand/expansion.h"
#include "htol/files/data.h"
#include "htol/notes/proof.h"

/* The infeasible proofs of a function. */
typedef struct {
    GHashTable *by_name;      /* HtolProof *, by the objective's name */
    HtolSelection criteria;   /* of which they are */
    const HtolFunction *rows; /* of the function */
    guint32 **mutants;        /* of the function, as in AnnotProved */
} Infeasible;

static gboolean is_of(const char *objective, HtolCriterion criterion)
{
    gsize length = strlen(htol_criteria[criterion].name);
    return strncmp(objective, htol_criteria[criterion].name, length) == 0 && objective[length] == ':';
}

static void select_criterion(HtolSelection *selection, const char *objective)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        selection->wanted[i] |= is_of(objective, i);
}

/* Takes a copy of the proofs, which can be marked. */
static void gather(HtolArena *arena, HtolProved *proved, Infeasible *infeasible)
{
    HtolProof *proofs = htol_arena_memdup(arena, proved->proofs, proved->n_proofs * sizeof *proofs);
    proved->proofs = proofs;
    for (guint32 i = 0; i < proved->n_proofs; i++) {
        if (proofs[i].kind != HTOL_PROOF_INFEASIBLE)
            continue;
        g_hash_table_insert(infeasible->by_name, (gpointer)proofs[i].objective, &proofs[i]);
        select_criterion(&infeasible->criteria, proofs[i].objective);
    }
}

/* Whether the objective asks for one mutant that is computed, and for nothing else. */
static gboolean is_computed(const HtolFunction *rows, const HtolObjective *objective)
{
    return objective->hyper && objective->level && objective->site.kind == HTOL_SITE_OPERATION &&
           rows->operations[objective->site.index].kind == HTOL_OPERATION_COMPUTED;
}

static void take(HtolArena *arena, const Infeasible *infeasible, const HtolObjective *objective)
{
    g_autofree char *name = htol_objective_name(&infeasible->criteria, objective);
    HtolProof *proof = g_hash_table_lookup(infeasible->by_name, name);
    if (!proof || !is_computed(infeasible->rows, objective))
        return;
    if (!*infeasible->mutants)
        *infeasible->mutants = htol_arena_new0(arena, guint32, infeasible->rows->n_operations);
    (*infeasible->mutants)[objective->site.index] |= 1u << objective->mutant;
    htol_proof_mark(arena, proof);
}

static void read_function(HtolArena *arena, const HtolFunction *rows, HtolProved *proved, guint32 **mutants)
{
    guint count;
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    Infeasible infeasible = {.by_name = by_name, .criteria = {.n = 2}, .rows = rows, .mutants = mutants};
    gather(arena, proved, &infeasible);
    g_autoptr(HtolArena) expanded = htol_arena_new();
    const HtolObjective *objectives = htol_expand(expanded, rows, &infeasible.criteria, &count);
    for (guint i = 0; i < count; i++)
        take(arena, &infeasible, &objectives[i]);
}

/* Reads a file of proofs; NULL if there is none that can be read. */
static HtolProved *read_file(HtolArena *arena, const char *dir, const HtolTable *table, guint *n)
{
    g_autofree char *path = htol_data_proofs_path(dir, table->id), *text = NULL;
    *n = 0;
    return g_file_get_contents(path, &text, NULL, NULL) ? htol_proofs_read(arena, text, table->id, n, NULL) : NULL;
}

static const char *text_of(HtolArena *arena, const HtolTable *table, const HtolProved *all, guint n)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_proofs_write(table->id, all, n, text);
    return htol_arena_strndup(arena, text->str, text->len);
}

AnnotProved *annot_proved_read(HtolArena *arena, const HtolTable *table, const char *dir, const char *marks)
{
    guint n, n_marked;
    gboolean any = FALSE;
    HtolProved *all = read_file(arena, dir, table, &n);
    guint32 **mutants = htol_arena_new0(arena, guint32 *, MAX(table->n_functions, 1));
    for (guint i = 0; i < n; i++)
        if (all[i].function < table->n_functions)
            read_function(arena, &table->functions[all[i].function], &all[i], &mutants[all[i].function]);
    for (guint i = 0; i < table->n_functions; i++)
        any |= mutants[i] != NULL;
    if (!any)
        return NULL;
    const HtolProved *marked = read_file(arena, marks, table, &n_marked);
    htol_proofs_mark(arena, all, n, marked, n_marked);
    AnnotProved proved = {mutants, text_of(arena, table, all, n)};
    return htol_arena_memdup(arena, &proved, sizeof proved);
}
