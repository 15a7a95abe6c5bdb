/* Counts what tests are worth, and chooses few; see suite.h. */
#include "htol/tests/suite.h"

#include <stdlib.h>

struct HtolSuite {
    HtolTestSets *sets;
    GArray *clauses;                   /* HtolTestSet: sets that must be hit, each once */
    GHashTable *known;                 /* of them, + 1 */
    GArray *alone, *together, *needed; /* guint32: of each set, how many objectives have just that one as ... */
    gboolean partial;
};

/* Sets that have each been hit or not, while tests are chosen. */
typedef struct {
    const HtolSuite *suite;
    guint n_open;
    HtolTestSet *open; /* not hit yet */
    guint32 *gains;    /* of each test, how many of these it hits */
    GArray *chosen;    /* guint32, in the order in which they were */
} Cover;

HtolSuite *htol_suite_new(HtolTestSets *sets)
{
    HtolSuite *suite = g_new0(HtolSuite, 1);
    suite->sets = sets;
    suite->clauses = g_array_new(FALSE, FALSE, sizeof(HtolTestSet));
    suite->known = g_hash_table_new(NULL, NULL);
    suite->alone = g_array_new(FALSE, TRUE, sizeof(guint32));
    suite->together = g_array_new(FALSE, TRUE, sizeof(guint32));
    suite->needed = g_array_new(FALSE, TRUE, sizeof(guint32));
    return suite;
}

void htol_suite_free(HtolSuite *suite)
{
    g_array_unref(suite->clauses);
    g_hash_table_unref(suite->known);
    g_array_unref(suite->alone);
    g_array_unref(suite->together);
    g_array_unref(suite->needed);
    g_free(suite);
}

#define FOR_TESTS(sets, set, test)                                                                                     \
    for (guint32 test = htol_test_set_next(sets, set, 0); test != HTOL_NO_TEST;                                        \
         test = htol_test_set_next(sets, set, test + 1))

/* Worth
 * -----------------------------------------------------------------------------------------------------------
 */

/* So many more objectives have that set. */
static void add_to_set(GArray *counts, HtolTestSet set, guint32 count)
{
    if (set >= counts->len)
        g_array_set_size(counts, set + 1);
    g_array_index(counts, guint32, set) += count;
}

static void count_worth(HtolSuite *suite, const HtolWitnesses *witnesses)
{
    add_to_set(suite->alone, witnesses->alone, 1);
    add_to_set(suite->together, htol_witnesses_together(suite->sets, witnesses), 1);
    add_to_set(suite->needed, witnesses->needed, 1);
}

/* Adds them to a field of each test's worth. */
static void add_counts(const HtolSuite *suite, const GArray *counts, gsize field, HtolWorth *worth)
{
    for (guint32 set = 0; set < counts->len; set++) {
        guint32 count = g_array_index(counts, guint32, set);
        if (count > 0)
            FOR_TESTS(suite->sets, set, test)
        G_STRUCT_MEMBER(guint32, &worth[test], field) += count;
    }
}

HtolWorth *htol_suite_worth(const HtolSuite *suite)
{
    HtolWorth *worth = g_new0(HtolWorth, MAX(htol_test_sets_tests(suite->sets), 1));
    add_counts(suite, suite->alone, G_STRUCT_OFFSET(HtolWorth, alone), worth);
    add_counts(suite, suite->together, G_STRUCT_OFFSET(HtolWorth, together), worth);
    add_counts(suite, suite->needed, G_STRUCT_OFFSET(HtolWorth, needed), worth);
    return worth;
}

/* What must be hit
 * -----------------------------------------------------------------------------------------------------------
 */

/* Adds it to those of one objective, unless one of them is hit only if it is; drops those of which that is
 * true. */
static void absorb(const HtolSuite *suite, GArray *clauses, HtolTestSet clause)
{
    guint kept = 0;
    for (guint i = 0; i < clauses->len; i++)
        if (htol_test_set_within(suite->sets, g_array_index(clauses, HtolTestSet, i), clause))
            return;
    for (guint i = 0; i < clauses->len; i++) {
        HtolTestSet other = g_array_index(clauses, HtolTestSet, i);
        if (!htol_test_set_within(suite->sets, clause, other))
            g_array_index(clauses, HtolTestSet, kept++) = other;
    }
    g_array_set_size(clauses, kept);
    g_array_append_val(clauses, clause);
}

/* The clauses, or the choice, as clauses: each with each set of the choice. NULL if they are too many. */
static GArray *multiply(const HtolSuite *suite, const GArray *clauses, const HtolTogether *choice)
{
    GArray *product = g_array_new(FALSE, FALSE, sizeof(HtolTestSet));
    guint most = MAX(HTOL_MOST_CLAUSES, choice->n);
    for (guint i = 0; i < clauses->len && product->len <= most; i++)
        for (guint k = 0; k < choice->n; k++)
            absorb(suite, product,
                   htol_test_set_either(suite->sets, g_array_index(clauses, HtolTestSet, i), choice->sets[k]));
    if (product->len > most)
        g_clear_pointer(&product, g_array_unref);
    return product;
}

static void keep_clause(HtolSuite *suite, HtolTestSet clause)
{
    if (g_hash_table_add(suite->known, GUINT_TO_POINTER(clause + 1)))
        g_array_append_val(suite->clauses, clause);
}

void htol_suite_add(HtolSuite *suite, const HtolWitnesses *witnesses)
{
    GArray *clauses = g_array_new(FALSE, FALSE, sizeof(HtolTestSet));
    g_array_append_val(clauses, witnesses->alone);
    suite->partial |= witnesses->partial;
    for (guint i = 0; i < witnesses->n_together; i++) {
        GArray *product = multiply(suite, clauses, &witnesses->together[i]);
        suite->partial |= !product;
        if (!product)
            continue;
        g_array_unref(clauses);
        clauses = product;
    }
    for (guint i = 0; i < clauses->len; i++)
        keep_clause(suite, g_array_index(clauses, HtolTestSet, i));
    g_array_unref(clauses);
    count_worth(suite, witnesses);
}

/* As bytes
 * -----------------------------------------------------------------------------------------------------------
 */

/* Ranges of tests, each by the distance from the one before and its length; the last is empty. */
static void put_set(const HtolTestSets *sets, HtolTestSet set, GByteArray *out)
{
    guint32 end = 0;
    for (guint32 first = htol_test_set_next(sets, set, 0); first != HTOL_NO_TEST;
         first = htol_test_set_next(sets, set, end)) {
        guint32 before = end;
        for (end = first + 1; htol_test_set_next(sets, set, end) == end;)
            end++;
        htol_stream_put(out, first - before);
        htol_stream_put(out, end - first);
    }
    htol_stream_put(out, 0);
    htol_stream_put(out, 0);
}

static HtolTestSet take_set(HtolTestSets *sets, HtolStream *in)
{
    guint32 most = htol_test_sets_tests(sets), end = 0;
    for (;;) {
        guint64 first = (guint64)end + htol_stream_number(in), length = htol_stream_number(in);
        if (length == 0 || first + length > most)
            break;
        end = (guint32)(first + length);
        htol_test_set_put(sets, (guint32)first, end);
    }
    return htol_test_set_made(sets);
}

static void put_counts(const HtolSuite *suite, const GArray *counts, GByteArray *out)
{
    for (guint32 set = 0; set < counts->len; set++) {
        if (g_array_index(counts, guint32, set) == 0)
            continue;
        htol_stream_put(out, g_array_index(counts, guint32, set));
        put_set(suite->sets, set, out);
    }
    htol_stream_put(out, 0);
}

static void take_counts(const HtolSuite *suite, GArray *counts, HtolStream *in)
{
    for (guint32 count = htol_stream_number(in); count > 0; count = htol_stream_number(in))
        add_to_set(counts, take_set(suite->sets, in), count);
}

void htol_suite_put(const HtolSuite *suite, GByteArray *out)
{
    htol_stream_put(out, suite->partial);
    htol_stream_put(out, suite->clauses->len);
    for (guint i = 0; i < suite->clauses->len; i++)
        put_set(suite->sets, g_array_index(suite->clauses, HtolTestSet, i), out);
    put_counts(suite, suite->alone, out);
    put_counts(suite, suite->together, out);
    put_counts(suite, suite->needed, out);
}

void htol_suite_take(HtolSuite *suite, HtolStream *in)
{
    suite->partial |= htol_stream_number(in) != 0;
    for (guint32 n = htol_stream_count(in, 1, sizeof(HtolTestSet)); n > 0; n--)
        keep_clause(suite, take_set(suite->sets, in));
    take_counts(suite, suite->alone, in);
    take_counts(suite, suite->together, in);
    take_counts(suite, suite->needed, in);
}

/* Choosing
 * -----------------------------------------------------------------------------------------------------------
 */

static void begin_cover(Cover *cover)
{
    const HtolSuite *suite = cover->suite;
    cover->open = g_memdup2(suite->clauses->data, suite->clauses->len * sizeof(HtolTestSet));
    cover->n_open = suite->clauses->len;
    cover->gains = g_new0(guint32, MAX(htol_test_sets_tests(suite->sets), 1));
    cover->chosen = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint i = 0; i < cover->n_open; i++)
        FOR_TESTS(suite->sets, cover->open[i], test)
    cover->gains[test]++;
}

static guint32 best_test(const Cover *cover)
{
    guint32 best = 0;
    for (guint32 i = 1; i < htol_test_sets_tests(cover->suite->sets); i++)
        if (cover->gains[i] > cover->gains[best])
            best = i;
    return best;
}

static void choose_test(Cover *cover, guint32 chosen)
{
    HtolTestSets *sets = cover->suite->sets;
    guint left = 0;
    g_array_append_val(cover->chosen, chosen);
    for (guint i = 0; i < cover->n_open; i++) {
        if (!htol_test_set_has(sets, cover->open[i], chosen)) {
            cover->open[left++] = cover->open[i];
            continue;
        }
        FOR_TESTS(sets, cover->open[i], test)
        cover->gains[test]--;
    }
    cover->n_open = left;
}

static double harmonic(guint32 d)
{
    double sum = 0;
    for (guint32 i = 1; i <= d; i++)
        sum += 1.0 / i;
    return sum;
}

/* Drops what was chosen and is not needed for what was chosen later, the last first. */
static HtolTestSet drop_spare(const Cover *cover)
{
    const HtolSuite *suite = cover->suite;
    HtolTestSet tests = HTOL_NO_TESTS;
    for (guint i = 0; i < cover->chosen->len; i++)
        tests = htol_test_set_either(suite->sets, tests,
                                     htol_test_set_of(suite->sets, g_array_index(cover->chosen, guint32, i)));
    for (guint i = cover->chosen->len; i-- > 0;) {
        HtolTestSet one = htol_test_set_of(suite->sets, g_array_index(cover->chosen, guint32, i));
        HtolTestSet fewer = htol_test_set_without(suite->sets, tests, one);
        guint k = 0;
        while (k < suite->clauses->len &&
               htol_test_set_meets(suite->sets, g_array_index(suite->clauses, HtolTestSet, k), fewer))
            k++;
        tests = k == suite->clauses->len ? fewer : tests;
    }
    return tests;
}

/* By tests, not by numbers, which depend on the order in which sets were made. */
static gint compare_sets(gconstpointer left, gconstpointer right, gpointer sets)
{
    HtolTestSet one = *(const HtolTestSet *)left, other = *(const HtolTestSet *)right;
    guint32 at = 0, than = 0;
    while (one != other && at == than && at != HTOL_NO_TEST) {
        guint32 from = at;
        at = htol_test_set_next(sets, one, from);
        than = htol_test_set_next(sets, other, from);
        if (at == than && at != HTOL_NO_TEST)
            at = than = at + 1;
    }
    return at == than ? 0 : at < than ? -1 : 1;
}

static gint compare_sizes(gconstpointer left, gconstpointer right, gpointer sets)
{
    guint32 size = htol_test_set_size(sets, *(const HtolTestSet *)left);
    guint32 than = htol_test_set_size(sets, *(const HtolTestSet *)right);
    if (size != than)
        return size < than ? -1 : 1;
    return compare_sets(left, right, sets);
}

/* How many sets, small ones first, have no test in common with those before. */
static guint32 count_apart(const HtolSuite *suite)
{
    guint32 count = 0;
    HtolTestSet taken = HTOL_NO_TESTS;
    g_array_sort_with_data(suite->clauses, compare_sizes, suite->sets);
    for (guint i = 0; i < suite->clauses->len; i++) {
        HtolTestSet clause = g_array_index(suite->clauses, HtolTestSet, i);
        if (htol_test_set_meets(suite->sets, clause, taken))
            continue;
        taken = htol_test_set_either(suite->sets, taken, clause);
        count++;
    }
    return count;
}

guint32 htol_suite_alone(const HtolSuite *suite, HtolTestSet tests)
{
    return tests < suite->alone->len ? g_array_index(suite->alone, guint32, tests) : 0;
}

GArray *htol_suite_classes(const HtolSuite *suite)
{
    GArray *classes = g_array_new(FALSE, FALSE, sizeof(HtolTestSet));
    for (HtolTestSet set = 0; set < suite->alone->len; set++)
        if (htol_suite_alone(suite, set) > 0)
            g_array_append_val(classes, set);
    g_array_sort_with_data(classes, compare_sets, suite->sets);
    return classes;
}

HtolSubset htol_suite_minimal(HtolSuite *suite)
{
    Cover cover = {.suite = suite};
    HtolSubset subset = {.n_sets = suite->clauses->len, .least = count_apart(suite), .partial = suite->partial};
    begin_cover(&cover);
    while (cover.n_open > 0) {
        guint32 best = best_test(&cover);
        if (cover.chosen->len == 0)
            subset.factor = harmonic(cover.gains[best]);
        g_assert(cover.gains[best] > 0);
        choose_test(&cover, best);
    }
    subset.tests = drop_spare(&cover);
    subset.dropped = cover.chosen->len - htol_test_set_size(suite->sets, subset.tests);
    g_array_unref(cover.chosen);
    g_free(cover.gains);
    g_free(cover.open);
    return subset;
}
