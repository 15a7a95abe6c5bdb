/* Chooses mutants by their ranks; see choice.h. */
#include "mutate/choice.h"

#include <math.h>
#include <string.h>

#include "report/merge/mutants.h"

static void remove_if(GPtrArray *mutants, gboolean (*is_unwanted)(const MutateMutant *mutant, gconstpointer data),
                      gconstpointer data)
{
    guint kept = 0;
    for (guint i = 0; i < mutants->len; i++)
        if (!is_unwanted(mutants->pdata[i], data))
            mutants->pdata[kept++] = mutants->pdata[i];
    g_ptr_array_set_size(mutants, (gint)kept);
}

static gboolean is_in_other_shard(const MutateMutant *mutant, gconstpointer data)
{
    HtolPart shard = ((const MutateChoice *)data)->shard;
    return shard.parts > 0 && report_mutant_part(mutant->part, shard.parts) != shard.part;
}

static gboolean is_unchanged(const MutateMutant *mutant, gconstpointer data)
{
    return !report_diff_has(data, mutant->path, mutant->change->line, mutant->change->end_line);
}

/* ---- one a line ---- */

/* A mutant that tests may notice tells more than one that they cannot. */
static gboolean is_better(const MutateMutant *mutant, const MutateMutant *other)
{
    if ((mutant->fate == MUTATE_EQUIVALENT) != (other->fate == MUTATE_EQUIVALENT))
        return other->fate == MUTATE_EQUIVALENT;
    if (mutant->infected != other->infected)
        return mutant->infected;
    return htol_part_mix(mutant->rank, 0) < htol_part_mix(other->rank, 0);
}

static gboolean is_not_best(const MutateMutant *mutant, gconstpointer data)
{
    g_autofree char *line = g_strdup_printf("%u:%s", mutant->change->line, mutant->path);
    return g_hash_table_lookup((GHashTable *)data, line) != mutant;
}

static void keep_one_a_line(GPtrArray *mutants)
{
    g_autoptr(GHashTable) best = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < mutants->len; i++) {
        MutateMutant *mutant = mutants->pdata[i];
        char *line = g_strdup_printf("%u:%s", mutant->change->line, mutant->path);
        const MutateMutant *other = g_hash_table_lookup(best, line);
        if (!other || is_better(mutant, other))
            g_hash_table_insert(best, line, mutant);
        else
            g_free(line);
    }
    remove_if(mutants, is_not_best, best);
}

/* ---- samples ---- */

static gint compare_values(gconstpointer one, gconstpointer other)
{
    guint64 first = *(const guint64 *)one, second = *(const guint64 *)other;
    return first < second ? -1 : first > second;
}

typedef struct {
    guint64 seed, most;
} Sample;

static gboolean is_not_sampled(const MutateMutant *mutant, gconstpointer data)
{
    const Sample *sample = data;
    return mutant->fate == MUTATE_EQUIVALENT || htol_part_mix(mutant->rank, sample->seed) > sample->most;
}

static void keep_sample(GPtrArray *mutants, guint n, guint64 seed)
{
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(guint64));
    for (guint i = 0; i < mutants->len; i++) {
        const MutateMutant *mutant = mutants->pdata[i];
        guint64 value = htol_part_mix(mutant->rank, seed);
        if (mutant->fate != MUTATE_EQUIVALENT)
            g_array_append_val(values, value);
    }
    g_array_sort(values, compare_values);
    const Sample sample = {seed, values->len > n ? g_array_index(values, guint64, n - 1) : G_MAXUINT64};
    remove_if(mutants, is_not_sampled, &sample);
}

static guint count_wanted(const GPtrArray *mutants)
{
    guint count = 0;
    for (guint i = 0; i < mutants->len; i++)
        count += ((const MutateMutant *)mutants->pdata[i])->fate != MUTATE_EQUIVALENT;
    return count;
}

guint mutate_choose(GPtrArray *mutants, const MutateChoice *choice)
{
    if (choice->diff)
        remove_if(mutants, is_unchanged, choice->diff);
    if (choice->one_a_line)
        keep_one_a_line(mutants);
    guint of = count_wanted(mutants);
    if (choice->sample > 0)
        keep_sample(mutants, choice->sample, choice->seed);
    remove_if(mutants, is_in_other_shard, choice);
    return of;
}

/* ---- intervals ---- */

/* Sets bounds of a share, of which `share` was seen of n out of all that there are. */
static void wilson(double share, double n, double all, double *least, double *most)
{
    const double z = 1.959964;
    double weight = n < all ? n * (all - 1) / (all - n) : INFINITY; /* how many of endlessly many would say as much */
    double square = z * z / weight, middle = (share + square / 2) / (1 + square),
           half = z * sqrt(share * (1 - share) / weight + square / (4 * weight)) / (1 + square);
    *least = MAX(middle - half, 0);
    *most = MIN(middle + half, 1);
}

void mutate_interval(const MutateSeen *seen, double *least, double *most)
{
    double n = seen->n, unused;
    *least = 0;
    *most = 1;
    if (seen->n == 0)
        return;
    wilson(seen->found / n, n, seen->of, least, &unused);
    wilson((seen->found + seen->not_known) / n, n, seen->of, &unused, most);
}
