/* Counts mutants; see tally.h. */
#include "mutate/tally.h"

#include <string.h>

static void count_mutant(MutateTally *tally, const MutateMutant *mutant)
{
    tally->mutants++;
    tally->fates[mutant->fate]++;
    if (mutant->fate == MUTATE_NOTICED)
        tally->ends[mutant->end]++;
}

static MutateTally *row_of(GArray *rows, const char *name)
{
    guint i = 0;
    while (i < rows->len && strcmp(g_array_index(rows, MutateTally, i).name, name) != 0)
        i++;
    if (i == rows->len)
        g_array_append_val(rows, ((MutateTally){.name = name}));
    return &g_array_index(rows, MutateTally, i);
}

GArray *mutate_tally(const GPtrArray *mutants)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(MutateTally));
    MutateTally all = {.name = "all"};
    for (guint i = 0; i < mutants->len; i++) {
        const MutateMutant *mutant = mutants->pdata[i];
        count_mutant(row_of(rows, mutant->change->criterion), mutant);
        count_mutant(&all, mutant);
    }
    g_array_append_val(rows, all);
    return rows;
}

guint mutate_tally_wanted(const MutateTally *tally)
{
    return tally->mutants - tally->fates[MUTATE_EQUIVALENT];
}
