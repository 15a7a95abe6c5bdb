/* Joins mutants with what was measured, by the hashes of functions; see mutants.h. */
#include "mutate/mutants.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/files/trials.h"
#include "mutate/infection.h"
#include "mutate/run.h"

typedef struct {
    HtolArena *arena;
    const ReportModel *model, *outside;
    MutateMutants *mutants;
    GHashTable *measured; /* hash of a function: GPtrArray of ReportFunction */
    GHashTable *others;   /* id of a function: ReportFunction of `outside` */
} Join;

/* ---- functions ---- */

static char *name_of(const char *name, const char *path)
{
    return g_strdup_printf("%s (%s)", name, path);
}

static void note_measured(Join *join, const ReportFunction *function)
{
    const char *hash = function->function->row.hash;
    GPtrArray *alike = g_hash_table_lookup(join->measured, hash);
    if (function->skipped)
        return;
    if (!alike)
        g_hash_table_insert(join->measured, (gpointer)hash, alike = g_ptr_array_new());
    g_ptr_array_add(alike, (gpointer)function);
}

static void note_all(Join *join)
{
    for (guint i = 0; i < join->model->n_files; i++)
        for (guint k = 0; k < join->model->files[i]->n_functions; k++)
            note_measured(join, join->model->files[i]->functions[k]);
    for (guint i = 0; join->outside && i < join->outside->n_files; i++)
        for (guint k = 0; k < join->outside->files[i]->n_functions; k++) {
            const ReportFunction *function = join->outside->files[i]->functions[k];
            g_hash_table_insert(join->others, (gpointer)function->id, (gpointer)function);
        }
}

/* ---- mutants ---- */

static const char *path_of(const HtolFunction *function, const HtolRowChange *change, const char *otherwise)
{
    return change->file < function->n_files ? function->files[change->file].path : otherwise;
}

static guint64 rank_of(const MutateMutant *mutant)
{
    guint64 sum =
        htol_sum(HTOL_FNV_BASIS, (const guint8 *)mutant->function->row.hash, strlen(mutant->function->row.hash));
    guint8 digest[] = {(guint8)mutant->digest, (guint8)(mutant->digest >> 8), (guint8)(mutant->digest >> 16),
                       (guint8)(mutant->digest >> 24)};
    return htol_sum(sum, digest, sizeof digest);
}

static void add_mutant(const Join *join, MutateInfection *infection, const MutateStrongFunction *strong,
                       const HtolRowChange *change)
{
    MutateInfected infected = mutate_infection_of(infection, strong->function, change);
    if (infected.is_excluded) {
        join->mutants->n_excluded++;
        return;
    }
    MutateMutant *mutant = htol_arena_new0(join->arena, MutateMutant, 1);
    *mutant = (MutateMutant){.function = strong->function,
                             .change = change,
                             .path = path_of(strong->function, change, strong->path),
                             .digest = htol_change_digest(strong->function, change),
                             .infected = infected.any,
                             .tests = infected.tests};
    mutant->rank = rank_of(mutant);
    mutant->fate = infected.is_equivalent ? MUTATE_EQUIVALENT : infected.any ? MUTATE_OPEN : MUTATE_NOT_INFECTED;
    g_ptr_array_add(join->mutants->mutants, mutant);
}

static void add_function(const Join *join, const GPtrArray *alike, const MutateStrongFunction *strong)
{
    MutateInfection *infection = mutate_infection_new(join->model, join->outside, alike, join->others);
    for (guint32 i = 0; i < strong->function->n_changes; i++) {
        const HtolRowChange *change = &strong->function->changes[i];
        if (change->unwritten > 0)
            join->mutants->n_unwritten++;
        else
            add_mutant(join, infection, strong, change);
    }
    mutate_infection_free(infection);
}

/* Functions of one hash are one. */
static void add_measured(const Join *join, const MutateStrong *strong, const ReportFunction *function)
{
    const char *hash = function->function->row.hash;
    const GPtrArray *alike = g_hash_table_lookup(join->measured, hash);
    const MutateStrongFunction *found = g_hash_table_lookup(strong->functions, hash);
    if (!alike || alike->pdata[0] != function)
        return;
    if (found)
        add_function(join, alike, found);
    else
        join->mutants->n_without++;
}

static void name_unmeasured(const Join *join, const MutateStrong *strong)
{
    GHashTableIter iterator;
    gpointer hash, value;
    g_hash_table_iter_init(&iterator, strong->functions);
    while (g_hash_table_iter_next(&iterator, &hash, &value)) {
        const MutateStrongFunction *function = value;
        g_autofree char *name = name_of(function->function->row.name, function->path);
        if (!g_hash_table_contains(join->measured, hash))
            g_ptr_array_add(join->mutants->unmeasured, htol_arena_strndup(join->arena, name, strlen(name)));
    }
}

static gint compare_names(gconstpointer one, gconstpointer other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

MutateMutants *mutate_mutants_new(HtolArena *arena, const ReportModel *model, const ReportModel *outside,
                                  const MutateStrong *strong)
{
    g_autoptr(GHashTable) measured =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref),
                          others = g_hash_table_new(g_str_hash, g_str_equal);
    MutateMutants *mutants = g_new0(MutateMutants, 1);
    mutants->mutants = g_ptr_array_new();
    mutants->unmeasured = g_ptr_array_new();
    Join join = {arena, model, outside, mutants, measured, others};
    note_all(&join);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            add_measured(&join, strong, model->files[i]->functions[k]);
    name_unmeasured(&join, strong);
    g_ptr_array_sort(mutants->unmeasured, compare_names);
    return mutants;
}

void mutate_mutants_free(MutateMutants *mutants)
{
    g_ptr_array_unref(mutants->mutants);
    g_ptr_array_unref(mutants->unmeasured);
    g_free(mutants);
}
