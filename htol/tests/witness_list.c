/* Lists the first witnesses out of the sets of tests that cover an objective; see witness.h. It asks nobody.
 */
#include "htol/tests/witness.h"

#include <stdlib.h>
#include <string.h>

HtolTestSet htol_witnesses_together(HtolTestSets *sets, const HtolWitnesses *witnesses)
{
    HtolTestSet some = HTOL_NO_TESTS;
    for (guint i = 0; i < witnesses->n_together; i++)
        for (guint k = 0; k < witnesses->together[i].n; k++)
            some = htol_test_set_either(sets, some, witnesses->together[i].sets[k]);
    return some;
}

/* While the witnesses of one size are listed. */
typedef struct {
    HtolArena *arena;
    const HtolTestSets *sets;
    const HtolWitnesses *witnesses;
    guint size, most, tried;
    GArray *found;  /* HtolWitness */
    guint32 *tests; /* that are chosen, `size` at most */
} Lister;

static HtolWitness keep_tests(HtolArena *arena, const guint32 *tests, guint n)
{
    return (HtolWitness){n, htol_arena_memdup(arena, tests, n * sizeof *tests)};
}

/* Several tests
 * -----------------------------------------------------------------------------------------------------------
 */

/* Whether each of the sets has one of the tests; but for the test at `left_out`. */
static gboolean meets_all(const Lister *lister, const HtolTogether *together, guint left_out)
{
    for (guint i = 0; i < together->n; i++) {
        guint k = 0;
        while (k < lister->size &&
               (k == left_out || !htol_test_set_has(lister->sets, together->sets[i], lister->tests[k])))
            k++;
        if (k == lister->size)
            return FALSE;
    }
    return TRUE;
}

static gboolean do_fewer(const Lister *lister)
{
    for (guint left_out = 0; left_out < lister->size; left_out++)
        for (guint i = 0; i < lister->witnesses->n_together; i++)
            if (meets_all(lister, &lister->witnesses->together[i], left_out))
                return TRUE;
    return FALSE;
}

/* The first test, from that one on, of the sets that have none yet. */
static guint32 next_test(const Lister *lister, const HtolTogether *open, guint32 from)
{
    guint32 next = HTOL_NO_TEST;
    for (guint i = 0; i < open->n; i++)
        next = MIN(next, htol_test_set_next(lister->sets, open->sets[i], from));
    return next;
}

/* The sets that the test is not in; in `sets`, which has room. */
static HtolTogether still_open(const Lister *lister, const HtolTogether *open, guint32 test, HtolTestSet *sets)
{
    HtolTogether left = {0, sets};
    for (guint i = 0; i < open->n; i++)
        if (!htol_test_set_has(lister->sets, open->sets[i], test))
            sets[left.n++] = open->sets[i];
    return left;
}

/* Lists those that add tests from `from` on to the `depth` that are chosen. Of a witness each test is in a
 * set that the others are not in. */
static void list_from(Lister *lister, const HtolTogether *open, guint depth, guint32 from)
{
    if (depth == lister->size) {
        if (open->n == 0 && !do_fewer(lister)) {
            const HtolWitness witness = keep_tests(lister->arena, lister->tests, lister->size);
            g_array_append_val(lister->found, witness);
            lister->most--;
        }
        return;
    }
    g_autofree HtolTestSet *sets = g_new(HtolTestSet, MAX(open->n, 1));
    guint32 test = next_test(lister, open, from);
    for (; test != HTOL_NO_TEST && lister->most > 0; test = next_test(lister, open, test + 1)) {
        if (lister->tried++ >= HTOL_MOST_TRIED)
            return;
        HtolTogether left = still_open(lister, open, test, sets);
        lister->tests[depth] = test;
        list_from(lister, &left, depth + 1, test + 1);
    }
}

static int compare_witnesses(const void *left, const void *right)
{
    const HtolWitness *one = left, *other = right;
    for (guint i = 0; i < one->n; i++)
        if (one->tests[i] != other->tests[i])
            return one->tests[i] < other->tests[i] ? -1 : 1;
    return 0;
}

/* Those of one size: the first of each choice are among the first of all. */
static void list_size(Lister *lister, GArray *all, guint most)
{
    for (guint i = 0; i < lister->witnesses->n_together; i++) {
        lister->most = most;
        if (lister->witnesses->together[i].n >= lister->size)
            list_from(lister, &lister->witnesses->together[i], 0, 0);
    }
    g_array_sort(lister->found, compare_witnesses);
    for (guint i = 0, taken = 0; i < lister->found->len && taken < most; i++) {
        const HtolWitness *witness = &g_array_index(lister->found, HtolWitness, i);
        if (i > 0 && compare_witnesses(witness - 1, witness) == 0)
            continue;
        g_array_append_val(all, *witness);
        taken++;
    }
    g_array_set_size(lister->found, 0);
}

/* All
 * -----------------------------------------------------------------------------------------------------------
 */

static void list_alone(HtolArena *arena, const HtolTestSets *sets, HtolTestSet alone, GArray *all, guint most)
{
    guint32 test = htol_test_set_next(sets, alone, 0);
    for (; test != HTOL_NO_TEST && all->len < most; test = htol_test_set_next(sets, alone, test + 1)) {
        const HtolWitness witness = keep_tests(arena, &test, 1);
        g_array_append_val(all, witness);
    }
}

static guint find_largest(const HtolWitnesses *witnesses)
{
    guint largest = 1;
    for (guint i = 0; i < witnesses->n_together; i++)
        largest = MAX(largest, witnesses->together[i].n);
    return largest;
}

const HtolWitness *htol_witness_list(HtolArena *arena, const HtolTestSets *sets, const HtolWitnesses *witnesses,
                                     guint most, guint *count)
{
    guint largest = find_largest(witnesses);
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(HtolWitness));
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(HtolWitness));
    g_autofree guint32 *tests = g_new(guint32, largest);
    Lister lister = {.arena = arena, .sets = sets, .witnesses = witnesses, .found = found, .tests = tests};
    list_alone(arena, sets, witnesses->alone, all, most);
    for (lister.size = 2; lister.size <= largest && all->len < most; lister.size++)
        list_size(&lister, all, most - all->len);
    *count = all->len;
    return htol_arena_memdup(arena, all->data, all->len * sizeof(HtolWitness));
}
