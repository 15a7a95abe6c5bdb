/* Takes mutants from a model, which has joined them with what was measured; see mutants.h. */
#include "mutate/mutants.h"

#include <string.h>

#include "htol/base/sorted.h"
#include "htol/notes/trials.h"
#include "mutate/run.h"
#include "report/judge/objectives.h"
#include "report/merge/mutants.h"

typedef struct {
    HtolArena *arena;
    const ReportModel *model;
    const MutateStrong *strong;
    MutateMutants *mutants;
    GHashTable *measured; /* hashes of functions */
} Join;

static char *name_of(const char *name, const char *path)
{
    return g_strdup_printf("%s (%s)", name, path);
}

/* ---- mutants ---- */

static const char *path_of(const HtolFunction *function, const HtolRowChange *change, const char *otherwise)
{
    return change->file < function->n_files ? function->files[change->file].path : otherwise;
}

/* Adds the number behind that of the last test, if what ran outside of tests may notice the mutant. */
static HtolTestSet infected_tests(const Join *join, const ReportInfected *infected)
{
    HtolTestSets *sets = join->model->tests;
    if (!sets || !infected->outside)
        return infected->tests;
    HtolTestSet nobody = htol_test_set_of(sets, htol_test_sets_tests(sets) - 1);
    return htol_test_set_either(sets, infected->tests, nobody);
}

static MutateFate fate_of(const ReportObjective *objective, gboolean infected)
{
    if (objective->proof && objective->proof->kind == HTOL_PROOF_INFEASIBLE && objective->status != REPORT_COVERED)
        return MUTATE_EQUIVALENT;
    return infected ? MUTATE_OPEN : MUTATE_NOT_INFECTED;
}

static void add_mutant(const Join *join, const ReportObjective *objective, const ReportMutant *known)
{
    HtolTestSet tests = infected_tests(join, &known->infected);
    MutateMutant *mutant = htol_arena_new0(join->arena, MutateMutant, 1);
    *mutant = (MutateMutant){.function = known->function,
                             .change = known->change,
                             .path = path_of(known->function, known->change, ""),
                             .digest = known->digest,
                             .infected = known->infected.outside || tests != HTOL_NO_TESTS,
                             .tests = tests};
    mutant->rank = report_mutant_rank(known);
    mutant->part = report_mutant_rank(known->first);
    mutant->first = known->first->change;
    mutant->fate = fate_of(objective, mutant->infected);
    g_ptr_array_add(join->mutants->mutants, mutant);
}

static void add_objective(const Join *join, const ReportFunction *function, const ReportObjective *objective)
{
    const ReportMutant *known = report_mutant_of(function, objective->objective);
    if (!known)
        return;
    if (known->state == REPORT_MUTANT_UNWRITTEN)
        join->mutants->n_unwritten++;
    else if (objective->status == REPORT_EXCLUDED)
        join->mutants->n_excluded++;
    else
        add_mutant(join, objective, known);
}

/* Functions of one hash are one: the model gives each the tests of all. */
static void add_function(const Join *join, const ReportFunction *function)
{
    const char *hash = function->function->row.hash;
    if (function->skipped || !g_hash_table_add(join->measured, (gpointer)hash))
        return;
    if (!g_hash_table_contains(join->strong->functions, hash))
        join->mutants->n_without++;
    g_autoptr(ReportObjectives) objectives = report_objectives(join->model, function);
    for (guint i = 0; i < objectives->n; i++)
        add_objective(join, function, &objectives->list[i]);
}

static void name_unmeasured(const Join *join)
{
    GHashTableIter iterator;
    gpointer hash, value;
    g_hash_table_iter_init(&iterator, join->strong->functions);
    while (g_hash_table_iter_next(&iterator, &hash, &value)) {
        const MutateStrongFunction *function = value;
        g_autofree char *name = name_of(function->function->row.name, function->path);
        if (!g_hash_table_contains(join->measured, hash))
            g_ptr_array_add(join->mutants->unmeasured, htol_arena_strndup(join->arena, name, strlen(name)));
    }
}

MutateMutants *mutate_mutants_new(HtolArena *arena, const ReportModel *model, const MutateStrong *strong)
{
    g_autoptr(GHashTable) measured = g_hash_table_new(g_str_hash, g_str_equal);
    MutateMutants *mutants = g_new0(MutateMutants, 1);
    mutants->mutants = g_ptr_array_new();
    mutants->unmeasured = g_ptr_array_new();
    Join join = {arena, model, strong, mutants, measured};
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            add_function(&join, model->files[i]->functions[k]);
    name_unmeasured(&join);
    g_ptr_array_sort(mutants->unmeasured, htol_compare_texts);
    return mutants;
}

void mutate_mutants_free(MutateMutants *mutants)
{
    g_ptr_array_unref(mutants->mutants);
    g_ptr_array_unref(mutants->unmeasured);
    g_free(mutants);
}
