/* Looks up trials by mutant and test; see known.h. */
#include "mutate/known.h"

struct MutateKnown {
    HtolArena *arena;
    GHashTable *trials; /* HtolTrial, which are their own keys */
};

static guint hash_trial(gconstpointer data)
{
    const HtolTrial *trial = data;
    return g_str_hash(trial->function) ^ trial->digest ^ g_str_hash(trial->test) * 31;
}

static gboolean is_same(gconstpointer one, gconstpointer other)
{
    const HtolTrial *first = one, *second = other;
    return first->digest == second->digest && g_str_equal(first->function, second->function) &&
           g_str_equal(first->test, second->test);
}

MutateKnown *mutate_known_read(const char *path, guint *damaged)
{
    MutateKnown *known = g_new0(MutateKnown, 1);
    g_autofree char *text = NULL;
    guint n = 0;
    known->arena = htol_arena_new();
    known->trials = g_hash_table_new(hash_trial, is_same);
    *damaged = 0;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return known;
    HtolTrial *trials = htol_trials_read(known->arena, text, &n, damaged);
    for (guint i = 0; i < n; i++)
        g_hash_table_replace(known->trials, &trials[i], &trials[i]);
    return known;
}

void mutate_known_free(MutateKnown *known)
{
    g_hash_table_unref(known->trials);
    htol_arena_free(known->arena);
    g_free(known);
}

const HtolTrial *mutate_known_find(const MutateKnown *known, const MutateMutant *mutant, const MutateTest *test)
{
    const HtolTrial wanted = {
        .function = mutant->function->row.hash, .digest = mutant->digest, .test = test->test->name};
    const HtolTrial *trial = g_hash_table_lookup(known->trials, &wanted);
    return trial && trial->stamp == test->stamp && trial->end != HTOL_TRIAL_ABSENT ? trial : NULL;
}

gboolean mutate_known_is_spared(const MutateKnown *known, const HtolTrial *trial)
{
    const HtolTrial *found = g_hash_table_lookup(known->trials, trial);
    return found && found->end == HTOL_TRIAL_SPARED;
}
