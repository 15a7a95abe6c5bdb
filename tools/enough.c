/* Chooses tests greedily, and drops in reverse order; see enough.h. */
#include "tools/enough.h"

static gboolean is_killed(const GArray *failed, const guint8 *needed)
{
    for (guint i = 0; i < failed->len; i++)
        if (needed[g_array_index(failed, guint, i)])
            return TRUE;
    return FALSE;
}

/* By test, with how many mutants it fails that no needed one fails with. To be freed. */
static guint *count_new(const GPtrArray *failed, const guint8 *needed, guint n)
{
    guint *counts = g_new0(guint, n + 1);
    for (guint i = 0; i < failed->len; i++) {
        const GArray *of_mutant = failed->pdata[i];
        guint len = is_killed(of_mutant, needed) ? 0 : of_mutant->len;
        for (guint k = 0; k < len; k++)
            counts[g_array_index(of_mutant, guint, k)]++;
    }
    return counts;
}

/* The first of the tests that kill most; n: none kills more. */
static guint best_of(const GPtrArray *failed, const guint8 *needed, guint n)
{
    g_autofree guint *counts = count_new(failed, needed, n);
    guint best = n, most = 0;
    for (guint i = 0; i < n; i++) {
        best = counts[i] > most ? i : best;
        most = MAX(counts[i], most);
    }
    return best;
}

static guint drop_needless(const GPtrArray *failed, const GArray *chosen, guint8 *needed, guint n)
{
    guint dropped = 0;
    for (guint i = chosen->len; i-- > 0;) {
        guint test = g_array_index(chosen, guint, i);
        needed[test] = 0;
        g_autofree guint *counts = count_new(failed, needed, n);
        needed[test] = counts[test] > 0;
        dropped += !needed[test];
    }
    return dropped;
}

guint enough_choose(const GPtrArray *failed, guint8 *needed, guint n)
{
    g_autoptr(GArray) chosen = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint best = best_of(failed, needed, n); best < n; best = best_of(failed, needed, n)) {
        needed[best] = 1;
        g_array_append_val(chosen, best);
    }
    return drop_needless(failed, chosen, needed, n);
}
