/* Sets of tests as bits; see test_set.h. */
#include "htol/files/test_set.h"

#include <string.h>

#include "htol/base/arena.h"

enum { WORD_BITS = 64, LANES = 4 };

typedef enum { BOTH, EITHER, WITHOUT, OPERATIONS } Operation;

struct HtolTestSets {
    HtolArena *arena;
    guint32 n_tests;
    gsize n_words;                   /* of a set */
    GPtrArray *sets;                 /* guint64 *, n_words of them */
    GArray *sizes;                   /* guint32: how many tests are in each; it is asked often, as sets are sorted */
    GHashTable *known;               /* the Key of each */
    GHashTable *results[OPERATIONS]; /* of two sets, packed: the result + 1 */
    guint64 *scratch;                /* n_words, of the set that is made */
};

/* A set in the table of those that are known. */
typedef struct {
    const guint64 *words;
    gsize n_words;
    HtolTestSet set;
} Key;

static guint64 mixed(guint64 hash, guint64 word)
{
    return (hash ^ word) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) ^ hash >> 29;
}

/* By four sums that do not wait for each other. */
static guint hash_key(gconstpointer data)
{
    const Key *key = data;
    guint64 sums[LANES] = {key->n_words, 1, 2, 3}, hash = 0;
    gsize i = 0;
    for (; i + LANES <= key->n_words; i += LANES)
        for (gsize lane = 0; lane < LANES; lane++)
            sums[lane] = mixed(sums[lane], key->words[i + lane]);
    for (; i < key->n_words; i++)
        hash = mixed(hash, key->words[i]);
    for (gsize lane = 0; lane < LANES; lane++)
        hash = mixed(hash, sums[lane]);
    return (guint)(hash ^ hash >> 32);
}

static gboolean equal_keys(gconstpointer left, gconstpointer right)
{
    const Key *one = left, *other = right;
    return memcmp(one->words, other->words, one->n_words * sizeof *one->words) == 0;
}

static guint32 count_tests(const guint64 *words, gsize n_words)
{
    guint32 size = 0;
    for (gsize i = 0; i < n_words; i++)
        size += (guint32)__builtin_popcountll(words[i]);
    return size;
}

static Key *add_set(HtolTestSets *sets)
{
    Key *key = htol_arena_new0(sets->arena, Key, 1);
    const guint64 *words = htol_arena_memdup(sets->arena, sets->scratch, sets->n_words * sizeof *words);
    guint32 size = count_tests(words, sets->n_words);
    *key = (Key){words, sets->n_words, sets->sets->len};
    g_ptr_array_add(sets->sets, (gpointer)words);
    g_array_append_val(sets->sizes, size);
    g_hash_table_add(sets->known, key);
    return key;
}

HtolTestSet htol_test_set_made(HtolTestSets *sets)
{
    const Key wanted = {sets->scratch, sets->n_words, 0};
    Key *key = g_hash_table_lookup(sets->known, &wanted);
    if (!key)
        key = add_set(sets);
    memset(sets->scratch, 0, sets->n_words * sizeof *sets->scratch);
    return key->set;
}

/* Two sets of which each is below millions: g_int64_hash takes one XOR the other, which thousands of pairs share. The
 * factor is 2^64 by the golden ratio. */
static guint hash_pair(gconstpointer pair)
{
    return (guint)((*(const guint64 *)pair * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)) >> 32);
}

HtolTestSets *htol_test_sets_new(guint32 n_tests)
{
    HtolTestSets *sets = g_new0(HtolTestSets, 1);
    sets->arena = htol_arena_new();
    sets->n_tests = n_tests;
    sets->n_words = n_tests / WORD_BITS + 1;
    sets->sets = g_ptr_array_new();
    sets->sizes = g_array_new(FALSE, FALSE, sizeof(guint32));
    sets->known = g_hash_table_new(hash_key, equal_keys);
    for (guint i = 0; i < OPERATIONS; i++)
        sets->results[i] = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, NULL);
    sets->scratch = htol_arena_new0(sets->arena, guint64, sets->n_words);
    htol_test_set_made(sets);
    return sets;
}

void htol_test_sets_free(HtolTestSets *sets)
{
    for (guint i = 0; i < OPERATIONS; i++)
        g_hash_table_unref(sets->results[i]);
    g_hash_table_unref(sets->known);
    g_ptr_array_unref(sets->sets);
    g_array_unref(sets->sizes);
    htol_arena_free(sets->arena);
    g_free(sets);
}

guint32 htol_test_sets_tests(const HtolTestSets *sets)
{
    return sets->n_tests;
}

static const guint64 *words_of(const HtolTestSets *sets, HtolTestSet set)
{
    return sets->sets->pdata[set];
}

void htol_test_set_put(HtolTestSets *sets, guint32 first, guint32 end)
{
    g_assert(end <= sets->n_tests);
    for (guint32 next; first < end; first = next) {
        next = MIN((first / WORD_BITS + 1) * WORD_BITS, end);
        guint64 ones = ~G_GUINT64_CONSTANT(0) >> (WORD_BITS - (next - first));
        sets->scratch[first / WORD_BITS] |= ones << first % WORD_BITS;
    }
}

HtolTestSet htol_test_set_range(HtolTestSets *sets, guint32 first, guint32 end)
{
    htol_test_set_put(sets, first, end);
    return htol_test_set_made(sets);
}

HtolTestSet htol_test_set_of(HtolTestSets *sets, guint32 test)
{
    return htol_test_set_range(sets, test, test + 1);
}

/* Operations
 * -----------------------------------------------------------------------------------------------------------
 */

static HtolTestSet compute(HtolTestSets *sets, Operation operation, HtolTestSet one, HtolTestSet other)
{
    const guint64 *left = words_of(sets, one), *right = words_of(sets, other);
    for (gsize i = 0; i < sets->n_words; i++) {
        switch (operation) {
        case BOTH: sets->scratch[i] = left[i] & right[i]; break;
        case EITHER: sets->scratch[i] = left[i] | right[i]; break;
        default: sets->scratch[i] = left[i] & ~right[i]; break;
        }
    }
    return htol_test_set_made(sets);
}

static HtolTestSet result_of(HtolTestSets *sets, Operation operation, HtolTestSet one, HtolTestSet other)
{
    gint64 pair = (gint64)((guint64)one << 32 | other);
    guint known = GPOINTER_TO_UINT(g_hash_table_lookup(sets->results[operation], &pair));
    if (known > 0)
        return known - 1;
    HtolTestSet result = compute(sets, operation, one, other);
    g_hash_table_insert(sets->results[operation], g_memdup2(&pair, sizeof pair), GUINT_TO_POINTER(result + 1));
    return result;
}

HtolTestSet htol_test_set_both(HtolTestSets *sets, HtolTestSet one, HtolTestSet other)
{
    return one == other ? one : result_of(sets, BOTH, MIN(one, other), MAX(one, other));
}

HtolTestSet htol_test_set_either(HtolTestSets *sets, HtolTestSet one, HtolTestSet other)
{
    return one == other ? one : result_of(sets, EITHER, MIN(one, other), MAX(one, other));
}

HtolTestSet htol_test_set_without(HtolTestSets *sets, HtolTestSet one, HtolTestSet other)
{
    return result_of(sets, WITHOUT, one, other);
}

/* Questions
 * -----------------------------------------------------------------------------------------------------------
 */

gboolean htol_test_set_has(const HtolTestSets *sets, HtolTestSet set, guint32 test)
{
    return words_of(sets, set)[test / WORD_BITS] >> test % WORD_BITS & 1;
}

gboolean htol_test_set_meets(const HtolTestSets *sets, HtolTestSet one, HtolTestSet other)
{
    const guint64 *left = words_of(sets, one), *right = words_of(sets, other);
    gsize i = 0;
    while (i < sets->n_words && !(left[i] & right[i]))
        i++;
    return i < sets->n_words;
}

gboolean htol_test_set_within(const HtolTestSets *sets, HtolTestSet one, HtolTestSet other)
{
    const guint64 *left = words_of(sets, one), *right = words_of(sets, other);
    gsize i = 0;
    while (i < sets->n_words && !(left[i] & ~right[i]))
        i++;
    return i == sets->n_words;
}

guint32 htol_test_set_size(const HtolTestSets *sets, HtolTestSet set)
{
    return g_array_index(sets->sizes, guint32, set);
}

guint32 htol_test_set_next(const HtolTestSets *sets, HtolTestSet set, guint32 from)
{
    const guint64 *words = words_of(sets, set);
    gsize i = from / WORD_BITS;
    if (from >= sets->n_tests)
        return HTOL_NO_TEST;
    guint64 left = words[i] & ~G_GUINT64_CONSTANT(0) << from % WORD_BITS;
    while (left == 0 && i + 1 < sets->n_words)
        left = words[++i];
    return left == 0 ? HTOL_NO_TEST : (guint32)(i * WORD_BITS + (gsize)__builtin_ctzll(left));
}

HtolTestSet htol_test_set_copy(HtolTestSets *sets, const HtolTestSets *from, HtolTestSet set)
{
    if (from == sets)
        return set;
    for (guint32 test = htol_test_set_next(from, set, 0); test != HTOL_NO_TEST;
         test = htol_test_set_next(from, set, test + 1))
        htol_test_set_put(sets, test, test + 1);
    return htol_test_set_made(sets);
}
